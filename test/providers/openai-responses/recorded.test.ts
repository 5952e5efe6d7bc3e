/** Streams and refusals in recorded form (test/fixtures/wire/openai-responses), through the library: whole, byte by byte, and cut at every event. */
import { describe, expect, it } from 'vitest';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { openai } from '../../../src/providers/openai-responses/adapter.ts';
import { streamError } from '../../../src/providers/openai-shared/errors.ts';
import { playerOf } from '../openai-recorded.ts';

const player = playerOf(openai, 'openai-responses');
const sealed = (id: string) => ({ by: expect.any(String), signature: expect.stringContaining(`"id":"${id}`) });
const text = (words: string) => ({ type: 'text', text: words, ...sealed('msg_') });
const thought = (words: string) => ({ type: 'thinking', text: words, ...sealed('rs_') });
const call = (id: string, path: string) => ({
  type: 'tool_use',
  id,
  name: 'read_file',
  input: { path },
  ...sealed('fc_'),
});
const unsealed = (words: string) => ({ type: 'text', text: words });
const done = { type: 'end', reason: 'done' };
const calls = { type: 'end', reason: 'calls' };
const failed = (kind: string) => ({ type: 'error', error: { kind, message: expect.stringMatching(/./) } });

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
      { ...call('call_C3', ''), name: 'list_files', input: {} },
    ],
    end: calls,
    usage: tokenUsage({ input: 1964, output: 61 }),
  },
  'thinking.sse': {
    blocks: [
      thought(
        '**Finding the cut**\n\nA cut may not part a call from its result.\n\n**Answering**\n\nThe seventh message.',
      ),
      text('Cut before the seventh message.'),
    ],
    end: done,
    usage: tokenUsage({ input: 391, output: 159 }),
  },
  'thinking-without-words.sse': {
    blocks: [thought(''), call('call_D4', 'a.ts')],
    end: calls,
    usage: tokenUsage({ input: 391, output: 90 }),
  },
  'two-thoughts.sse': {
    blocks: [thought('First.'), call('call_E5', 'a.ts'), thought('Then.'), call('call_F6', 'b.ts')],
    end: calls,
    usage: tokenUsage({ input: 391, output: 190 }),
  },
  'image.sse': { blocks: [text('A red square on white.')], end: done, usage: tokenUsage({ input: 269, output: 9 }) },
  'search-beside.sse': { blocks: [text('Found.')], end: done, usage: tokenUsage({ input: 30, output: 6 }) },
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
    blocks: [unsealed('First of all, one has to say')],
    end: { type: 'end', reason: 'length' },
    usage: tokenUsage({ input: 20, output: 16 }),
  },
  'filtered.sse': {
    blocks: [unsealed('First')],
    end: failed('refused'),
    usage: tokenUsage({ input: 20, output: 1 }),
  },
  'refused.sse': { blocks: [], end: failed('refused'), usage: tokenUsage({ input: 20, output: 12 }) },
  'failed.sse': { blocks: [unsealed('The thread')], end: failed('overloaded') },
  'overloaded-inside.sse': { blocks: [unsealed('The thread')], end: failed('overloaded') },
  'rate-limit-inside.sse': {
    blocks: [unsealed('The thread')],
    end: { type: 'error', error: { ...failed('rate-limit').error, retryAfter: 25_358 } },
  },
  'overflow-inside.sse': { blocks: [], end: failed('overflow') },
  'flagged-inside.sse': { blocks: [], end: failed('refused') },
};

describe('a recorded stream', () => {
  it('is in the table, every one', () => expect(player.names('.sse')).toEqual(Object.keys(STREAMS).sort()));

  it.each(Object.keys(STREAMS))('%s', async (name) => {
    const { unreadable, ...whole } = await player.streamed(name);
    expect(unreadable.size).toBe(0);
    expect(whole).toEqual(STREAMS[name]);
  });

  it.each(['thinking.sse', 'unicode.sse', 'tools.sse'])('%s, byte by byte', async (name) => {
    const { unreadable, ...piecemeal } = await player.streamed(name, { pieceBytes: 1 });
    expect(unreadable.size).toBe(0);
    expect(piecemeal).toEqual(STREAMS[name]);
  });

  it.each(['parallel-tools.sse', 'two-thoughts.sse', 'length.sse'])('%s, cut at every event', async (name) => {
    for (let cutAfter = 0; cutAfter < player.events(name).length; cutAfter++) {
      const { end, blocks } = await player.streamed(name, { cutAfter });
      expect(end).toMatchObject({ type: 'error', error: { kind: 'network' } });
      expect(blocks.filter(({ type }) => type === 'tool_use')).toEqual([]);
    }
  });

  it('cut in the middle of an event', async () => {
    const bytes = player.events('plain.sse').slice(0, 6).join('');
    const { end, blocks } = await player.served((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(bytes.slice(0, -90));
    });
    expect(end).toMatchObject({ type: 'error', error: { kind: 'network' } });
    expect(blocks).toEqual([unsealed('The thread')]);
  });
});

const REFUSALS: Record<string, { kind: string; message?: RegExp }> = {
  'error-400-azure-filter.json': { kind: 'refused', message: /content management policy/ },
  'error-400-output.json': { kind: 'invalid-request', message: /^No tool output found for function call call_A1\.$/ },
  'error-400-overflow.json': { kind: 'overflow', message: /exceeds the context window/ },
  'error-400-reasoning.json': { kind: 'invalid-request', message: /required following item/ },
  'error-401-key.json': { kind: 'auth', message: /Incorrect API key/ },
  'error-403-region.json': { kind: 'auth', message: /territory not supported/ },
  'error-404-model.json': { kind: 'invalid-request', message: /^The model `gpt-9` does not exist.*access to it\.$/ },
  'error-413-size.json': { kind: 'overflow', message: /content size limit/ },
  'error-429-quota.json': { kind: 'quota', message: /current quota/ },
  'error-429-rate.json': { kind: 'rate-limit', message: /Rate limit reached/ },
  'error-500.json': { kind: 'overloaded', message: /had an error/ },
  'error-503.json': { kind: 'overloaded', message: /overloaded/ },
};

describe('a recorded refusal', () => {
  it('is in the table, every one', () => expect(player.names('.json')).toEqual(Object.keys(REFUSALS).sort()));

  it.each(Object.entries(REFUSALS))('%s', async (name, { kind, message }) => {
    const { end } = await player.refused(name);
    expect(end).toMatchObject({ type: 'error', error: { kind, message: expect.stringMatching(message ?? /./) } });
  });

  it.each([
    ['in 20s.', 20_000],
    ['in 6m0s.', 360_000],
    ['in 1h2m3s.', 3_723_000],
    ['in 120ms.', 120],
    ['in a moment.', undefined],
    ['later.', undefined],
  ])('says by its words when to come again: %s', (when, retryAfter) => {
    const message = `Rate limit reached. Please try again ${when}`;
    const error = { kind: 'rate-limit', message, ...(retryAfter !== undefined && { retryAfter }) };
    expect(streamError({ status: 429, message })).toEqual(error);
  });

  it.each([
    ['a web page', 502, '<html><body>Bad gateway</body></html>', 'overloaded', /^A web page came \(HTTP 502\)/],
    ['nothing', 500, '', 'overloaded', /answered with HTTP 500 and no message/],
    ['words that are no JSON', 400, 'nope', 'invalid-request', /^nope$/],
    [
      'words of a wrong path',
      404,
      '404 page not found',
      'invalid-request',
      /^404 page not found \(asked at http:.*v1\)$/,
    ],
    ['half of a JSON', 403, '{"error":', 'auth', /^\{"error":$/],
  ])('may be %s', async (_, status, words, kind, message) => {
    const { end } = await player.served((_request, response) => {
      response.writeHead(status, { 'content-type': words.startsWith('<') ? 'text/html' : 'text/plain' });
      response.end(words);
    });
    expect(end).toEqual({ type: 'error', error: { kind, message: expect.stringMatching(message) } });
  });
});
