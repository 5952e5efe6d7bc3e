/** A model whose provider is loaded with its first call is the same model. */
import { expect, it } from 'vitest';
import type { AgentModel, ModelRequest } from '../../../src/core/agent/ports.ts';
import { ok } from '../../../src/core/lang/result.ts';
import { lazyModel } from '../../../src/providers/shared/lazy-model.ts';

const REQUEST: ModelRequest = {
  system: '',
  messages: [],
  tools: [],
  toolChoice: 'none',
  maxTokens: 1,
  isEdited: false,
  thread: 't',
};
const running = { aborted: false };

const birch: AgentModel = {
  id: 'anthropic/birch',
  modelKey: 'anthropic/birch',
  stream: async function* () {
    yield { type: 'text', text: 'Hello.' };
    yield { type: 'end', reason: 'done' };
  },
  count: async () => ok(7),
};

async function streamed(model: AgentModel) {
  const events = [];
  for await (const event of model.stream(REQUEST, running)) events.push(event);
  return events;
}

it('loads once, with its first call, and says what the model says', async () => {
  let loads = 0;
  const model = lazyModel('anthropic', { id: 'birch' }, undefined, async () => {
    loads++;
    return birch;
  });
  expect([model.id, model.modelKey, model.compact, loads]).toEqual([birch.id, birch.modelKey, undefined, 0]);
  expect(await streamed(model)).toEqual(await streamed(birch));
  expect(await model.count?.(REQUEST, running)).toEqual(ok(7));
  expect(loads).toBe(1);
});

it('names what could not be loaded, and tries again with the next call', async () => {
  let loads = 0;
  const model = lazyModel('gemini', { id: 'birch', compacts: true }, undefined, async () => {
    if (++loads === 1) throw new Error('no such file');
    return birch;
  });
  expect(await streamed(model)).toMatchObject([
    { type: 'error', error: { message: expect.stringContaining('no such file') } },
  ]);
  expect(await streamed(model)).toEqual(await streamed(birch));
  expect(await model.compact?.(REQUEST, running)).toMatchObject({ ok: false });
});
