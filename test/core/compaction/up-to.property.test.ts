/** A compaction up to an entry that a person chose: what is before goes, what is after stays as it is, on any thread. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { planUndo } from '../../../src/core/compaction/undo.ts';
import type { Block } from '../../../src/core/message/message.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { type EntryId, entryId } from '../../../src/core/thread/entry-id.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { limitsWith, perform, someConfig, someOperations, someTarget } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';
import { contextBytes, RUNS } from './properties.ts';

function compactUpTo(thread: Thread, upTo: EntryId, config: CompactionConfig, target: number) {
  const plan = planCompaction({ thread, config, limits: limitsWith(target), trigger: 'manual', upTo });
  const after = plan.type === 'compaction' ? append(thread, applyBoundary(thread, plan.draft, 0)) : thread;
  return { plan, after };
}

/** The entries of a context, each with its blocks. */
const entriesOf = ({ items }: Thread) =>
  new Map([...items].flatMap((item) => (item.type === 'entry' ? [[item.entry.id, item.message.blocks] as const] : [])));

/** A boundary takes thinking and reminders out of what it keeps. */
const spoken = (blocks: readonly Block[] = []) =>
  blocks.filter(({ type }) => !['thinking', 'redacted_thinking', 'reminder'].includes(type));

describe('a compaction up to an entry', () => {
  it('leaves all later entries as they are, is valid, smaller, and undone exactly', () => {
    fc.assert(
      fc.property(someOperations, someConfig, someTarget, fc.nat(), (operations, config, target, chosen) => {
        const thread = operations.reduce(perform, replay([]));
        const upTo = entryId(1 + (chosen % (thread.entries.length + 1)));
        const { plan, after } = compactUpTo(thread, upTo, config, target);
        if (plan.type !== 'compaction') return;
        expect(after.tokens).toBeLessThan(thread.tokens);
        expect(checkContext(projectContext(after).messages)).toEqual([]);
        const kept = entriesOf(after);
        const isTyped = thread.messages.some(({ id, origin }) => id === upTo && origin === 'typed');
        if (isTyped && entriesOf(thread).has(upTo))
          for (const id of entriesOf(thread).keys()) if (id >= upTo) expect(kept.has(id)).toBe(true);
        const newest = Math.max(...[...entriesOf(thread).keys()].filter((id) => id <= upTo));
        for (const [id, blocks] of entriesOf(thread)) {
          // The round of the chosen entry goes with it, so the first entries after it may go too.
          if (id > upTo && kept.has(id)) expect(spoken(kept.get(id))).toEqual(spoken(blocks));
        }
        const firstKept = Math.min(...[...kept.keys()].filter((id) => id > newest));
        for (const id of entriesOf(thread).keys()) if (id >= firstKept) expect(kept.has(id)).toBe(true);
        const undo = planUndo(after, after.compactions.at(-1)?.id ?? entryId(0));
        if (!undo.ok) throw new Error('no undo');
        const undone = append(after, { ...undo.value, id: nextId(after), at: 0 });
        expect(contextBytes(undone)).toEqual(contextBytes(thread));
      }),
      RUNS,
    );
  });

  it('goes up to there, also where the thread is below its target, and no further', () => {
    const thread = work(30, 3_000);
    const turns = [...thread.messages].filter(({ origin }) => origin === 'typed');
    const [, second] = turns;
    const upTo = entryId(Number(second?.id) - 1);
    const { plan, after } = compactUpTo(thread, upTo, { ...DEFAULT_CONFIG, strategy: 'extract' }, 1_000_000);
    if (plan.type !== 'compaction') throw new Error(JSON.stringify(plan));
    expect(plan.draft).not.toHaveProperty('reason');
    expect(plan.draft).not.toHaveProperty('target');
    const [first] = plan.draft.steps;
    expect(Number(first?.to)).toBe(upTo);
    expect(after.tokens).toBeLessThan(thread.tokens);
  });

  it.each([
    ['keeps a question with its answer, and what follows', 1],
    ['takes a reply with its question, and keeps what follows', 0],
  ])('%s', (_, first) => {
    const thread = work(30, 3_000);
    const turns = [...thread.messages].filter(({ origin }) => origin === 'typed').map(({ id }) => Number(id));
    const [, second = 0, third = 0] = turns;
    const upTo = entryId(first === 1 ? second : third - 1);
    const { after } = compactUpTo(thread, upTo, { ...DEFAULT_CONFIG, strategy: 'extract' }, 1_000_000);
    const kept = entriesOf(after);
    expect(turns.slice(1, 4).map((id) => kept.has(entryId(id)))).toEqual(
      first === 1 ? [true, true, true] : [false, true, true],
    );
    expect(kept.has(entryId(second + 1))).toBe(first === 1);
  });

  it('says that there is nothing where all there is must stay', () => {
    const thread = work(1, 30);
    const { plan } = compactUpTo(thread, entryId(0), DEFAULT_CONFIG, 100);
    expect(plan).toEqual({ type: 'unchanged', reason: 'nothing-old-enough' });
  });
});
