/** Ranges between checkpoints, replaced by summaries (R4–R16, reliability cases 1–9). */
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../../src/core/compaction/apply-boundary.ts';
import { describeRefusal } from '../../../../src/core/compaction/replace/compact-tool.ts';
import { planReplace, type ReplaceRequest } from '../../../../src/core/compaction/replace/plan-replace.ts';
import type { Replacement } from '../../../../src/core/compaction/replace/replacement.ts';
import { planUndo } from '../../../../src/core/compaction/undo.ts';
import type { Block, Message } from '../../../../src/core/message/message.ts';
import { checkContext } from '../../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../../src/core/thread/context.ts';
import type { MessageEntry, Origin } from '../../../../src/core/thread/entry.ts';
import { entryId } from '../../../../src/core/thread/entry-id.ts';
import { append, replay, type Thread } from '../../../../src/core/thread/thread.ts';

const text = (value: string): Block => ({ type: 'text', text: value });
const check = (id: string): Block => ({ type: 'checkpoint', id });
const call = (id: string): Block => ({ type: 'tool_use', id, name: 'run', input: {} });
const result = (id: string, value = id): Block => ({
  type: 'tool_result',
  toolUseId: id,
  content: value === '' ? [] : [{ type: 'text', text: value }],
});

function thread(...messages: readonly [Origin, ...Block[]][]): Thread {
  return replay(
    messages.map(
      ([origin, ...blocks], i): MessageEntry => ({ type: 'message', id: entryId(i + 1), at: i, origin, blocks }),
    ),
  );
}

function replaced(before: Thread, replacements: readonly Replacement[], more: Partial<ReplaceRequest> = {}): Thread {
  const planned = planReplace({ thread: before, replacements, trigger: 'model', ...more });
  if (!planned.ok) throw new Error(describeRefusal(planned.error));
  return append(before, applyBoundary(before, planned.value, 0));
}

function refusal(before: Thread, replacements: readonly Replacement[]): string {
  const planned = planReplace({ thread: before, replacements, trigger: 'model' });
  return planned.ok ? 'none' : describeRefusal(planned.error);
}

const brief = (after: Thread) => projectContext(after).messages.map(briefMessage);

function briefMessage({ role, blocks }: Message): string {
  const said = blocks.map((b) => {
    if (b.type === 'text') return b.text.replace(/^Summary of the thread.*\n\n/, '*');
    if (b.type === 'checkpoint') return `<${b.id}>`;
    if (b.type === 'tool_use') return `call(${b.id})`;
    return b.type === 'tool_result' ? `result(${b.toolUseId})` : b.type;
  });
  return `${role[0]}: ${said.join(' ')}`;
}

/** user(content, a) · assistant · user(content, b) · assistant · user(content, c) · assistant */
const three = thread(
  ['typed', text('one'), check('aaaaaa')],
  ['model', text('first')],
  ['typed', text('two'), check('bbbbbb')],
  ['model', text('second')],
  ['typed', text('three'), check('cccccc')],
  ['model', text('third')],
);

describe('replacing ranges', () => {
  it.each([
    ['R8 a to c', { from: 'aaaaaa', to: 'cccccc', summary: 'S' }, ['u: one <aaaaaa>', 'a: S third']],
    ['R8 a to the end', { from: 'aaaaaa', summary: 'S' }, ['u: one <aaaaaa>', 'a: S']],
    ['R8 the start to c', { to: 'cccccc', summary: 'S' }, ['u: *S', 'a: third']],
    ['R6 all of it', { summary: 'S' }, ['u: *S']],
    [
      'R14 a to b',
      { from: 'aaaaaa', to: 'bbbbbb', summary: 'S' },
      ['u: one <aaaaaa>', 'a: S second', 'u: three <cccccc>', 'a: third'],
    ],
    ['R14 the start to b', { to: 'bbbbbb', summary: 'S' }, ['u: *S', 'a: second', 'u: three <cccccc>', 'a: third']],
    [
      'R6 an empty summary deletes',
      { from: 'aaaaaa', to: 'bbbbbb', summary: '' },
      ['u: one <aaaaaa>', 'a: second', 'u: three <cccccc>', 'a: third'],
    ],
    [
      'R6 a blank summary deletes',
      { from: 'aaaaaa', to: 'bbbbbb', summary: ' \n' },
      ['u: one <aaaaaa>', 'a: second', 'u: three <cccccc>', 'a: third'],
    ],
  ] satisfies [string, Replacement, string[]][])('%s', (_, replacement, expected) => {
    const after = replaced(three, [replacement]);
    expect(brief(after)).toEqual(expected);
    expect(checkContext(projectContext(after).messages)).toEqual([]);
  });

  it('R14 R11 makes several replacements against the thread as it was', () => {
    const after = replaced(three, [
      { from: 'bbbbbb', to: 'cccccc', summary: 'late' },
      { from: 'aaaaaa', to: 'bbbbbb', summary: 'early' },
    ]);
    expect(brief(after)).toEqual(['u: one <aaaaaa>', 'a: early late third']);
  });

  it('R10 checkpoints outside the range work in the next compaction', () => {
    const once = replaced(three, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }]);
    expect(brief(replaced(once, [{ from: 'aaaaaa', to: 'cccccc', summary: 'T' }]))).toEqual([
      'u: one <aaaaaa>',
      'a: T third',
    ]);
  });

  it('R14 R9 C7 strips thinking after the range, and all reminders, from what is kept', () => {
    const before = thread(
      ['typed', text('one'), { type: 'reminder', text: 'r0' }, check('aaaaaa')],
      ['model', text('first')],
      ['typed', text('two'), check('bbbbbb')],
      ['model', { type: 'thinking', text: 'hm', signature: 's' }, text('second')],
      ['typed', text('three'), { type: 'reminder', text: 'r' }, check('cccccc')],
      ['model', { type: 'redacted_thinking', data: 'x' }, text('third')],
      ['typed', text('four'), { type: 'reminder', text: 'still news' }, check('dddddd')],
    );
    expect(brief(replaced(before, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }]))).toEqual([
      'u: one <aaaaaa>',
      'a: S second',
      'u: three <cccccc>',
      'a: third',
      'u: four <dddddd>',
    ]);
  });

  it('a summary never stands in front of thinking that must come first', () => {
    const before = thread(
      ['typed', text('one'), check('aaaaaa')],
      ['model', text('first')],
      ['typed', text('two'), check('bbbbbb')],
      ['model', { type: 'thinking', text: 'hm', signature: 's' }, call('x')],
      ['tools', result('x'), check('cccccc')],
    );
    const after = replaced(before, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }]);
    expect(brief(after)[0]).toBe('u: one <aaaaaa> *S');
  });
});

describe('refusals leave the thread as it was', () => {
  const once = replaced(three, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }]);
  it.each([
    ['R11 an unknown id', three, [{ from: 'zzzzzz', summary: '' }], /no checkpoint zzzzzz.*aaaaaa, bbbbbb, cccccc/],
    [
      'case 3: an id that was consumed',
      once,
      [{ from: 'bbbbbb', summary: '' }],
      /bbbbbb is no longer.*compaction 7.*aaaaaa, cccccc/,
    ],
    ['case 4: from after to', three, [{ from: 'cccccc', to: 'aaaaaa', summary: '' }], /cccccc\) comes after.*aaaaaa/],
    ['an empty range', three, [{ from: 'aaaaaa', to: 'aaaaaa', summary: '' }], /holds no whole message/],
    [
      'R11 ranges that overlap',
      three,
      [
        { to: 'bbbbbb', summary: '' },
        { from: 'aaaaaa', to: 'cccccc', summary: '' },
      ],
      /replacements\[1\] overlaps replacements\[0\]/,
    ],
    [
      'R11 one bad range of two',
      three,
      [
        { from: 'aaaaaa', to: 'bbbbbb', summary: 'S' },
        { from: 'zzzzzz', summary: '' },
      ],
      /zzzzzz/,
    ],
  ] satisfies [string, Thread, Replacement[], RegExp][])('%s', (_, before, replacements, said) => {
    const bytes = JSON.stringify(before.entries);
    expect(refusal(before, replacements)).toMatch(said);
    expect(JSON.stringify(before.entries)).toBe(bytes);
  });
});

describe('rounds', () => {
  const parallel = thread(
    ['typed', text('go'), check('aaaaaa')],
    ['model', call('x'), call('y'), call('z')],
    ['tools', result('x'), check('bbbbbb')],
    ['tools', result('y'), check('cccccc')],
    ['tools', result('z'), check('dddddd')],
    ['model', text('done')],
  );

  it('case 1: a range that ends inside a burst of three parallel calls grows to the whole round', () => {
    expect(brief(replaced(parallel, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }]))).toEqual([
      'u: go <aaaaaa>',
      'a: S done',
    ]);
  });

  it('case 1: one that starts inside it starts after the round, and its message is kept', () => {
    const after = replaced(parallel, [{ from: 'bbbbbb', summary: 'S' }]);
    expect(brief(after)).toEqual([
      'u: go <aaaaaa>',
      'a: call(x) call(y) call(z)',
      'u: result(x) result(y) result(z) <bbbbbb> <cccccc> <dddddd>',
      'a: S',
    ]);
  });

  it('case 2: an empty result at the edge of a range is compacted', () => {
    const before = thread(
      ['typed', text('go'), check('aaaaaa')],
      ['model', call('x')],
      ['tools', result('x', ''), check('bbbbbb')],
      ['model', text('ok')],
    );
    expect(brief(replaced(before, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }]))).toEqual([
      'u: go <aaaaaa>',
      'a: S ok',
    ]);
  });
});

describe('the call that asks for it', () => {
  const asking = thread(
    ['typed', text('go'), check('aaaaaa')],
    ['model', text('first')],
    ['typed', text('now tidy up'), check('bbbbbb')],
    ['model', text('I tidy up.'), call('c'), call('x')],
    ['tools', result('c'), result('x'), check('cccccc')],
  );

  it('R12 case 8: leaves one line of itself, also beside parallel calls', () => {
    const after = replaced(asking, [{ from: 'aaaaaa', to: 'bbbbbb', summary: 'S' }], { callId: 'c' });
    expect(brief(after)).toEqual([
      'u: go <aaaaaa>',
      'a: S I tidy up. I compacted the thread. call(x)',
      'u: result(x) <cccccc>',
    ]);
    expect(checkContext(projectContext(after).messages)).toEqual([]);
  });

  it('R12 leaves nothing when the range swallowed it', () => {
    const after = replaced(asking, [{ from: 'aaaaaa', summary: 'S' }], { callId: 'c' });
    expect(brief(after)).toEqual(['u: go <aaaaaa>', 'a: S']);
  });
});

describe('undo', () => {
  it('gives back the very bytes', () => {
    const after = replaced(three, [{ to: 'cccccc', summary: 'S' }]);
    const undo = planUndo(after, entryId(7));
    if (!undo.ok) throw new Error(undo.error.type);
    expect(projectContext(append(after, applyBoundary(after, undo.value, 0)))).toEqual(projectContext(three));
  });

  it('case 6: three nested compactions, and every one shrinks the total', () => {
    const long = (name: string) => text(`${name} ${'and so on '.repeat(200)}`);
    let current = thread(
      ['typed', text('one'), check('aaaaaa')],
      ['model', long('first')],
      ['typed', long('two'), check('bbbbbb')],
      ['model', long('second')],
      ['typed', long('three'), check('cccccc')],
      ['model', long('third')],
      ['typed', long('four'), check('dddddd')],
      ['model', text('ok')],
    );
    const sizes = [current.tokens];
    for (const to of ['bbbbbb', 'cccccc', 'dddddd']) {
      current = replaced(current, [{ from: 'aaaaaa', to, summary: `up to ${to}` }]);
      sizes.push(current.tokens);
    }
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBe(4);
  });
});
