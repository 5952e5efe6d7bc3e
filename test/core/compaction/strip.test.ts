/** What a boundary takes out of the messages that it keeps (R9). */
import { describe, expect, it } from 'vitest';
import { stripEdits, stripKept, strippedTokens } from '../../../src/core/compaction/strip.ts';
import type { Block } from '../../../src/core/message/message.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { compacted, read, round, threadOf, typed } from '../tool-output/rounds.ts';

const text: Block = { type: 'text', text: 'Done.' };
const thinking: Block = { type: 'thinking', text: 'a long thought about it' };
const redacted: Block = { type: 'redacted_thinking', data: 'AAAA' };
const reminder: Block = { type: 'reminder', text: 'mind the tabs' };
const said = (...blocks: readonly Block[]) => ({ type: 'message', origin: 'model', blocks }) as const;

function item(...blocks: readonly Block[]) {
  const [only] = threadOf(said(...blocks)).items;
  if (!only) throw new Error('no item');
  return only;
}

describe('R9 stripEdits', () => {
  it.each<[string, readonly Block[], readonly (readonly [number, number])[]]>([
    ['nothing of a message without any', [text, text], []],
    ['thinking', [thinking, text], [[0, 0]]],
    ['redacted thinking', [redacted, text], [[0, 0]]],
    ['a reminder', [text, reminder], [[1, 1]]],
    ['neighbours in one edit', [text, thinking, redacted, reminder, text], [[1, 3]]],
    [
      'others each in its own',
      [thinking, text, thinking, redacted, text, reminder],
      [
        [0, 0],
        [2, 3],
        [5, 5],
      ],
    ],
  ])('takes %s', (_, blocks, spans) => {
    expect(stripEdits(item(...blocks))).toEqual(
      spans.map(([from, to]) => ({ type: 'blocks', span: { entry: 1, from, to }, fate: 'dropped', replacement: [] })),
    );
  });

  it('leaves alone what an edit already changed, and what an edit put there', () => {
    const thread = threadOf(said(thinking, text), typed('on'));
    const parts = compacted(thread, stripEdits(item(thinking, text)));
    const span = { from: entryId(1), to: entryId(1) };
    const replacement = [{ role: 'assistant', blocks: [thinking] }] as const;
    const whole = compacted(thread, [{ type: 'entries', span, fate: 'summarized', replacement }]);
    for (const { items } of [parts, whole]) expect(items.flatMap((one) => stripEdits(one))).toEqual([]);
  });
});

describe('strippedTokens', () => {
  it('are those of the message without what is stripped', () => {
    expect(strippedTokens(item(thinking, text, redacted, reminder))).toBe(item(text).tokens);
    expect(strippedTokens(item(text))).toBe(item(text).tokens);
  });

  it('of what an edit put there are all of them', () => {
    const span = { from: entryId(1), to: entryId(1) };
    const replacement = [{ role: 'assistant', blocks: [thinking, text] }] as const;
    const [first] = compacted(threadOf(typed('a')), [{ type: 'entries', span, fate: 'summarized', replacement }]).items;
    expect(first && strippedTokens(first)).toBe(item(thinking, text).tokens);
  });
});

describe('R9 stripKept', () => {
  const { items } = threadOf(...Array.from({ length: 6 }, () => said(thinking, text)));
  const whole = (from: number, to: number) => {
    const span = { from: entryId(from), to: entryId(to) };
    return { type: 'entries', span, fate: 'summarized', replacement: [] } as const;
  };
  it.each<[string, Parameters<typeof stripKept>[1], Parameters<typeof stripKept>[2], readonly number[]]>([
    ['all between two places', { from: 1, to: 5 }, [], [2, 3, 4, 5]],
    ['not what is replaced whole', { from: 0, to: 6 }, [whole(2, 3)], [1, 4, 5, 6]],
    ['not what several replace, in any order', { from: 0, to: 6 }, [whole(5, 5), whole(1, 2)], [3, 4, 6]],
    ['what is replaced in part by others', { from: 0, to: 2 }, stripEdits(items.at(0) ?? item(text)), [1, 2]],
  ])('strips %s', (_, wish, edits, entries) => {
    const found = stripKept(items, wish, edits);
    expect(found.map(({ span }) => span.entry)).toEqual(entries);
  });

  it('C7 reminders go outside of the span too, from typed messages and from those that an edit changed in part', () => {
    const asked = { ...typed('go'), blocks: [...typed('go').blocks, reminder] };
    const [call, results] = round(read('a.ts', 'x'));
    if (!call || !results) throw new Error('no round');
    const thread = threadOf(asked, [call, { ...results, blocks: [...results.blocks, reminder] }], said(thinking, text));
    const part = { type: 'blocks', span: { entry: entryId(3), from: 0, to: 0 }, fate: 'trimmed' } as const;
    const { items: edited } = compacted(thread, [{ ...part, replacement: [{ type: 'text', text: 'trimmed' }] }]);
    const found = stripKept(edited, { from: 2, to: 3 }, []);
    expect(found.map(({ span }) => span)).toEqual([
      { entry: 1, from: 1, to: 1 },
      { entry: 3, from: 1, to: 1 },
    ]);
  });
});
