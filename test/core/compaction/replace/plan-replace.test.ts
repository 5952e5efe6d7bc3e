/** The entry that replaced ranges make: spans, fates and numbers, what is stripped after them, what is left of the call (R6–R12). */
import { describe, expect, it } from 'vitest';
import { planReplace, type ReplaceRequest } from '../../../../src/core/compaction/replace/plan-replace.ts';
import type { Replacement } from '../../../../src/core/compaction/replace/replacement.ts';
import type { Block } from '../../../../src/core/message/message.ts';
import type { Edit } from '../../../../src/core/thread/edit.ts';
import { entryId } from '../../../../src/core/thread/entry-id.ts';
import type { Thread } from '../../../../src/core/thread/thread.ts';
import { compacted, threadOf } from '../../tool-output/rounds.ts';

const text = (value: string): Block => ({ type: 'text', text: value });
const check = (id: string): Block => ({ type: 'checkpoint', id });
const call = (id: string): Block => ({ type: 'tool_use', id, name: 'run', input: {} });
const result = (id: string): Block => ({ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text: id }] });
const thinking: Block = { type: 'thinking', text: 'hm', signature: 's' };
const said = (origin: 'typed' | 'model' | 'tools', ...blocks: readonly Block[]) => {
  return { type: 'message', origin, blocks } as const;
};

const thread = threadOf(
  said('typed', text('one'), check('aaaaaa')),
  said('model', thinking, call('x'), call('y')),
  said('tools', result('x'), result('y'), check('bbbbbb')),
  said('model', thinking, text('Done.')),
  said('typed', text('two'), { type: 'reminder', text: 'tabs' }, check('cccccc')),
  said('model', thinking, call('z')),
  said('tools', result('z'), check('dddddd')),
  said('model', { type: 'redacted_thinking', data: 'A' }, text('Well.')),
  said('typed', text('three'), { type: 'reminder', text: 'spaces' }, check('eeeeee')),
  said('model', thinking, call('c'), call('v')),
  said('tools', result('c'), result('v'), check('ffffff')),
);

function plan(before: Thread, replacements: readonly Replacement[], more: Partial<ReplaceRequest> = {}) {
  const planned = planReplace({ thread: before, replacements, trigger: 'model', ...more });
  if (!planned.ok) throw new Error(planned.error.type);
  return planned.value;
}

const brief = (edits: readonly Edit[]) =>
  edits.map((edit) =>
    edit.type === 'entries'
      ? `${edit.fate} e${edit.span.from}-${edit.span.to}`
      : `${edit.fate} e${edit.span.entry}.${edit.span.from}-${edit.span.to}${edit.replacement.length > 0 ? ' by a line' : ''}`,
  );

describe('planReplace', () => {
  it('describes each range: typed turns, results, messages and tokens', () => {
    const { steps, trigger, strategy, tokensBefore, tokensAfter, measured, edits } = plan(thread, [
      { from: 'aaaaaa', to: 'bbbbbb', summary: 'S' },
      { from: 'bbbbbb', to: 'dddddd', summary: '' },
    ]);
    const tokens = (from: number, to: number) =>
      thread.items.slice(from, to).reduce((sum, item) => sum + item.tokens, 0);
    expect(steps).toEqual([
      {
        kind: 'replace',
        from: 2,
        to: 3,
        turns: 0,
        toolResults: 2,
        messages: 2,
        tokensBefore: tokens(1, 3),
        tokensAfter: expect.any(Number),
      },
      {
        kind: 'replace',
        from: 4,
        to: 7,
        turns: 1,
        toolResults: 1,
        messages: 4,
        tokensBefore: tokens(3, 7),
        tokensAfter: 0,
      },
    ]);
    expect(steps[0]?.tokensAfter).toBeGreaterThan(0);
    expect([trigger, strategy, measured, tokensBefore]).toEqual(['model', 'replace', false, thread.tokens]);
    expect(tokensAfter).toBe(compacted(thread, edits).tokens);
  });

  it('counts a person’s as a person’s, and what is sent beside the messages', () => {
    const base = { system: 100, tools: 20, instructions: 3 };
    const planned = plan(thread, [{ to: 'bbbbbb', summary: 'S' }], { trigger: 'manual', base });
    expect([planned.trigger, planned.tokensBefore]).toEqual(['manual', thread.tokens + 123]);
    expect(planned.tokensAfter).toBe(compacted(thread, planned.edits).tokens + 123);
  });

  it('R9 C7 strips what is kept from the first range on to the round that is not read, and reminders everywhere', () => {
    expect(brief(plan(thread, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }]).edits)).toEqual([
      'replaced e2-3',
      'dropped e4.0-0',
      'dropped e5.1-1',
      'dropped e6.0-0',
      'dropped e8.0-0',
      'dropped e9.1-1',
    ]);
    expect(brief(plan(thread, [{ from: 'cccccc', to: 'dddddd', summary: 'S' }]).edits)).toEqual([
      'replaced e6-7',
      'dropped e5.1-1',
      'dropped e8.0-0',
      'dropped e9.1-1',
    ]);
    const two: readonly Replacement[] = [
      { from: 'cccccc', to: 'dddddd', summary: 'S' },
      { from: 'aaaaaa', to: 'bbbbbb', summary: 'S' },
    ];
    expect(brief(plan(thread, two).edits)).toEqual([
      'replaced e6-7',
      'replaced e2-3',
      'dropped e4.0-0',
      'dropped e5.1-1',
      'dropped e8.0-0',
      'dropped e9.1-1',
    ]);
  });

  it('R8 a summary at the start is the person’s and says what it is, another is the model’s as it is', () => {
    const [head, later] = [
      plan(thread, [{ to: 'bbbbbb', summary: 'S' }]),
      plan(thread, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }]),
    ].map(({ edits }) => edits[0]?.replacement);
    expect(head).toEqual([
      {
        role: 'user',
        blocks: [{ type: 'text', text: 'Summary of the thread up to here, in place of the messages themselves:\n\nS' }],
      },
    ]);
    expect(later).toEqual([{ role: 'assistant', blocks: [{ type: 'text', text: 'S' }] }]);
  });

  it.each<[string, Block, 'user' | 'assistant']>([
    ['thinking', thinking, 'user'],
    ['redacted thinking', { type: 'redacted_thinking', data: 'A' }, 'user'],
    ['text', text('I look.'), 'assistant'],
  ])('before a round that is not read and begins with %s a summary is the %s’s', (_, first, role) => {
    const before = threadOf(
      said('typed', text('one'), check('aaaaaa')),
      said('model', text('Done.')),
      said('typed', text('two'), check('bbbbbb')),
      said('model', first, call('x')),
      said('tools', result('x'), check('cccccc')),
    );
    const [edit] = plan(before, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }]).edits;
    expect(edit?.replacement).toMatchObject([{ role }]);
  });
});

describe('R12 the call that asks for it', () => {
  it('is a line, its result is gone, and calls beside it are left alone', () => {
    const { edits } = plan(thread, [{ from: 'aaaaaa', to: 'dddddd', summary: 'S' }], { callId: 'c' });
    expect(edits.slice(1)).toEqual([
      {
        type: 'blocks',
        span: { entry: 10, from: 1, to: 1 },
        fate: 'replaced',
        replacement: [{ type: 'text', text: 'I compacted the thread.' }],
      },
      { type: 'blocks', span: { entry: 11, from: 0, to: 0 }, fate: 'dropped', replacement: [] },
      { type: 'blocks', span: { entry: 8, from: 0, to: 0 }, fate: 'dropped', replacement: [] },
      { type: 'blocks', span: { entry: 9, from: 1, to: 1 }, fate: 'dropped', replacement: [] },
    ]);
  });

  it('is left alone inside a range, which takes it whole, from its first message to its last', () => {
    expect(brief(plan(thread, [{ from: 'eeeeee', summary: 'S' }], { callId: 'c' }).edits)).toEqual([
      'replaced e10-11',
      'dropped e5.1-1',
      'dropped e9.1-1',
    ]);
    expect(brief(plan(thread, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }], { callId: 'x' }).edits)).toEqual(
      brief(plan(thread, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }]).edits),
    );
  });

  it('is left alone beside ranges that do not hold it, when there are several', () => {
    const two: readonly Replacement[] = [
      { from: 'aaaaaa', to: 'bbbbbb', summary: 'S' },
      { from: 'eeeeee', summary: 'T' },
    ];
    expect(brief(plan(thread, two, { callId: 'c' }).edits).filter((edit) => edit.includes('by a line'))).toEqual([]);
  });

  it('is found beside what an earlier compaction left', () => {
    const once = compacted(thread, plan(thread, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }]).edits);
    const { edits } = plan(once, [{ from: 'cccccc', to: 'dddddd', summary: 'T' }], { callId: 'c' });
    expect(brief(edits)).toEqual(['replaced e6-7', 'replaced e10.1-1 by a line', 'dropped e11.0-0']);
  });
});

describe('R11 a range that can not be', () => {
  const once = compacted(thread, plan(thread, [{ from: 'aaaaaa', to: 'dddddd', summary: 'S' }]).edits);
  const refused = (before: Thread, replacement: Replacement) => {
    const planned = planReplace({ thread: before, replacements: [replacement], trigger: 'model' });
    return planned.ok ? undefined : planned.error;
  };

  it.each([['bbbbbb'], ['cccccc'], ['dddddd']])('names the compaction that took %s out, and what works', (id) => {
    expect(refused(once, { from: id, summary: '' })).toEqual({
      type: 'consumed',
      id,
      by: 12,
      working: ['aaaaaa', 'eeeeee', 'ffffff'],
    });
  });

  it('knows an id that never was, and one whose message stands without it', () => {
    const working = ['aaaaaa', 'eeeeee', 'ffffff'];
    expect(refused(once, { to: 'zzzzzz', summary: '' })).toEqual({ type: 'unknown-id', id: 'zzzzzz', working });
    const bare = compacted(once, [
      { type: 'blocks', span: { entry: entryId(9), from: 2, to: 2 }, fate: 'dropped', replacement: [] },
    ]);
    expect(refused(bare, { to: 'eeeeee', summary: '' })).toEqual({
      type: 'unknown-id',
      id: 'eeeeee',
      working: ['aaaaaa', 'ffffff'],
    });
  });

  it('is empty at the end of the thread and between two of one message, reversed only when both ends are given', () => {
    expect(refused(thread, { from: 'ffffff', summary: '' })).toEqual({ type: 'empty', from: 'ffffff', to: undefined });
    expect(refused(thread, { from: 'bbbbbb', to: 'bbbbbb', summary: '' })).toMatchObject({ type: 'empty' });
    expect(refused(thread, { from: 'cccccc', to: 'bbbbbb', summary: '' })).toEqual({
      type: 'reversed',
      from: 'cccccc',
      to: 'bbbbbb',
    });
    expect(refused(threadOf(), { summary: '' })).toEqual({ type: 'empty', from: undefined, to: undefined });
  });

  it('may touch another, but not share a message with it, whichever comes first', () => {
    const [first, second, both] = [
      { from: 'aaaaaa', to: 'bbbbbb' },
      { from: 'bbbbbb', to: 'cccccc' },
      { to: 'cccccc' },
    ];
    const problem = (...ranges: readonly Omit<Replacement, 'summary'>[]) => {
      const replacements = ranges.map((range) => ({ ...range, summary: 'S' }));
      const planned = planReplace({ thread, replacements, trigger: 'model' });
      return planned.ok ? undefined : planned.error;
    };
    expect(problem(first, second)).toBeUndefined();
    expect(problem(second, first)).toBeUndefined();
    expect(problem(first, second, both)).toEqual({ type: 'overlap', first: 0, second: 2 });
    expect(problem(both, second)).toEqual({ type: 'overlap', first: 0, second: 1 });
  });
});
