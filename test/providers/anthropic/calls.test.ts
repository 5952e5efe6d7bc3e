/** The calls beside a stream: models, counts and compactions, through the real SDK over loopback. */
import { describe, expect, it } from 'vitest';
import type { AgentModel, ModelRequest } from '../../../src/core/agent/ports.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import type { Message } from '../../../src/core/message/message.ts';
import { modelSize } from '../../../src/core/tokens/window.ts';
import { anthropic } from '../../../src/providers/anthropic/adapter.ts';
import { type Handler, sendJson, startServer } from '../../wire/server.ts';
import { replyOf, requestFor } from '../drive.ts';
import { assistant, user, withFake } from './steps.ts';

const never = new AbortController().signal;
const HELLO = requestFor([user('Hello')]);

async function atServer<T>(
  handle: Handler,
  act: (access: { baseUrl: string; apiKey: string }) => Promise<T>,
): Promise<T> {
  const server = await startServer(handle);
  try {
    return await act({ baseUrl: server.url, apiKey: 'k' });
  } finally {
    await server.close();
  }
}

describe('models', () => {
  it('R24 come with their sizes and what they can, page by page, without the retired', async () => {
    await withFake([], async ({ fake }) => {
      const found = await anthropic.models(fake.access, never);
      expect(found.ok && found.value.map(({ id }) => id)).toEqual([
        'claude-opus-5-5',
        'claude-sonnet-4-6',
        'claude-haiku-4-5',
      ]);
      expect(found.ok && found.value[0]).toEqual({
        id: 'claude-opus-5-5',
        name: 'Claude Opus 5.5',
        size: { window: 1_000_000, maxOutput: 128_000 },
        takesImages: true,
        takesTools: true,
        thinks: true,
        compacts: true,
      });
      expect(found.ok && found.value[2]).toMatchObject({ thinks: false });
    });
  });

  it('R41 say nothing of what the API says null to', async () => {
    const unknown = {
      type: 'model',
      id: 'claude-x',
      display_name: '',
      max_input_tokens: null,
      max_tokens: null,
      capabilities: null,
    };
    await atServer(
      (_, response) => sendJson(response, 200, { data: [unknown], has_more: false, first_id: null, last_id: null }),
      async (access) => {
        const found = await anthropic.models(access, never);
        expect(found).toEqual({
          ok: true,
          value: [{ id: 'claude-x', size: {}, takesTools: true }],
        });
        expect(modelSize('other-x', {}, found.ok ? (found.value[0]?.size ?? {}) : {}).window).toBeUndefined();
      },
    );
  });

  it('are no models where the answer is no list of them', async () => {
    await atServer(
      (_, response) => sendJson(response, 200, { status: 'ok' }),
      async (access) => {
        const found = await anthropic.models(access, never);
        const message = expect.stringMatching(/is not the Claude API: it answered with no models\.$/);
        expect(found).toEqual({ ok: false, error: { kind: 'invalid-request', message } });
      },
    );
  });

  it('test the key', async () => {
    await withFake([], async ({ fake }) => {
      const found = await anthropic.models({ ...fake.access, apiKey: 'wrong' }, never);
      expect(found).toEqual({ ok: false, error: { kind: 'auth', message: 'invalid x-api-key' } });
    });
  });

  it.each<[string, number, string, string, string, RegExp]>([
    [
      'a page',
      200,
      'text/html',
      '<html>Hi</html>',
      'invalid-request',
      /^http:\/\/127\.0\.0\.1:\d+ is not the Claude API: it answered with text\/html \(HTTP 200\)\.$/,
    ],
    [
      'a page that is not found',
      404,
      'text/html',
      '<!doctype html><p>Gone',
      'invalid-request',
      /^http:\S+ did not answer as the Claude API does: 404 and a web page$/,
    ],
    ['a gateway', 502, 'text/html', '<html>Bad gateway</html>', 'overloaded', /502 and a web page/],
    [
      'words',
      404,
      'text/plain',
      '404 page not found',
      'invalid-request',
      /^http:\S+ did not answer as the Claude API does: 404 404 page not found$/,
    ],
    ['nothing', 500, 'text/plain', '', 'overloaded', /500 status code \(no body\)/],
  ])('of a wrong address that answers with %s', async (_name, status, type, text, kind, message) => {
    const handle: Handler = (_, response) => {
      response.writeHead(status, { 'content-type': type });
      response.end(text);
    };
    await atServer(handle, async (access) => {
      const found = await anthropic.models(access, never);
      expect(found).toEqual({ ok: false, error: { kind, message: expect.stringMatching(message) } });
    });
  });
});

describe('a count', () => {
  it('is that of the provider, for all that is sent', async () => {
    await withFake([], async ({ model }) => {
      const count = async (request: ModelRequest) => (await model().count?.(request, never)) ?? { ok: false };
      const small = await count(HELLO);
      const large = await count(requestFor([user('Hello '.repeat(1000))]));
      expect(small).toMatchObject({ ok: true, value: expect.any(Number) });
      expect(large.ok && small.ok && large.value - small.value).toBe(1500 - 2 + 1);
    });
  });

  it('is an error where the answer has none, or where it was stopped', async () => {
    await atServer(
      (_, response) => sendJson(response, 200, {}),
      async (access) => {
        const model = anthropic.model({ id: 'claude-opus-5-5' }, access);
        expect(await model.count?.(HELLO, never)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
        expect(await model.count?.(HELLO, AbortSignal.abort())).toMatchObject({
          ok: false,
          error: { kind: 'cancelled' },
        });
      },
    );
  });
});

describe('a compaction', () => {
  const compacted = async (model: AgentModel, messages: readonly Message[], instructions?: string) => {
    const request = {
      ...requestFor(messages, { toolChoice: 'none' }),
      ...(instructions !== undefined && { instructions }),
    };
    const made = await model.compact?.(request, never);
    if (!made?.ok) throw new Error(JSON.stringify(made));
    return made.value;
  };

  it('is offered where the model has one', () => {
    expect(anthropic.model({ id: 'a', compacts: true }, {}).compact).toBeTypeOf('function');
    expect(anthropic.model({ id: 'a' }, {}).compact).toBeUndefined();
  });

  it('R57 stands in the thread for what it summarizes, once and again, with thoughts kept after it', async () => {
    const call = { id: 'toolu_1', name: 'look', input: {} };
    const thinks = { type: 'answer', thinking: 'Hm.', calls: [call] } as const;
    await withFake([thinks, { type: 'answer', thinking: 'So.', text: 'Done.' }], async ({ fake, model }) => {
      const claude = model();
      const start = [user('Hello'), assistant('Hi.'), user('Look.')];
      const { blocks } = await replyOf(claude, requestFor(start));
      const first = await compacted(claude, start);
      expect(first.text).toBe('A summary of what came before.');
      expect(first.usage).toMatchObject({ output: 20, input: expect.any(Number) });
      const native = { type: 'native', by: claude.modelKey, data: first.data, text: first.text ?? '' } as const;
      const result = user({ type: 'tool_result', toolUseId: 'toolu_1', content: [] });
      const kept = [assistant(native, ...blocks), result];
      const { blocks: answer } = await replyOf(claude, requestFor(kept));
      const second = await compacted(claude, [...kept, assistant(...answer), user('Thanks.')], 'Keep the names.');
      expect(second.text).toBe('A summary of what came before, by these words: Keep the names.');
      expect(fake.rejections).toEqual([]);
      expect(fake.requests.at(-1)).not.toHaveProperty('tool_choice');
    });
  });

  it.each<[string, Json]>([
    ['says null', [{ type: 'compaction', content: null, encrypted_content: null }]],
    ['is empty', []],
    ['is a reply', [{ type: 'text', text: 'Hi' }]],
  ])('fails where the answer %s', async (_name, content) => {
    const message = { id: 'm', type: 'message', role: 'assistant', content, stop_reason: 'compaction', usage: {} };
    await atServer(
      (_, response) => sendJson(response, 200, message),
      async (access) => {
        const model = anthropic.model({ id: 'claude-opus-5-5', compacts: true }, access);
        const made = await model.compact?.(HELLO, never);
        expect(made).toMatchObject({
          ok: false,
          error: { kind: 'invalid-request', message: expect.stringMatching(/no summary/) },
        });
      },
    );
  });

  it('fails in the words of the provider', async () => {
    await withFake([], async ({ model }) => {
      const made = await model().compact?.(requestFor([]), never);
      expect(made).toMatchObject({ ok: false, error: { kind: 'invalid-request', message: /at least one message/ } });
    });
  });
});
