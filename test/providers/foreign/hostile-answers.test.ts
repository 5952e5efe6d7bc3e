/** Answers that never end, that say nothing, or that lead in a circle: each ends with one sentence, and the server is asked once. */
import { afterEach, describe, expect, it } from 'vitest';
import { RETRY_POLICY } from '../../../src/core/agent/retry.ts';
import { anthropic } from '../../../src/providers/anthropic/adapter.ts';
import { gemini } from '../../../src/providers/gemini/adapter.ts';
import { openaiCompatible } from '../../../src/providers/openai-compatible/adapter.ts';
import { openai } from '../../../src/providers/openai-responses/adapter.ts';
import {
  ByteCount,
  ENDLESS,
  MOST_ANSWER_BYTES,
  MOST_LINE_BYTES,
  MOST_REPLY_TEXT,
} from '../../../src/providers/shared/excess.ts';
import type { Access, Provider } from '../../../src/providers/shared/provider.ts';
import { type Handler, sendEvents, sendJson, startServer, type WireServer } from '../../wire/server.ts';
import { replyOf, requestFor, says } from '../drive.ts';

const open: WireServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function answering(handler: Handler): Promise<Access> {
  const server = await startServer(handler);
  open.push(server);
  return { apiKey: 'the-key-of-a-test', baseUrl: server.url };
}

const HELLO = requestFor([says('user', 'Hello')]);
const never = new AbortController().signal;
const modelOf = (provider: Provider, access: Access) => provider.model({ id: 'm' }, access);
const events = (...values: readonly object[]) => values.map((value) => `data: ${JSON.stringify(value)}\n\n`);
const PROVIDERS = [anthropic, openai, openaiCompatible, gemini];

describe('an answer without end', () => {
  it('of text ends the reply with what came, and the server is not asked again', async () => {
    const piece = 'word '.repeat(20_000);
    const chunk = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: piece } }] })}\n\n`;
    const access = await answering((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = () => {
        while (response.write(chunk) && !response.destroyed);
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const { blocks, end } = await replyOf(modelOf(openaiCompatible, access), HELLO);
    expect(end).toEqual({ type: 'error', error: ENDLESS });
    expect(RETRY_POLICY.maxCalls.endless).toBe(1);
    const [text] = blocks;
    expect(text?.type === 'text' && text.text.length).toBeGreaterThan(MOST_REPLY_TEXT - 2 * piece.length);
    expect(text?.type === 'text' && text.text.length).toBeLessThanOrEqual(MOST_REPLY_TEXT);
  });

  it.each(PROVIDERS)('in one line: $id', async (provider) => {
    const access = await answering((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"text":"');
      const piece = 'x'.repeat(1_000_000);
      const more = () => {
        while (response.write(piece) && !response.destroyed);
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect((await replyOf(modelOf(provider, access), HELLO)).end).toEqual({ type: 'error', error: ENDLESS });
  });

  it('of comments alone is counted in bytes, and a line across its pieces', () => {
    const count = new ByteCount();
    const piece = new Uint8Array(1024 * 1024).fill(58);
    piece[500] = 10;
    let pieces = 0;
    while (count.take(piece)) pieces++;
    expect(pieces).toBe(MOST_ANSWER_BYTES / piece.length);
    const [line, unbroken] = [new ByteCount(), new Uint8Array(1024 * 1024).fill(58)];
    for (let n = 0; n < MOST_LINE_BYTES / unbroken.length; n++) expect(line.take(unbroken)).toBe(true);
    expect(line.take(piece)).toBe(false);
  });
});

it.each(PROVIDERS)('HTTP 204 is one try and a sentence: $id', async (provider) => {
  let asked = 0;
  const access = await answering((_, response) => {
    asked++;
    response.writeHead(204).end();
  });
  const { end } = await replyOf(modelOf(provider, access), HELLO);
  expect(end).toMatchObject({ type: 'error', error: { kind: 'invalid-request' } });
  expect(end.type === 'error' && end.error.message).toContain('nothing to say (HTTP 204). Is the base URL right?');
  expect(asked).toBe(1);
});

it('a response that failed without a reason is not asked for again', async () => {
  const access = await answering((_, response) =>
    sendEvents(response, events({ type: 'response.failed', response: { status: 'failed', error: null, output: [] } })),
  );
  const { end } = await replyOf(modelOf(openai, access), HELLO);
  expect(end).toEqual({
    type: 'error',
    error: { kind: 'invalid-request', message: 'The server ended the response as failed and gave no reason.' },
  });
});

it('of several choices the one with index 0 is the reply', async () => {
  const choices = (one: string, other: string) => [
    { index: 1, delta: { content: other }, finish_reason: null },
    { index: 0, delta: { content: one }, finish_reason: null },
  ];
  const access = await answering((_, response) =>
    sendEvents(
      response,
      events(
        { choices: choices('Seven ', 'Eight ') },
        { choices: choices('herons.', 'cranes.') },
        { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      ),
    ),
  );
  const { blocks } = await replyOf(modelOf(openaiCompatible, access), HELLO);
  expect(blocks).toMatchObject([{ type: 'text', text: 'Seven herons.' }]);
});

it.each([
  [
    gemini,
    {
      models: [
        {
          name: 'models/heron',
          supportedActions: ['generateContent'],
          supportedGenerationMethods: ['generateContent'],
        },
      ],
      nextPageToken: 'again',
    },
  ],
  [anthropic, { data: [{ id: 'heron', type: 'model' }], has_more: true, first_id: 'heron', last_id: 'heron' }],
] as const)('a list of models whose pages lead in a circle ends: $0.id', async (provider, page) => {
  let asked = 0;
  const access = await answering((_, response) => {
    asked++;
    sendJson(response, 200, page);
  });
  const found = await provider.models(access, never);
  expect(found).toMatchObject({ ok: true, value: [{ id: 'heron' }, { id: 'heron' }] });
  expect(asked).toBe(2);
});
