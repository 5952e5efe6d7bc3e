/** W8 What a server puts on a call or on its reasoning goes back to it as it came, and to another model not at all. */
import { expect, it } from 'vitest';
import { ReplyBuilder } from '../../../src/core/agent/model-event.ts';
import { readableBy } from '../../../src/core/thread/readable-blocks.ts';
import { fromStream } from '../../../src/providers/openai-compatible/from-stream.ts';
import { toMessages } from '../../../src/providers/openai-compatible/to-messages.ts';

const KEY = 'openai-compatible/m';

/** The assistant's message of a next request to the model of `reader`, after a reply of these deltas. */
async function sentBack(deltas: readonly object[], reader = KEY) {
  const builder = new ReplyBuilder(KEY);
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ delta }] })),
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
  ];
  const events = fromStream(
    (async function* () {
      yield* chunks;
    })(),
  );
  for await (const event of events) builder.add(event);
  const { blocks } = builder.finish({ type: 'end', reason: 'done' });
  return toMessages('', readableBy([{ role: 'assistant', blocks }], reader), true, { ids: 'safe', signs: false })[0];
}

const call = (more: object) => ({
  index: 0,
  id: 'a',
  type: 'function',
  function: { name: 'look', arguments: '{}' },
  ...more,
});

it('W8 a signature on a call', async () => {
  const extra_content = { google: { thought_signature: 'c2ln' } };
  const deltas = [{ tool_calls: [call({ extra_content })] }];
  expect(await sentBack(deltas)).toMatchObject({ tool_calls: [{ id: 'a', extra_content }] });
  expect(JSON.stringify(await sentBack(deltas, 'openai-compatible/other'))).not.toContain('extra_content');
});

it.each(['reasoning', 'reasoning_content'])('W8 reasoning in the field %s', async (name) => {
  const deltas = [{ [name]: 'Hm, ' }, { [name]: 'well.' }, { content: 'Yes' }];
  expect(await sentBack(deltas)).toEqual({ role: 'assistant', content: 'Yes', [name]: 'Hm, well.' });
  expect(await sentBack(deltas, 'other')).toEqual({ role: 'assistant', content: 'Yes' });
});

it('W8 reasoning_details, whose pieces are joined', async () => {
  const detail = { type: 'reasoning.text', index: 0, format: 'anthropic-claude-v1' };
  const deltas = [
    { reasoning: 'Hm, ', reasoning_details: [{ ...detail, text: 'Hm, ' }] },
    { reasoning: 'well.', reasoning_details: [{ ...detail, text: 'well.' }] },
    { reasoning_details: [{ ...detail, signature: 's' }] },
    { reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'x' }] },
    { content: 'Yes' },
  ];
  expect(await sentBack(deltas)).toEqual({
    role: 'assistant',
    content: 'Yes',
    reasoning: 'Hm, well.',
    reasoning_details: [
      { ...detail, text: 'Hm, well.', signature: 's' },
      { type: 'reasoning.encrypted', index: 1, data: 'x' },
    ],
  });
  expect(await sentBack(deltas, 'other')).toEqual({ role: 'assistant', content: 'Yes' });
});

it.each([
  [{ reasoning_details: 7 }],
  [{ reasoning_details: [null, 'x'] }],
  [{ tool_calls: [call({ extra_content: 'x' })] }],
])('W8 what is no record is no seal: %j', async (delta) => {
  expect(JSON.stringify(await sentBack([delta, { content: 'Yes' }]))).not.toMatch(/details|extra_content/);
});
