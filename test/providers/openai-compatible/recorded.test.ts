/** Streams and refusals of many servers in recorded form (test/fixtures/wire/openai-chat), through the library: whole, byte by byte, and cut at every event. */
import { describe, expect, it } from 'vitest';
import { parseOverflow } from '../../../src/core/agent/refusals/parse-overflow.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { openaiCompatible } from '../../../src/providers/openai-compatible/adapter.ts';
import { playerOf } from '../openai-recorded.ts';

const player = playerOf(openaiCompatible, 'openai-chat');
const text = (words: string) => ({ type: 'text', text: words });
const thought = (words: string) => ({ type: 'thinking', text: words });
/** W8: a server that names its field `reasoning` gets the thought back there, and no other server does. */
const sealed = (words: string, signature: unknown = 'reasoning') => ({
  ...thought(words),
  signature,
  by: expect.stringMatching(/^openai-compatible\//),
});
const call = (id: string, path: string) => ({ type: 'tool_use', id, name: 'read_file', input: { path } });
const done = { type: 'end', reason: 'done' };
const calls = { type: 'end', reason: 'calls' };
const failed = (kind: string, message = /./) => ({
  type: 'error',
  error: { kind, message: expect.stringMatching(message) },
});

const STREAMS: Record<string, { blocks: readonly object[]; end: object; usage?: object }> = {
  'plain.sse': {
    blocks: [text('The thread is compacted before it outgrows the window.')],
    end: done,
    usage: tokenUsage({ input: 12, output: 19 }),
  },
  'tools.sse': {
    blocks: [{ ...call('call_Vq3xT0m8ZcW1', ''), input: { path: 'src/window.ts', lines: [1, 40] } }],
    end: calls,
    usage: tokenUsage({ input: 1964, output: 28 }),
  },
  'parallel-tools.sse': {
    blocks: [
      text('I look at both files.'),
      call('call_A1', 'a.ts'),
      call('call_B2', 'b.ts'),
      { type: 'tool_use', id: 'call_C3', name: 'list_files', input: {} },
    ],
    end: calls,
    usage: tokenUsage({ input: 1964, output: 61 }),
  },
  'tools-ollama.sse': {
    blocks: [sealed('Both.'), call('call_ol1', 'a.ts'), call('call_ol2', 'b.ts')],
    end: calls,
    usage: tokenUsage({ input: 210, output: 55 }),
  },
  'tools-lm-studio.sse': {
    blocks: [call('365174485', 'a.ts')],
    end: calls,
    usage: tokenUsage({ input: 210, output: 55 }),
  },
  'tools-without-ids.sse': { blocks: [call('call_1', 'a.ts'), call('call_2', 'b.ts')], end: calls },
  'thinking-deepseek.sse': {
    blocks: [
      {
        ...thought('A cut may not part a call from its result.'),
        by: expect.any(String),
        signature: 'reasoning_content',
      },
      text('Cut before the seventh message.'),
    ],
    end: done,
    usage: tokenUsage({ input: 71, output: 159, cacheRead: 320 }),
  },
  'thinking-openrouter.sse': {
    blocks: [
      sealed('A cut may not part a call.', expect.stringContaining('reasoning_details')),
      text('Before the seventh.'),
    ],
    end: done,
    usage: tokenUsage({ input: 40, output: 30 }),
  },
  'thinking-mistral.sse': {
    blocks: [thought('A cut may not part a call.'), text('Before the seventh.')],
    end: done,
    usage: tokenUsage({ input: 40, output: 30 }),
  },
  'without-usage.sse': { blocks: [text('Yes.')], end: done },
  'image.sse': { blocks: [text('A red square on white.')], end: done, usage: tokenUsage({ input: 269, output: 9 }) },
  'usage-with-cache.sse': {
    blocks: [text('Yes.')],
    end: done,
    usage: tokenUsage({ input: 185, output: 79, cacheRead: 45_056, cacheCreation: 3000 }),
  },
  'unicode.sse': {
    blocks: [text('Größe: 5 µm — 漢字と👩‍👩‍👧‍👦, שלום \u2028 \u0000 end')],
    end: done,
    usage: tokenUsage({ input: 9, output: 24 }),
  },
  'length.sse': {
    blocks: [text('First of all, one has to say')],
    end: { type: 'end', reason: 'length' },
    usage: tokenUsage({ input: 20, output: 16 }),
  },
  'filtered.sse': { blocks: [text('First')], end: failed('refused'), usage: tokenUsage({ input: 20, output: 1 }) },
  'refused.sse': {
    blocks: [],
    end: failed('refused', /^I'm sorry, but I can't help with that\.$/),
    usage: tokenUsage({ input: 20, output: 12 }),
  },
  'error-inside-openrouter.sse': {
    blocks: [text('The thread')],
    end: failed('overloaded', /^Provider disconnected unexpectedly$/),
  },
  'error-inside-vllm.sse': { blocks: [text('The thread')], end: failed('overloaded', /^EngineCore encountered/) },
  'overflow-inside-lm-studio.sse': { blocks: [], end: failed('overflow', /^The number of tokens to keep/) },
};

describe('a recorded stream', () => {
  it('is in the table, every one', () => expect(player.names('.sse')).toEqual(Object.keys(STREAMS).sort()));

  it.each(Object.keys(STREAMS))('%s', async (name) => {
    const { unreadable, ...whole } = await player.streamed(name);
    expect(unreadable.size).toBe(0);
    expect(whole).toEqual(STREAMS[name]);
  });

  it.each(['thinking-deepseek.sse', 'unicode.sse', 'tools.sse'])('%s, byte by byte', async (name) => {
    const { unreadable, ...piecemeal } = await player.streamed(name, { pieceBytes: 1 });
    expect(unreadable.size).toBe(0);
    expect(piecemeal).toEqual(STREAMS[name]);
  });

  it.each(['parallel-tools.sse', 'tools-ollama.sse', 'length.sse'])(
    '%s, cut before it said why it stops',
    async (name) => {
      const said = player.events(name).findIndex((event) => /"finish_reason":"/.test(event));
      expect(said).toBeGreaterThan(1);
      for (let cutAfter = 0; cutAfter <= said; cutAfter++) {
        const { end, blocks } = await player.streamed(name, { cutAfter });
        expect(end).toMatchObject({ type: 'error', error: { kind: 'network' } });
        expect(blocks.filter(({ type }) => type === 'tool_use')).toEqual([]);
      }
    },
  );

  it('W6 that ends without a reason is cut short, unless it says that it is done', async () => {
    for (const last of ['', 'data: [DONE]\n\n']) {
      const { end, blocks } = await player.served((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`${player.events('plain.sse').slice(0, 3).join('')}${last}`);
      });
      expect(end).toMatchObject(last === '' ? { type: 'error', error: { kind: 'network' } } : done);
      expect(blocks).toEqual([text('The thread is compacted')]);
    }
  });

  it('with half a line is an error that keeps what came', async () => {
    const { end, blocks } = await player.served((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(player.events('plain.sse').slice(0, 4).join('').slice(0, -60));
    });
    expect(end).toMatchObject({ type: 'error', error: { kind: 'network' } });
    expect(blocks).toEqual([text('The thread is compacted')]);
  });
});

const REFUSALS: Record<string, { kind: string; message: RegExp }> = {
  'error-400-overflow-llama-cpp.json': { kind: 'overflow', message: /available context size/ },
  'error-400-overflow-lm-studio.json': { kind: 'overflow', message: /^Cannot truncate prompt/ },
  'error-400-overflow-mistral.json': { kind: 'overflow', message: /^Prompt contains 65673 tokens/ },
  'error-400-overflow-openai.json': { kind: 'overflow', message: /maximum context length is 128000/ },
  'error-400-overflow-openrouter.json': {
    kind: 'overflow',
    message: /^Provider returned error: .*maximum prompt length/,
  },
  'error-400-overflow-vllm.json': { kind: 'overflow', message: /^This model's maximum context length/ },
  'error-400-tools-ollama.json': { kind: 'invalid-request', message: /does not support tools$/ },
  'error-401-groq.json': { kind: 'auth', message: /^Invalid API Key$/ },
  'error-402-deepseek.json': { kind: 'quota', message: /^Insufficient Balance$/ },
  'error-403-openrouter.json': { kind: 'refused', message: /requires moderation/ },
  'error-404-ollama.json': { kind: 'invalid-request', message: /^model "qwen9:8b" not found, try pulling it first$/ },
  // No pause helps: the request alone is more than a minute's share.
  'error-413-groq.json': { kind: 'overflow', message: /tokens per minute/ },
  'error-422-fastapi.json': { kind: 'invalid-request', message: /Input should be a valid string/ },
  'error-429-openrouter.json': { kind: 'rate-limit', message: /^Rate limit exceeded/ },
  'error-503-deepseek.json': { kind: 'overloaded', message: /too busy/ },
};

describe('a recorded refusal', () => {
  it('is in the table, every one', () => expect(player.names('.json')).toEqual(Object.keys(REFUSALS).sort()));

  it.each(Object.entries(REFUSALS))('%s', async (name, { kind, message }) => {
    const { end } = await player.refused(name);
    expect(end).toEqual({ type: 'error', error: { kind, message: expect.stringMatching(message) } });
  });

  it("case 18: that a request is too long gives the limit and the request's size", async () => {
    const { end } = await player.refused('error-400-overflow-openai.json');
    const message = end.type === 'error' ? end.error.message : '';
    expect(parseOverflow(message)).toEqual({ requested: 140_000, limit: 128_000 });
  });

  it('may come as a success', async () => {
    const { end } = await player.served((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"Context size has been exceeded."}}');
    });
    expect(end).toEqual({ type: 'error', error: { kind: 'overflow', message: 'Context size has been exceeded.' } });
  });
});
