/** Short threads for the tests of the deterministic summary, written as a list of what happens. */
import type { ExtractItem } from '../../../src/core/compaction/extract-input.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import type { Block, Intervention } from '../../../src/core/message/message.ts';
import type { MessageEntry, Origin } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';

type Step =
  | { readonly typed: string }
  | { readonly said: string }
  | {
      readonly call: string;
      readonly input: Json;
      readonly result: string;
      readonly failed?: true;
      readonly intervention?: Intervention;
    };

/** Each call becomes the model's message and the message with its result. */
export function entriesOf(steps: readonly Step[]): readonly MessageEntry[] {
  const entries: MessageEntry[] = [];
  const add = (origin: Origin, blocks: readonly Block[]) => {
    entries.push({ type: 'message', id: entryId(entries.length + 1), at: entries.length, origin, blocks });
  };
  for (const step of steps) {
    if ('typed' in step) add('typed', [{ type: 'text', text: step.typed }]);
    else if ('said' in step) add('model', [{ type: 'text', text: step.said }]);
    else {
      const id = `call_${entries.length}`;
      add('model', [{ type: 'tool_use', id, name: step.call, input: step.input }]);
      const content = [{ type: 'text', text: step.result } as const];
      const { failed, intervention } = step;
      const how = { ...(failed && { isError: true }), ...(intervention && { intervention }) };
      add('tools', [{ type: 'tool_result', toolUseId: id, content, ...how }]);
    }
  }
  return entries;
}

export function itemsOf(entries: readonly MessageEntry[]): readonly ExtractItem[] {
  return entries.map((entry) => ({ type: 'message', entry }));
}

/** A morning's work on a parcel tracker: reading, a failing test, a fix, a decision, an error that stays. */
export const PARCEL_THREAD: readonly MessageEntry[] = entriesOf([
  { typed: 'Parcels that cross a date line are shown as delivered a day too early. Find out why and fix it.' },
  { said: 'I start with the place where a scan gets its local day.' },
  {
    call: 'read_file',
    input: { path: 'src/scan/local-day.ts', start_line: 1, end_line: 40 },
    result: [
      '1\timport { zoneOf } from "./zones.ts";',
      '2\t',
      '3\texport function localDay(scan: Scan): string {',
      '4\t  const zone = zoneOf(scan.depot);',
      '5\t  return formatDay(scan.instant, zone.offsetMinutes);',
      '6\t}',
    ].join('\n'),
  },
  {
    call: 'todo_write',
    input: {
      todos: [
        { content: 'Reproduce the early day', status: 'completed' },
        { content: 'Take the offset of the instant', status: 'in_progress' },
        { content: 'Check the depots in Samoa', status: 'pending' },
      ],
    },
    result: 'ok',
  },
  {
    call: 'run_command',
    input: { command: 'npm test -- local-day' },
    result: 'not ok 3 - Apia, 31 December\nError: expected 2011-12-31, got 2011-12-30\nexit code: 1',
  },
  {
    said: 'The cause is that zone.offsetMinutes is the offset of today, not of the scan. I decided to ask for the offset at the instant instead of storing one for each depot.',
  },
  {
    call: 'edit_file',
    input: {
      path: 'src/scan/local-day.ts',
      old_string: '  return formatDay(scan.instant, zone.offsetMinutes);',
      new_string: '  return formatDay(scan.instant, offsetAt(zone, scan.instant));',
    },
    result: 'changed 1 line',
  },
  {
    call: 'run_command',
    input: { command: 'npm test -- local-day' },
    result: 'ok 3 - Apia, 31 December\nexit code: 0',
  },
  { typed: 'Good. Samoa changed sides in 2011, does the import know?' },
  {
    call: 'run_command',
    input: { command: 'node tools/import-zones.mjs --year 2011' },
    result: 'Reading zones/2011.csv\nError: ENOENT: no such file or directory, open zones/2011.csv\nexit code: 2',
  },
  { said: 'The table for 2011 is missing, so the import can not know. Depot codes are APW and PPG.' },
]);
