/** Properties of a compaction of any thread: it gains, keeps what it must, and is undone exactly. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import type { CompactionConfig } from '../../../src/core/compaction/config.ts';
import { planSummaryEdit, summaryIn } from '../../../src/core/compaction/edit-summary.ts';
import { mustKeep } from '../../../src/core/compaction/keep.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { NOTE_TOKENS, sizeBudget } from '../../../src/core/compaction/size-budget.ts';
import { retainedLines } from '../../../src/core/compaction/summarize/retained.ts';
import { planRedo, planUndo } from '../../../src/core/compaction/undo.ts';
import { valueAt } from '../../../src/core/lang/grow-list.ts';
import type { EntryId } from '../../../src/core/thread/entry-id.ts';
import type { ContextItem } from '../../../src/core/thread/items.ts';
import { measure } from '../../../src/core/thread/measure.ts';
import { append, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { legalCuts, newestTyped } from '../../../src/core/thread/turns.ts';
import { estimateText } from '../../../src/core/tokens/estimate.ts';
import {
  limitsWith,
  type Operation,
  perform,
  restarted,
  someConfig,
  someOperations,
  someTarget,
} from '../arbitrary/operations.ts';
import { someText } from '../arbitrary/thread.ts';
import { contextBytes, RUNS } from './properties.ts';

const EMPTY = replay([]);
const someOrder = fc.infiniteStream(fc.nat({ max: 1000 }));

function compacted(thread: Thread, config: CompactionConfig, target: number) {
  const plan = planCompaction({ thread, config, limits: limitsWith(target), trigger: 'manual' });
  if (plan.type !== 'compaction') return { plan, after: thread };
  return { plan, after: append(thread, applyBoundary(thread, plan.draft, 0)) };
}

/** What a compaction may take out of a message that it keeps. */
const STRIPPED = ['thinking', 'redacted_thinking', 'reminder'];

function spoken({ message }: ContextItem) {
  return message.blocks.filter((block) => !STRIPPED.includes(block.type));
}

function pinned({ items, pins }: Thread) {
  return items.filter((item) => item.type === 'entry' && pins.has(item.entry.id));
}

/** Replies that forget a retained line where there is little room for it: `npm run test:deep` found them. */
const FORGOTTEN: readonly (readonly Operation[])[] = [
  [50, 'vitae', 'fermentum'],
  [30, 'enim', 'non'],
].map(([target, reply, line]) => [
  {
    type: 'messages',
    drafts: [
      { type: 'message', origin: 'program', blocks: [{ type: 'text', text: 'line of output 50\n'.repeat(50) }] },
    ],
  },
  { type: 'reply', model: 'model-a', total: 0, text: 'scelerisque' },
  { type: 'summarize', target: 1, reply: `<retain>\n- ${line}\n</retain>\n<summary>erat</summary>` },
  { type: 'summarize', target: Number(target), reply: String(reply) },
]);

describe('a compaction', () => {
  it('shrinks the measure, or changes nothing', () => {
    fc.assert(
      fc.property(someOperations, someConfig, someTarget, (operations, config, target) => {
        const thread = operations.reduce(perform, EMPTY);
        const { plan, after } = compacted(thread, config, target);
        if (plan.type === 'compaction') {
          expect(after.tokens).toBeLessThan(thread.tokens);
          expect(measure(after).tokens).toBeLessThanOrEqual(measure(thread).tokens);
          expect(measure(after).tokens).toBe(plan.draft.tokensAfter);
          if (plan.draft.reason === undefined) expect(plan.draft.tokensAfter).toBeLessThanOrEqual(target);
        } else expect(plan.type).toBe('unchanged');
      }),
      RUNS,
    );
  });

  it('shrinks the context each time, upon whatever was compacted before and whoever asks for it', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const { entries } = operations.reduce(perform, EMPTY);
        for (const [at, { type }] of entries.entries())
          if (type === 'compaction')
            expect(replay(entries.slice(0, at + 1)).tokens).toBeLessThan(replay(entries.slice(0, at)).tokens);
      }),
      RUNS,
    );
  });

  it('misses its goal only where what must stay, the floor and the notes exceed it', () => {
    fc.assert(
      fc.property(someOperations, someConfig, someTarget, (operations, config, target) => {
        const thread = operations.reduce(perform, EMPTY);
        const { plan, after } = compacted(thread, config, target);
        const { measured } = sizeBudget({ thread, config, limits: limitsWith(target) });
        if (measure(after).tokens <= measured.goal) return;
        const { tokens, islands } = mustKeep(after.items, legalCuts(after.items), after.pins);
        const notes = (islands.length + 1) * NOTE_TOKENS;
        expect(after.tokens - tokens).toBeLessThanOrEqual(limitsWith(target).floor + notes);
        expect(plan.type === 'unchanged' || (plan.type === 'compaction' && plan.draft.reason)).toBeTruthy();
      }),
      RUNS,
    );
  });

  it('comes to rest: compacting what was just compacted changes nothing more in the end', () => {
    fc.assert(
      fc.property(someOperations, someConfig, someTarget, (operations, config, target) => {
        let thread = operations.reduce(perform, EMPTY);
        // A collapsed round is no longer the newest one that must stay, so the next compaction may take it into its summary.
        for (let round = 0; round < 5; round++) thread = compacted(thread, config, target).after;
        expect(compacted(thread, config, target).plan.type).toBe('unchanged');
      }),
      RUNS,
    );
  });

  it('keeps the newest typed message and all that is pinned word for word, and all that it keeps in order', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        let thread = EMPTY;
        for (const operation of operations) {
          const after = perform(thread, operation);
          if (['compact', 'summarize', 'native', 'range'].includes(operation.type)) {
            const newest = valueAt(thread.items, newestTyped(thread.items));
            if (newest?.type === 'entry') {
              const now = after.items.find((item) => item.type === 'entry' && item.entry === newest.entry);
              expect(now && spoken(now)).toEqual(spoken(newest));
            }
            const kept = after.items.flatMap((item) => (item.type === 'entry' ? [item.entry.id] : []));
            expect(kept).toEqual([...kept].sort((a, b) => a - b));
            expect(pinned(after).map(spoken)).toEqual(pinned(thread).map(spoken));
          }
          thread = after;
        }
      }),
      RUNS,
    );
  });

  it('is undone to the same bytes and redone to the same bytes', () => {
    fc.assert(
      fc.property(someOperations, someConfig, someTarget, (operations, config, target) => {
        const thread = operations.reduce(perform, EMPTY);
        const { plan, after } = compacted(thread, config, target);
        const id = after.compactions.at(-1)?.id;
        if (plan.type !== 'compaction' || id === undefined) return;
        const undone = flipped(after, planUndo, id);
        expect(contextBytes(undone)).toBe(contextBytes(thread));
        expect(contextBytes(flipped(restarted(undone), planRedo, id))).toBe(contextBytes(after));
      }),
      RUNS,
    );
  });

  it('is undone with all others in any order to what was said, and redone in any order to where it was', () => {
    fc.assert(
      fc.property(someOperations, someOrder, (operations, order) => {
        const thread = operations.reduce(perform, EMPTY);
        const live = thread.compactions.map(({ id }) => id).filter((id) => !thread.undone.has(id));
        const shuffled = () =>
          live.map((id) => ({ id, at: order.next().value ?? 0 })).sort((a, b) => a.at - b.at || a.id - b.id);
        const bare = shuffled().reduce((now, { id }) => flipped(now, planUndo, id), thread);
        expect(bare.items).toEqual(thread.originals);
        const again = shuffled().reduce((now, { id }) => flipped(now, planRedo, id), bare);
        expect(contextBytes(again)).toBe(contextBytes(thread));
      }),
      RUNS,
    );
  });

  it('takes a rewritten summary back to the byte, with the text that was there', () => {
    fc.assert(
      fc.property(someOperations, fc.nat({ max: 30 }), someText, (operations, which, text) => {
        const thread = operations.reduce(perform, EMPTY);
        const rewritten = perform(thread, { type: 'edit-summary', which, text });
        const entry = rewritten.entries.at(-1);
        if (rewritten === thread || entry?.type !== 'summary_edit') return;
        const before = thread.compactions.find(({ id }) => id === entry.compaction);
        const written = thread.entries.find(({ id }) => id === entry.compaction);
        const old = before && written?.type === 'compaction' ? summaryIn(before, entry.edit, written) : undefined;
        const planned = planSummaryEdit(rewritten, entry.compaction, entry.edit, old ?? '');
        // A person can't write a summary that says nothing, so one that said nothing can't be had again.
        if (!planned.ok) return expect(planned.error.type).toBe('blank');
        expect(contextBytes(append(rewritten, applyBoundary(rewritten, planned.value, 0)))).toBe(contextBytes(thread));
      }),
      RUNS,
    );
  });

  it('loses no retained line that fits a tenth of the target', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        let thread = EMPTY;
        for (const operation of operations) {
          const after = perform(thread, operation);
          if ((operation.type === 'summarize' || operation.type === 'native') && after !== thread) {
            const lines = retainedLines(after.items);
            const before = retainedLines(thread.items);
            const room = Math.floor(operation.target / 10);
            const all = [...new Set([...lines, ...before])];
            if (all.reduce((sum, line) => sum + estimateText(`\n${line}`) + 1, 0) <= room)
              expect(before.filter((line) => !lines.includes(line))).toEqual([]);
          }
          thread = after;
        }
      }),
      { ...RUNS, examples: FORGOTTEN.map((operations) => [operations]) },
    );
  });

  it('gives the same bytes at every run', () => {
    fc.assert(
      fc.property(someOperations, someConfig, someTarget, (operations, config, target) => {
        const thread = operations.reduce(perform, EMPTY);
        const first = compacted(thread, config, target).plan;
        expect(JSON.stringify(compacted(restarted(thread), config, target).plan)).toBe(JSON.stringify(first));
      }),
      RUNS,
    );
  });
});

function flipped(thread: Thread, plan: typeof planUndo | typeof planRedo, id: EntryId): Thread {
  const planned = plan(thread, id);
  if (!planned.ok) throw new Error(`${planned.error.type} ${id}`);
  return append(thread, applyBoundary(thread, planned.value, 0));
}
