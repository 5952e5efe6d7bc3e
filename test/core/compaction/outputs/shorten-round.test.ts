/** The last resort: what is shortened of a newest round, what never is, and what the notes say. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ShortenRoundOptions, shortenRound } from '../../../../src/core/compaction/outputs/shorten-round.ts';
import { capFor, shortenInput, shortenText } from '../../../../src/core/compaction/outputs/shorten-text.ts';
import type { Json } from '../../../../src/core/lang/json.ts';
import type { Block, ToolUseBlock } from '../../../../src/core/message/message.ts';
import { planPin } from '../../../../src/core/thread/pin.ts';
import { append, nextId, type Thread } from '../../../../src/core/thread/thread.ts';
import { estimateText } from '../../../../src/core/tokens/estimate.ts';
import { openRef } from '../../../../src/core/tool-output/open-ref.ts';
import { runs } from '../../../property/runs.ts';
import { someText } from '../../arbitrary/thread.ts';
import { compacted, expectEdited, round, run, threadOf, typed } from '../../tool-output/rounds.ts';

const numberedLines = (count: number) =>
  Array.from({ length: count }, (_, n) => `line ${n + 1} of the file`).join('\n');
const noteFor = () => '[left out]';

function shortened(thread: Thread, options: Partial<ShortenRoundOptions> = {}) {
  return shortenRound(thread, thread.items.slice(-2), { budget: 2_000, namesRef: true, ...options });
}

function shrunk(thread: Thread, options: Partial<ShortenRoundOptions> = {}): Thread {
  const { edits = [], saved = 0 } = shortened(thread, options) ?? {};
  const done = expectEdited(thread, edits);
  expect(thread.tokens - done.tokens).toBe(saved);
  return done;
}

const blocksOf = (thread: Thread) => thread.items.slice(-2).flatMap(({ message }) => message.blocks);
const callsOf = (thread: Thread) =>
  blocksOf(thread).filter((block): block is ToolUseBlock => block.type === 'tool_use');
const textOf = (thread: Thread) => JSON.stringify(blocksOf(thread));

const write = (content: string) => ({ name: 'write_file', input: { path: 'src/a.ts', content }, result: 'Written.' });

describe('a newest round that is shortened', () => {
  it('is left alone within its budget', () => {
    expect(shortened(threadOf(typed('go'), round(write('short'))))).toMatchObject({ edits: [], saved: 0 });
  });

  it('keeps the start and the end of a long text in an input, its short fields, and a note with the ref', async () => {
    const content = numberedLines(5_000);
    const thread = threadOf(typed('go'), round(write(content)));
    const [call] = callsOf(shrunk(thread));
    const input = call?.input as { path: string; content: string };
    expect(input.path).toBe('src/a.ts');
    expect(input.content).toMatch(
      /^line 1 of the file\nline 2 [\s\S]*\n\[\d+ characters left out to fit the context window; ref=e2\.0\]\n[\s\S]*line 5000 of the file$/,
    );
    const opened = await openRef('e2.0', thread, { open: async () => undefined });
    if (!opened.ok) throw new Error(opened.error.type);
    let original = '';
    for await (const chunk of opened.value.chunks()) original += chunk;
    expect(original).toContain(content);
  });

  it('says at which line of a result to read on', () => {
    const thread = threadOf(typed('go'), round(run('cat a', numberedLines(5_000))));
    const [, lastShown, next] =
      /(\d+) of the file\\n\[\d+ characters left out .*ref_id=e3\.0 offset=(\d+)\]/.exec(textOf(shrunk(thread))) ?? [];
    expect(Number(lastShown) + 1).toBe(Number(next));
  });

  it('names the stored output where the result was cut before', () => {
    const outputRef = { id: 'o_3f2a9c51b07d44e8' };
    const content = [{ type: 'text', text: numberedLines(5_000) }] as const;
    const thread = threadOf(typed('go'), round(run('cat a', { content, outputRef })));
    expect(textOf(shrunk(thread))).toContain('ref_id=o_3f2a9c51b07d44e8 offset=');
  });

  it('shortens the longest first: what is small stays as it is', () => {
    const thread = threadOf(
      typed('go'),
      round(write(numberedLines(40)), write(numberedLines(3_000)), run('ls', numberedLines(2_000))),
    );
    const before = callsOf(thread);
    const calls = callsOf(shrunk(thread));
    expect(calls[0]).toBe(before[0]);
    expect(calls[1]).not.toEqual(before[1]);
  });

  it('names no ref where the model has no tool to read one', () => {
    const thread = threadOf(typed('go'), round(write(numberedLines(5_000)), run('ls', numberedLines(5_000))));
    expect(textOf(shrunk(thread, { namesRef: false }))).not.toMatch(/ref/);
  });

  it('drops the seal of what it changes, and no other', () => {
    const seal = { signature: 'sig', by: 'us' } as const;
    const calls: readonly Block[] = [
      { type: 'thinking', text: 'hm', ...seal },
      { type: 'tool_use', id: 'a', name: 'write_file', input: { content: numberedLines(5_000) }, ...seal },
      { type: 'tool_use', id: 'b', name: 'write_file', input: {}, ...seal },
    ];
    const results = ['a', 'b'].map(
      (id): Block => ({ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text: 'ok' }] }),
    );
    const thread = threadOf(
      typed('go'),
      { type: 'message', origin: 'model', blocks: calls },
      { type: 'message', origin: 'tools', blocks: results },
    );
    expect(blocksOf(shrunk(thread)).map((block) => 'signature' in block)).toEqual([true, false, true, false, false]);
  });

  it('never touches a call without a result, nor what is pinned', () => {
    const open: Block = { type: 'tool_use', id: 'a', name: 'write_file', input: { content: numberedLines(5_000) } };
    const asking = threadOf(typed('go'), { type: 'message', origin: 'model', blocks: [open] });
    expect(shortenRound(asking, asking.items.slice(-1), { budget: 2_000, namesRef: true })).toBeUndefined();
    const thread = threadOf(typed('go'), round(write(numberedLines(5_000))));
    const [, message] = thread.messages;
    const pin = message && planPin(thread, message.id, true);
    if (!pin?.ok) throw new Error('not pinned');
    expect(shortened(append(thread, { ...pin.value, id: nextId(thread), at: 0 }))).toBeUndefined();
  });

  it('is shortened once more from the originals where the room became smaller', () => {
    const thread = threadOf(typed('go'), round(write(numberedLines(5_000))));
    const once = shrunk(thread);
    const { edits = [] } = shortened(once, { budget: 500 }) ?? {};
    const twice = compacted(once, edits);
    expect(twice.items.slice(-2).reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(500);
    expect(textOf(twice).match(/left out/g)).toHaveLength(1);
  });

  it.each<[string, Json]>([
    ['numbers', { values: Array.from({ length: 9_000 }, (_, n) => n) }],
    ['keys', Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`key ${n}`, null]))],
    ['a list', [numberedLines(5_000)]],
    ['a text', numberedLines(5_000)],
  ])('leaves an input of %s an object or a list with a note', (_, input) => {
    const thread = threadOf(typed('go'), round({ name: 'any', input, result: 'ok' }));
    const [call] = callsOf(shrunk(thread));
    expect(typeof call?.input).toBe('object');
    expect(JSON.stringify(call?.input)).toContain('left out');
  });

  it('replaces an image and a document that are larger than their share by a line', () => {
    const content = [
      { type: 'document', mediaType: 'application/pdf', data: 'AAAA'.repeat(200_000) },
      { type: 'text', text: 'a file' },
    ] as const;
    const thread = threadOf(typed('go'), round(run('open', { content })));
    expect(textOf(shrunk(thread))).toMatch(/\[A document left out to fit the context window; ref=e3\.0\]/);
  });

  it('is not shortened where each of its blocks would say too little', () => {
    const many = Array.from({ length: 60 }, (_, n) => run(`echo ${n}`, numberedLines(20)));
    expect(shortened(threadOf(typed('go'), round(...many)))).toBeUndefined();
  });
});

describe('a text that is shortened', () => {
  it('has at most so many tokens, or is its note alone; never longer than it was', () => {
    fc.assert(
      fc.property(someText, fc.integer({ min: 0, max: 400 }), (text, most) => {
        const short = shortenText(text, { most, noteFor });
        expect(short.length).toBeLessThanOrEqual(Math.max(text.length, noteFor().length));
        if (short !== text && short !== noteFor()) expect(estimateText(short)).toBeLessThanOrEqual(most);
      }),
      runs(300),
    );
  });

  it('in an input leaves an object', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 60 }), (input, most) => {
        const short = shortenInput(input as Json, { most, noteFor });
        expect(typeof short).toBe('object');
        expect(short).not.toBeNull();
        expect(() => JSON.stringify(short)).not.toThrow();
      }),
      runs(300),
    );
  });
});

it('the most that parts may have fills the budget, and no part that is smaller loses anything', () => {
  expect(capFor([10, 20, 30], 60)).toBe(Number.POSITIVE_INFINITY);
  expect(capFor([10, 20, 30], 50)).toBe(20);
  expect(capFor([5, 100, 100], 105)).toBe(50);
  expect(capFor([50], -3)).toBe(0);
  expect(capFor([], -3)).toBe(Number.POSITIVE_INFINITY);
});
