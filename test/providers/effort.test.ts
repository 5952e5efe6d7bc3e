/** The effort that a person chose, in the body of each provider's request; a level that a server refuses is left out from then on. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { EFFORTS, type Effort } from '../../src/core/agent/effort.ts';
import type { Conceded } from '../../src/core/agent/refusals/conceded.ts';
import { openaiCompatible } from '../../src/providers/openai-compatible/adapter.ts';
import { startAnthropicFake } from '../wire/anthropic-server.ts';
import type { StartFake } from '../wire/fake.ts';
import { startGeminiFake } from '../wire/gemini-server.ts';
import { startOpenaiCompatibleFake } from '../wire/openai-chat-server.ts';
import { startOpenaiFake } from '../wire/openai-responses-server.ts';
import { eventsOf, modelOf, replyOf, requestFor, says } from './drive.ts';

const HELLO = [says('user', 'Hello')];

/** Where the body names a level, and the levels that the API does not have. */
const PROVIDERS: readonly (readonly [string, StartFake, (level: string) => object, readonly Effort[]])[] = [
  ['anthropic', startAnthropicFake, (effort) => ({ output_config: { effort } }), ['none', 'minimal']],
  ['openai', startOpenaiFake, (effort) => ({ reasoning: { effort, summary: 'auto' } }), []],
  ['openai-compatible', startOpenaiCompatibleFake, (effort) => ({ reasoning_effort: effort }), []],
  [
    'gemini',
    startGeminiFake,
    (level) => ({ generationConfig: { thinkingConfig: { thinkingLevel: level.toUpperCase() } } }),
    ['none', 'max'],
  ],
];

describe.each(PROVIDERS)('%s', (_, start, bodyWith, lacking) => {
  it('is asked for the level that was chosen, and for none where nothing was', async () => {
    const fake = await start({ reply: () => ({ type: 'answer', text: 'Hello' }) });
    const levels = EFFORTS.filter((level) => !lacking.includes(level));
    for (const effort of [...levels, undefined])
      expect((await replyOf(modelOf(fake), requestFor(HELLO, { effort }))).end.type).toBe('end');
    await fake.close();
    expect(fake.rejections).toEqual([]);
    for (const [at, level] of levels.entries()) expect(fake.requests[at]).toMatchObject(bodyWith(level));
    expect(JSON.stringify(fake.requests.at(-1))).not.toMatch(/effort|thinkingLevel/);
  });

  it('is not asked for a level that the API does not have', async () => {
    const fake = await start({ reply: () => ({ type: 'answer', text: 'Hello' }) });
    for (const effort of lacking) await replyOf(modelOf(fake), requestFor(HELLO, { effort }));
    await fake.close();
    expect(fake.rejections).toEqual([]);
    expect(fake.requests).toHaveLength(lacking.length);
    expect(JSON.stringify(fake.requests)).not.toMatch(/effort|thinkingLevel/);
  });
});

it.each([
  ["Unsupported value: 'reasoning_effort' does not support 'max' with this model.", 'refused'],
  ['"gemma3" does not support thinking', 'refused'],
  ['Function tools with reasoning_effort are not supported for m in /v1/chat/completions.', 'none'],
] as const)('W26 a server that says "%s" is asked without it, now and later', async (message, effort) => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    bodies.push(body);
    const isRefused = body.includes('"reasoning_effort":"max"');
    response.writeHead(isRefused ? 400 : 200, { 'content-type': isRefused ? 'application/json' : 'text/event-stream' });
    const chunk = { choices: [{ delta: { content: 'Yes' }, finish_reason: 'stop' }] };
    response.end(
      isRefused ? JSON.stringify({ error: { message } }) : `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let known: Conceded = {};
  const model = openaiCompatible.model(
    { id: 'm' },
    {
      baseUrl: `http://127.0.0.1:${port}/v1`,
      concessions: {
        read: () => known,
        write: (__, conceded) => {
          known = conceded;
        },
        readSeals: () => [],
        writeSeals: () => {},
      },
    },
  );
  const asked = requestFor(HELLO, { effort: 'max' });
  const events = await eventsOf(model, asked);
  expect(events).toContainEqual({
    type: 'concession',
    concession: { type: 'model', conceded: { effort } },
    isNew: true,
  });
  await eventsOf(model, asked);
  server.close();
  expect(known).toEqual({ effort });
  expect(bodies.map((body) => /"reasoning_effort":"(\w+)"/.exec(body)?.[1])).toEqual(
    effort === 'none' ? ['max', 'none', 'none'] : ['max', undefined, undefined],
  );
});
