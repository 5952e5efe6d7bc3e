/** What a marker says of the thread around it. */
import { expect, it } from 'vitest';
import { runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { planUndo } from '../../../src/core/compaction/undo.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { perform } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';
import { round, run, threadOf, typed } from '../tool-output/rounds.ts';

const compact = (thread: Thread, target = 8_000) =>
  perform(thread, { type: 'compact', config: { ...DEFAULT_CONFIG, strategy: 'extract' }, target });

it('an undone compaction that a later one covers does not say that its turns are sent again', () => {
  const first = compact(work(30, 3_000));
  const undo = planUndo(first, first.compactions.at(-1)?.id ?? entryId(0));
  if (!undo.ok) throw new Error('no undo');
  const undone = append(first, { ...undo.value, id: nextId(first), at: 0 });
  const again = compact(undone);
  const markers = (thread: Thread) => projectRows(thread).rows.flatMap((row) => (row.type === 'marker' ? [row] : []));
  expect(markers(undone)).toMatchObject([{ state: 'undone' }]);
  expect(markers(undone)[0]).not.toHaveProperty('inside');
  const [, later] = again.compactions;
  expect(markers(again)).toMatchObject([{ state: 'undone', inside: later?.id }, { state: 'done' }]);
  const partly = markers(compact(undone, 60_000));
  expect(partly).toMatchObject([{ state: 'undone', isPartlyInside: true }, { state: 'done' }]);
  expect(partly[0]).not.toHaveProperty('inside');
  expect(markers(undone)[0]).not.toHaveProperty('isPartlyInside');
});

it('of the last resort has one step, which shortened the newest round, and no turns and no summary', async () => {
  const thread = threadOf(typed('Write it.'), round(run('make', 'a line of text\n'.repeat(4_000))));
  const limits = limitsFor({ window: 12_000 }, DEFAULT_CONFIG);
  if (!limits.ok) throw new Error(limits.error.type);
  const input = { thread, config: DEFAULT_CONFIG, limits: limits.value, trigger: 'auto' } as const;
  const outcome = await runCompaction(input, { model: undefined }, { aborted: false });
  if (outcome.type !== 'compacted') throw new Error(outcome.type);
  const { rows, statuses } = projectRows(append(thread, applyBoundary(thread, outcome.draft, 0)));
  const [marker] = rows.flatMap((row) => (row.type === 'marker' ? [row] : []));
  expect(marker).toMatchObject({ strategy: 'outputs', trigger: 'auto', turns: 0, steps: [{ kind: 'shorten' }] });
  expect(marker).not.toHaveProperty('summary');
  expect(marker).not.toHaveProperty('editable');
  const [step] = marker?.steps ?? [];
  expect(step?.toolResults).toBe(1);
  expect(step?.tokensAfter).toBeLessThan(step?.tokensBefore ?? 0);
  expect(statuses.map(({ fate }) => fate)).toEqual(['kept', 'trimmed', 'silent']);
});
