/** Projects a thread to its rows: every entry of the log, with whether the model still has it. */
import { longestOf, summariesOf, summaryIn } from '../compaction/edit-summary.ts';
import { assertNever } from '../lang/assert-never.ts';
import { clip } from '../lang/clip.ts';
import { splitThoughts } from '../message/thinking-splitter.ts';
import { callKey, callsWithChanges } from '../thread/changed-by-call.ts';
import type { Fate } from '../thread/edit.ts';
import type { CompactionEntry, Entry, FileRestoreEntry, MessageEntry, RestoreEntry } from '../thread/entry.ts';
import { type EntryId, entryId } from '../thread/entry-id.ts';
import { findEntry, lowerBoundOf } from '../thread/find-entry.ts';
import { type Pairs, pairCalls } from '../thread/pairs.ts';
import { isOn } from '../thread/path.ts';
import { subAgentsByCall } from '../thread/sub-agents.ts';
import type { Thread } from '../thread/thread.ts';
import { attemptRow } from './attempt-row.ts';
import { inputText } from './call-input.ts';
import { asEdited, markersOf } from './marker-row.ts';
import { summaryText } from './marker-summary.ts';
import { joinedText, messageRows, type PlacedRow, type RowPairs, thinkingKey } from './message-rows.ts';
import { modelSwitches } from './model-switches.ts';
import { restoredFiles } from './restored-files.ts';
import { restoresForward } from './restores-forward.ts';
import type { RestoreRow, Row, RowFate, StatusRun } from './row.ts';
import { rowMarks } from './row-marks.ts';

export interface RowsView {
  readonly rows: readonly Row[];
  /** Runs over all rows, first to last. */
  readonly statuses: readonly StatusRun[];
}

const NOTE_LIMIT = 20_000;

/**
 * Rows in the log's order with their statuses. A row that is as it was is the same object as at the last call, so that a
 * delta is found by identity. Linear.
 */
export function projectRows(thread: Thread): RowsView {
  const pairs = {
    ...pairsOf(thread),
    changing: callsWithChanges(thread.entries),
    agents: subAgentsByCall(thread.entries),
    restored: restoredFiles(thread.entries),
    forward: restoresForward(thread.entries),
    switched: modelSwitches(thread.entries),
  };
  const boundary = thread.compactions.findLast((c) => !thread.undone.has(c.id))?.id ?? 0;
  const above = lastTurnBefore(thread, boundary);
  const fateOf = entryFates(thread);
  const markerOf = markersOf(thread);
  const withMarks = rowMarks(thread);
  const rows: Row[] = [];
  const statuses: StatusRun[] = [];
  for (const entry of thread.entries) {
    const isLeft = !isOn(thread.path, entry.id);
    const entryFate = isLeft ? 'left' : fateOf(entry.id);
    for (const placed of rowsOf(entry, pairs, markerOf)) {
      rows.push(withMarks(placed.row));
      const fate = entry.type === 'message' ? (entryFate ?? blockFate(thread, entry.id, placed)) : 'silent';
      pushStatus(statuses, fate, isLeft || entry.id < above);
    }
  }
  return { rows, statuses };
}

/**
 * `edit`: a summary of a compaction that a person can edit, where the key ends with the index of its edit; else the longest.
 * `prompt`: what the model was asked that wrote it.
 */
type RowPart = 'body' | 'input' | 'result' | 'summary' | 'edit' | 'prompt';

/** The whole text of a row's part; undefined when there is no such row or part. */
export function rowText(thread: Thread, key: string, part: RowPart, pairs?: Pairs): string | undefined {
  const [id, index] = key.split('.').map(Number);
  const entry = findEntry(thread.entries, entryId(id ?? 0));
  if (!entry) return undefined;
  if (entry.type === 'note') return entry.text;
  if (entry.type === 'compaction') return compactionText(thread, entry, part, index);
  if (entry.type !== 'message') return undefined;
  if (index === undefined) return joinedText(entry.blocks);
  const block = entry.blocks[index];
  const split = entry.origin === 'model' && block?.type === 'text' ? splitThoughts(block.text) : undefined;
  if (split) return key === thinkingKey(`${id}.${index}`) ? split.thinking : split.answer;
  if (
    block?.type === 'text' ||
    block?.type === 'thinking' ||
    block?.type === 'reminder' ||
    block?.type === 'attachment'
  )
    return block.text;
  if (block?.type === 'tool_result') return joinedText(block.content);
  if (block?.type !== 'tool_use') return undefined;
  if (part === 'input') return inputText(block);
  const result = (pairs ?? pairsOf(thread)).resultOf.get(block);
  return result && joinedText(result.block.content);
}

export type PairedRowText = (key: string, part: RowPart) => string | undefined;

/** `rowText` for many rows: calls are paired with their results once. */
export function pairedRowText(thread: Thread): PairedRowText {
  const pairs = pairsOf(thread);
  return (key, part) => rowText(thread, key, part, pairs);
}

function compactionText(
  thread: Thread,
  entry: CompactionEntry,
  part: RowPart,
  edit = longestOf(summariesOf(entry))?.edit,
): string | undefined {
  if (part === 'prompt') return entry.prompt;
  if (part !== 'edit') return summaryText(asEdited(thread, entry));
  return edit === undefined ? undefined : summaryIn(asEdited(thread, entry), edit, entry);
}

/** The call that a row shows, with the entry that makes it; undefined for another row. */
export function callOfRow(
  { entries }: Thread,
  key: string,
): { readonly entry: EntryId; readonly call: string } | undefined {
  const [id, index] = key.split('.').map(Number);
  const entry = findEntry(entries, entryId(id ?? 0));
  const block = entry?.type === 'message' ? entry.blocks[index ?? -1] : undefined;
  return entry && block?.type === 'tool_use' ? { entry: entry.id, call: block.id } : undefined;
}

/** The entry with which the last turn before a boundary begins; the boundary itself where there is no turn before it. */
function lastTurnBefore({ messages }: Thread, boundary: number): number {
  return messages.findLast(({ id, origin }) => id < boundary && origin === 'typed')?.id ?? boundary;
}

const cache = new WeakMap<Entry, readonly PlacedRow[]>();

function rowsOf(entry: Entry, pairs: RowPairs, markerOf: (entry: CompactionEntry) => Row): readonly PlacedRow[] {
  if (entry.type === 'compaction') return [{ row: markerOf(entry), block: 0 }];
  const known = cache.get(entry);
  if (known && (entry.type !== 'message' || stillHolds(known, entry, pairs))) return known;
  const rows = newRows(entry, pairs);
  cache.set(entry, rows);
  return rows;
}

function newRows(entry: Exclude<Entry, CompactionEntry>, pairs: RowPairs): readonly PlacedRow[] {
  switch (entry.type) {
    case 'message':
      return messageRows(entry, pairs);
    case 'restore': {
      const row = restoreRow(entry);
      return [{ row: pairs.forward.has(entry.id) ? { ...row, forward: true } : row, block: 0 }];
    }
    case 'file_restore': {
      const files = pairs.restored.get(entry.id) ?? 0;
      return files > 0 ? [{ row: { ...restoreRow(entry), files }, block: 0 }] : [];
    }
    case 'note': {
      const row: Row = {
        type: 'note',
        key: `${entry.id}`,
        entry: entry.id,
        at: entry.at,
        tokens: 0,
        body: clip(entry.text, NOTE_LIMIT),
      };
      return [{ row, block: 0 }];
    }
    case 'compaction_attempt':
      return [{ row: attemptRow(entry), block: 0 }];
    case 'undo':
    case 'redo':
    case 'summary_edit':
    case 'pin':
    case 'queued':
    case 'unqueued':
    case 'model':
    case 'permission':
    case 'file':
    case 'command_files':
    case 'sub_agent':
    case 'instructions':
    case 'tools':
    case 'title':
      return [];
    default:
      return assertNever(entry);
  }
}

function restoreRow({ id, at, to }: RestoreEntry | FileRestoreEntry): RestoreRow {
  return { type: 'restore', key: `${id}`, entry: id, at, tokens: 0, to };
}

/** Pairs calls with results, separately on the thread's path and in each stretch that a restore left behind. */
function pairsOf({ entries, path, messages }: Thread): Pairs {
  if (path.length === 1) return pairCalls(messages);
  const stretches: MessageEntry[][] = [[]];
  for (const entry of entries) {
    if (entry.type === 'restore') stretches.push([]);
    else if (entry.type === 'message' && !isOn(path, entry.id)) stretches.at(-1)?.push(entry);
  }
  const pairs = [messages, ...stretches].map(pairCalls);
  return {
    resultOf: new Map(pairs.flatMap(({ resultOf }) => [...resultOf])),
    orphans: new Set(pairs.flatMap(({ orphans }) => [...orphans])),
  };
}

/** A message's rows hold as long as its calls have the results and sub-agents that they had and its results answer what they did. */
function stillHolds(rows: readonly PlacedRow[], entry: MessageEntry, pairs: RowPairs): boolean {
  return rows.every(({ block, result, agent, row }) => {
    if (row.type !== 'tool') return true;
    const made = entry.blocks[block];
    if (made?.type === 'tool_use')
      return (
        pairs.resultOf.get(made)?.block === result?.block && pairs.agents.get(callKey(entry.id, made.id)) === agent
      );
    return made?.type === 'tool_result' && pairs.orphans.has(made);
  });
}

/** Looks up the outermost edit over an entry; asked in rising order, so that the whole costs one pass. */
function entryFates({ edits }: Thread): (id: EntryId) => Fate | undefined {
  let next = 0;
  return (id) => {
    while ((edits.entries[next]?.edit.span.to ?? Number.POSITIVE_INFINITY) < id) next++;
    const edit = edits.entries[next]?.edit;
    return edit && edit.span.from <= id ? edit.fate : undefined;
  };
}

function blockFate({ edits }: Thread, id: EntryId, { block, result }: PlacedRow): RowFate {
  const at = (entry: EntryId, index: number) => {
    const parts = edits.blocks.get(entry) ?? [];
    const edit = parts[lowerBoundOf(parts, index, (part) => part.edit.span.to)]?.edit;
    return edit && edit.span.from <= index ? edit.fate : undefined;
  };
  return at(id, block) ?? (result && at(result.entry.id, result.index)) ?? 'kept';
}

function pushStatus(statuses: StatusRun[], fate: RowFate, above: boolean): void {
  const last = statuses.at(-1);
  if (last?.fate === fate && last.above === above) statuses[statuses.length - 1] = { ...last, count: last.count + 1 };
  else statuses.push({ count: 1, fate, above });
}
