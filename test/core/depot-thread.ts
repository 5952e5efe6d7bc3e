/** A small thread in which everything happens that a compaction treats in its own way; the golden files show what is made of it. */
import { applyBoundary } from '../../src/core/compaction/apply-boundary.ts';
import type { PlannedCompaction } from '../../src/core/compaction/plan-input.ts';
import { withCheckpoint } from '../../src/core/thread/checkpoint.ts';
import type { Edit } from '../../src/core/thread/edit.ts';
import { append, replay, type Thread } from '../../src/core/thread/thread.ts';
import { entriesOf } from './compaction/extract-thread.ts';

const numbered = (from: number, count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, i) => `${from + i}\t${line(from + i)}`).join('\n');

const ZONES = numbered(1, 12, (n) => {
  const changes = Array.from({ length: 8 }, (_, i) => `${1960 + 7 * i}: ${(n + i) * 15 - 720}`).join(', ');
  return `export const ZONE_${n} = { depot: 'D${n}', offset: ${n * 60 - 720}, changes: { ${changes} } };`;
});
const TESTS = numbered(1, 12, (n) => {
  const names = `depot D${n}, whose zone is ZONE_${n} and which has changed its offset eight times since 1960`;
  return `test('a parcel of ${names}, has its local day', () => check('D${n}', zones.ZONE_${n}));`;
});
const SAMOA = numbered(
  1,
  8,
  (n) => `ok depot S${n} in Samoa: the day of the parcel is that of the instant, before and after 2011`,
);

/** Reads, a failed command, a to-do list, an edit, a file read again, a result that comes twice, and three typed messages. */
export const DEPOT_THREAD: Thread = threadOf([
  { typed: 'Parcels that cross the date line are shown a day early. Fix it, and never change the format of the log.' },
  { call: 'read_file', input: { path: 'src/zones.ts' }, result: ZONES },
  { call: 'read_file', input: { path: 'test/local-day.test.ts' }, result: TESTS },
  {
    call: 'run_command',
    input: { command: 'npm test -- local-day' },
    result:
      'FAIL test/local-day.test.ts\nAssertionError: expected "2026-05-01" to be "2026-05-02" (depot D7)\nexit code 1',
    failed: true,
  },
  {
    call: 'todo_write',
    input: {
      todos: [
        { content: 'Find where the early day comes from', status: 'completed' },
        { content: 'Take the offset of the instant', status: 'in_progress' },
        { content: 'Check the depots in Samoa', status: 'pending' },
      ],
    },
    result: '3 items',
  },
  {
    call: 'edit_file',
    input: { path: 'src/zones.ts', old_string: 'offset: -300', new_string: 'offset: offsetAt(instant)' },
    result: 'src/zones.ts: 1 line changed',
  },
  {
    call: 'read_file',
    input: { path: 'src/zones.ts' },
    result: ZONES.replace('offset: -300', 'offset: offsetAt(instant)'),
  },
  {
    said: 'The depot had one fixed offset. It now takes the offset of the instant, because Samoa changed sides in 2011.',
  },
  { typed: 'Now check the depots in Samoa, too.' },
  {
    call: 'run_command',
    input: { command: 'npm test -- samoa' },
    result: SAMOA,
  },
  {
    call: 'run_command',
    input: { command: 'npm test -- samoa' },
    result: SAMOA,
  },
  { said: 'All eight depots in Samoa pass, twice in a row.' },
  { typed: 'Good. What is left to do?' },
  { call: 'run_command', input: { command: 'git status --short' }, result: ' M src/zones.ts' },
  { said: 'Only the commit is left.' },
]);

/** The thread of these steps, with the checkpoints that messages get when they are appended. */
export function threadOf(steps: Parameters<typeof entriesOf>[0]): Thread {
  const taken = new Set<string>();
  return replay(entriesOf(steps).map((entry) => withCheckpoint(entry, taken)));
}

/** The thread after a compaction by these edits. */
export function edited(thread: Thread, edits: readonly Edit[]): Thread {
  const sizes = { tokensBefore: 0, tokensAfter: 0 };
  return written(thread, { type: 'compaction', trigger: 'auto', strategy: 'outputs', ...sizes, steps: [], edits });
}

/** The thread after a planned compaction. */
export function written(thread: Thread, planned: PlannedCompaction): Thread {
  return append(thread, applyBoundary(thread, planned, 0));
}
