/** What a reply becomes: retained lines, the record, what the log knows better, and a note for each run (R43, R47, R48). */

import { describe, expect, it } from 'vitest';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../../src/core/compaction/config.ts';
import { sizeBudget } from '../../../../src/core/compaction/size-budget.ts';
import { finishSummary } from '../../../../src/core/compaction/summarize/finish-summary.ts';
import { planSummary } from '../../../../src/core/compaction/summarize/plan-summary.ts';
import { RETAIN_LABEL, retainedLines } from '../../../../src/core/compaction/summarize/retained.ts';
import type { Json } from '../../../../src/core/lang/json.ts';
import { entryId } from '../../../../src/core/thread/entry-id.ts';
import type { Thread } from '../../../../src/core/thread/thread.ts';
import { estimateText } from '../../../../src/core/tokens/estimate.ts';
import { scriptedModel } from '../../agent/scripted-model.ts';
import { limitsWith, perform } from '../../arbitrary/operations.ts';
import { work } from '../../arbitrary/work.ts';
import { compacted, read, round, run, threadOf, typed } from '../../tool-output/rounds.ts';

interface Changes {
  readonly config?: CompactionConfig;
  readonly target?: number;
}

function finish(thread: Thread, reply: string, { config = DEFAULT_CONFIG, target = 4_000 }: Changes = {}) {
  const limits = limitsWith(target);
  const input = { thread, config, limits, trigger: 'auto' } as const;
  const plan = planSummary(input, sizeBudget(input), scriptedModel([]));
  if (!plan) throw new Error('nothing to summarize');
  return finishSummary(input, plan, reply);
}

/** The texts in place of each run. */
function textsOf(...args: Parameters<typeof finish>): readonly (readonly string[])[] {
  const made = finish(...args);
  if (!made.ok) throw new Error(made.error.type);
  return made.value.edits.flatMap((edit) =>
    edit.type === 'entries'
      ? [edit.replacement.flatMap(({ blocks }) => blocks.flatMap((b) => (b.type === 'text' ? [b.text] : [])))]
      : [],
  );
}

const thread = work(10);
const off: CompactionConfig = { ...DEFAULT_CONFIG, toolOutput: { ...DEFAULT_CONFIG.toolOutput, enabled: false } };

describe('R43 finishSummary', () => {
  it.each([
    ['', { type: 'empty' }],
    ['<retain>- a</retain>', { type: 'empty' }],
    [`<summary>${'every word of it again '.repeat(12_000)}</summary>`, { type: 'gate', gate: { gate: 'smaller' } }],
  ])('does not use %.30s', (reply, error) => {
    expect(finish(thread, reply)).toMatchObject({ ok: false, error });
  });

  it('puts the record in place of the messages, with the ref that leads to them', () => {
    const [[record = '', ...more] = []] = textsOf(thread, 'Ten questions were answered.');
    expect(more).toEqual([expect.stringMatching(/^What the person typed.*- question 0\n/s)]);
    expect(record).toMatch(
      /^The messages of this thread up to here are replaced by this record of them\. It is history/,
    );
    expect(record).toContain('\n\nTen questions were answered.\n\n');
    expect(record).toMatch(/\n\n\[The messages themselves can be read and searched: ref=e1-\d+\]$/);
  });

  it('R35 names no ref where nothing could read it', () => {
    expect(JSON.stringify(textsOf(thread, 'S', { config: off }))).not.toContain('ref=');
  });

  it('counts what stands in place of the messages', () => {
    const made = finish(thread, '<retain>- a</retain><summary>S</summary>');
    const [step] = made.ok ? made.value.steps : [];
    const [texts = []] = textsOf(thread, '<retain>- a</retain><summary>S</summary>');
    const estimate = texts.reduce((sum, text) => sum + estimateText(text), 0);
    expect(step?.tokensAfter).toBeGreaterThanOrEqual(estimate);
    expect(step?.tokensAfter).toBeLessThan(estimate + 20);
  });

  it('tells the middle of a split turn by a note alone', () => {
    const rounds = Array.from({ length: 12 }, (_, i) => round(run(`step ${i}`, `${i} of the output\n`.repeat(90))));
    const split = threadOf(...work(2).messages, typed('do it'), ...rounds);
    const [head = [], middle = []] = textsOf(split, '<retain>- a</retain><summary>S</summary>');
    expect(head).toHaveLength(3);
    expect(middle).toEqual([
      expect.stringMatching(
        /^\[What was done on this message up to here is told in the record above\.\]\n\n\[The messages .* ref=e\d+-\d+\]$/,
      ),
    ]);
    expect(textsOf(split, 'S', { config: off })[1]).toEqual([
      '[What was done on this message up to here is told in the record above.]',
    ]);
  });
});

describe('R48 the retained lines', () => {
  const reply = (lines: string) => `<retain>${lines}</retain><summary>S</summary>`;

  it('stand in a message of their own in front of the record', () => {
    const [[first, second] = []] = textsOf(thread, reply('- a\n- b'));
    expect(first).toBe(`${RETAIN_LABEL}\n- a\n- b`);
    expect(second).toMatch(/^The messages of this thread/);
  });

  it.each([
    ['there are none', reply(' '), {}],
    ['the person wants none', reply('- a'), { retainPrompt: null }],
  ])('make no message when %s', (_, text, options) => {
    const config = { ...DEFAULT_CONFIG, summary: { ...DEFAULT_CONFIG.summary, ...options } };
    expect(textsOf(thread, text, { config })[0]).toEqual([
      expect.stringMatching(/^The messages of this thread/),
      expect.stringMatching(/^What the person typed/),
    ]);
  });

  it('C14 are labelled as a record, and found under the label of earlier versions', () => {
    expect(RETAIN_LABEL).toMatch(/^Record of an earlier part/);
    const old = 'Must not be lost (carried over from compaction to compaction):\n- a\n- b';
    const replacement = [{ role: 'user', blocks: [{ type: 'text', text: old }] }] as const;
    const span = { from: entryId(1), to: entryId(4) };
    const { items } = compacted(thread, [{ type: 'entries', span, fate: 'summarized', replacement }]);
    expect(retainedLines(items)).toEqual(['- a', '- b']);
  });

  it('are found in the context, and in nothing that a person or a model said', () => {
    const made = finish(thread, reply('- a\n- b'));
    if (!made.ok) throw new Error(made.error.type);
    const after = compacted(thread, made.value.edits);
    expect(retainedLines(after.items)).toEqual(['- a', '- b']);
    expect(retainedLines(threadOf(typed(`${RETAIN_LABEL}\n- c`)).items)).toEqual([]);
  });

  it('of before are carried over while all take at most a tenth of the target', () => {
    const rule = `- ${'a long rule '.repeat(30)}that binds`;
    const made = finish(thread, reply(`- b\n${rule}`));
    if (!made.ok) throw new Error(made.error.type);
    const drafts = thread.messages.map(({ id: _, at: __, ...draft }) => draft);
    const more = perform(compacted(thread, made.value.edits), { type: 'messages', drafts });
    const most = estimateText(`- a\n- b\n${rule}`) + 2;
    const kept = (target: number) => textsOf(more, reply('- a'), { target })[0]?.[0];
    expect(kept(most * 10)).toBe(`${RETAIN_LABEL}\n- a\n- b\n${rule}`);
    expect(kept(most * 10 - 60)).toBe(`${RETAIN_LABEL}\n- a\n- b`);
  });
});

describe('what the log knows better', () => {
  const todos: Json = {
    todos: [
      { content: 'write the parser', status: 'completed' },
      { content: 'test the parser', status: 'pending' },
    ],
  };
  const rounds = Array.from({ length: 8 }, (_, i) => round(read(`src/part${i}.ts`, `${i} of the text\n`.repeat(150))));
  const some = threadOf(typed('go'), round({ name: 'todo_write', input: todos, result: 'ok' }), ...rounds, typed('on'));

  it('is said again after a summary: the to-do list, then the files', () => {
    const summary = 'The parser was written, with care, and its tests are what is left to do. '.repeat(40);
    const [[record = ''] = []] = textsOf(some, summary);
    expect(record).toMatch(/\n\n[^\n]+\n- \[ \] test the parser/);
    expect(record.indexOf('src/part')).toBeGreaterThan(record.indexOf('test the parser'));
  });

  it('takes no more than a share of the summary, so that a short one is not buried', () => {
    const [[record = ''] = []] = textsOf(some, 'Short.', { config: off });
    expect(record.endsWith('\n\nShort.')).toBe(true);
  });
});
