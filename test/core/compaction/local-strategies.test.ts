/** What the strategies without a model put in place of a run (R48, R51, R55). */
import { describe, expect, it } from 'vitest';
import { extractRun, runOf, truncateRun } from '../../../src/core/compaction/local-strategies.ts';
import { refNote } from '../../../src/core/compaction/notes.ts';
import { NOTE_TOKENS } from '../../../src/core/compaction/size-budget.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { estimateMessage } from '../../../src/core/tokens/estimate.ts';
import { work } from '../arbitrary/work.ts';
import { threadOf, typed } from '../tool-output/rounds.ts';

const thread = work(6);

function inputFor(one: Thread, items = one.items, budget = 2_000, namesRef = true) {
  const run = runOf(items);
  if (!run) throw new Error('no run');
  return { thread: one, run, kept: [], budget, namesRef };
}

const textOf = ({ messages }: ReturnType<typeof truncateRun>) =>
  messages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))).join('');

function summarized(one: Thread, strategy: 'summarize' | 'native' | 'extract', text: string): Thread {
  const span = { from: entryId(1), to: entryId(8) };
  const replacement = [{ role: 'user', blocks: [{ type: 'text', text }] }] as const;
  const edits = [{ type: 'entries', span, fate: 'summarized', replacement }] as const;
  const id = nextId(one);
  return append(one, { type: 'compaction', id, at: 0, trigger: 'manual', strategy, steps: [], edits });
}

describe('runOf', () => {
  it('has the ends and the tokens of its items', () => {
    const run = runOf(thread.items.slice(2, 5));
    const tokens = thread.items.slice(2, 5).reduce((sum, item) => sum + item.tokens, 0);
    expect(run).toMatchObject({ from: 3, to: 5, tokens });
    expect(runOf([])).toBeUndefined();
  });

  it('reaches over the whole span of what stands in it', () => {
    const after = summarized(thread, 'extract', 'S');
    expect(runOf(after.items.slice(0, 1))).toMatchObject({ from: 1, to: 8 });
    expect(runOf(after.items.slice(0, 2))).toMatchObject({ from: 1, to: 9 });
  });
});

describe('R55 truncateRun', () => {
  it('says how many messages were left out, and where they are', () => {
    const made = truncateRun(inputFor(thread));
    expect(textOf(made)).toBe('[24 earlier messages were left out here to make room. ref=e1-24]');
    expect(made).toMatchObject({ fate: 'dropped', tokens: estimateMessage(made.messages[0]?.blocks ?? []) });
    expect(made.messages.map(({ role }) => role)).toEqual(['user']);
    expect(textOf(truncateRun(inputFor(thread, thread.items, 2_000, false)))).toBe(
      '[24 earlier messages were left out here to make room.]',
    );
  });

  it('C5 says it however small the room is', () => {
    const { tokens } = truncateRun(inputFor(thread));
    for (const budget of [0, tokens - 1, tokens])
      expect(truncateRun(inputFor(thread, thread.items, budget)).messages).toHaveLength(1);
    expect(tokens).toBeLessThanOrEqual(NOTE_TOKENS);
  });
});

describe('R51 extractRun', () => {
  it('tells the run and ends with its ref, within its budget', () => {
    for (const budget of [300, 800, 2_000]) {
      const made = extractRun(inputFor(thread, thread.items, budget));
      expect(made.tokens).toBeLessThanOrEqual(budget);
      expect(made.tokens).toBe(estimateMessage(made.messages[0]?.blocks ?? []));
      expect(made).toMatchObject({ fate: 'summarized', messages: [{ role: 'user' }] });
      expect(textOf(made)).toContain('question 0');
      expect(textOf(made).endsWith(refNote({ from: entryId(1), to: entryId(24) }))).toBe(true);
    }
    expect(textOf(extractRun(inputFor(thread, thread.items, 2_000, false)))).not.toContain('ref=');
  });

  it('never takes more than the run itself did', () => {
    const small = threadOf(typed('a question of a few words, '.repeat(12)), typed('and another one'));
    const made = extractRun(inputFor(small));
    expect(made.tokens).toBeLessThan(small.tokens);
  });

  it('leaves the run out where a summary has no room', () => {
    const input = inputFor(thread, thread.items, 40);
    expect(extractRun(input)).toEqual(truncateRun(input));
  });

  it('tells the originals below an earlier extract, as if it had not been', () => {
    const after = summarized(thread, 'extract', 'an earlier extract');
    expect(textOf(extractRun(inputFor(after)))).toBe(textOf(extractRun(inputFor(thread))));
  });

  it.each(['summarize', 'native'] as const)('R48 keeps what a model wrote beside them (%s)', (strategy) => {
    const made = textOf(extractRun(inputFor(summarized(thread, strategy, 'The port is 4711 for good.'))));
    expect(made).toContain('The port is 4711 for good.');
    expect(made).toContain('question 0');
  });
});
