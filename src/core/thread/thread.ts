/** A thread in memory: its log, and what replaying the log gives. */
import { type LiveEdits, liveEdits } from '../compaction/live.ts';
import { addTally, sumTallies, type Tally, totalOf } from '../tokens/tally.ts';
import {
  type CompactionEntry,
  type Entry,
  type EntryId,
  entryId,
  type MessageEntry,
  type RedoEntry,
  type UndoEntry,
} from './entry.ts';
import { type ContextItem, type EntryItem, itemOf, projectItems } from './items.ts';
import type { TokenUsage } from './message.ts';

/**
 * ```
 * log:      m1 m2 m3 m4 C5 m6             (append-only; C is a compaction)
 * messages: m1 m2 m3 m4    m6             what was said
 * edits:                   C5's           while it is live
 * items:    S(m1..m3) m4   m6             what the model is sent, before wire order
 * ```
 */
export interface Thread {
  readonly entries: readonly Entry[];
  readonly messages: readonly MessageEntry[];
  /** The messages as items that no edit touches, one for each. */
  readonly originals: readonly EntryItem[];
  readonly compactions: readonly CompactionEntry[];
  readonly undone: ReadonlySet<EntryId>;
  readonly edits: LiveEdits;
  readonly items: readonly ContextItem[];
  /** Estimated tokens of the items, and their sum. */
  readonly tally: Tally;
  readonly tokens: number;
  readonly anchor: UsageAnchor | undefined;
  readonly title: string | undefined;
}

/** The last reply whose usage a provider reported for our own request, and what our estimate was of the same context (R23). */
export interface UsageAnchor {
  readonly entry: MessageEntry & { readonly usage: TokenUsage };
  readonly tokens: number;
}

/** The thread that a log holds. Linear in the log; same log, same thread. */
export function replay(entries: readonly Entry[]): Thread {
  const thread = replayEntries(entries);
  const at = entries.findLastIndex(reportsUsage);
  const entry = entries[at];
  if (entry === undefined || !reportsUsage(entry)) return thread;
  return { ...thread, anchor: { entry, tokens: replayEntries(entries.slice(0, at + 1)).tokens } };
}

/** The thread with one more entry. A message costs what it weighs; a boundary costs a new projection. */
export function append(thread: Thread, entry: Entry): Thread {
  const entries = [...thread.entries, entry];
  switch (entry.type) {
    case 'note':
      return { ...thread, entries };
    case 'title':
      return { ...thread, entries, title: entry.title };
    case 'message': {
      const item = itemOf(entry);
      const tally = addTally(thread.tally, item.tally);
      const tokens = totalOf(tally);
      const anchor = reportsUsage(entry) ? { entry, tokens } : thread.anchor;
      const messages = [...thread.messages, entry];
      const originals = [...thread.originals, item];
      return { ...thread, entries, messages, originals, items: [...thread.items, item], tally, tokens, anchor };
    }
    case 'compaction':
      return { ...thread, entries, ...project(thread.originals, [...thread.compactions, entry], thread.undone) };
    case 'undo':
    case 'redo': {
      const undone = new Set(thread.undone);
      flip(undone, entry);
      return { ...thread, entries, ...project(thread.originals, thread.compactions, undone) };
    }
  }
}

/** The id of the next entry. */
export function nextId(thread: Thread): EntryId {
  return entryId((thread.entries.at(-1)?.id ?? 0) + 1);
}

/** The entry with an id, by binary search: ids rise along the log. */
export function findEntry<E extends { readonly id: EntryId }>(entries: readonly E[], id: EntryId): E | undefined {
  const found = entries[lowerBound(entries, id)];
  return found?.id === id ? found : undefined;
}

/** The messages of a span of the log, both ends included; by binary search. */
export function messagesBetween(
  { messages }: Pick<Thread, 'messages'>,
  from: EntryId,
  to: EntryId,
): readonly MessageEntry[] {
  const end = lowerBound(messages, to);
  return messages.slice(lowerBound(messages, from), messages[end]?.id === to ? end + 1 : end);
}

/** The index of the first entry whose id is not below `id`. */
export function lowerBound(entries: readonly { readonly id: EntryId }[], id: EntryId): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if ((entries[mid]?.id ?? Number.POSITIVE_INFINITY) < id) low = mid + 1;
    else high = mid;
  }
  return low;
}

function replayEntries(entries: readonly Entry[]): Thread {
  const messages: MessageEntry[] = [];
  const compactions: CompactionEntry[] = [];
  const undone = new Set<EntryId>();
  let title: string | undefined;
  for (const entry of entries) {
    if (entry.type === 'message') messages.push(entry);
    else if (entry.type === 'compaction') compactions.push(entry);
    else if (entry.type === 'undo' || entry.type === 'redo') flip(undone, entry);
    else if (entry.type === 'title') title = entry.title;
  }
  const originals = messages.map(itemOf);
  return { entries, messages, originals, ...project(originals, compactions, undone), anchor: undefined, title };
}

function flip(undone: Set<EntryId>, entry: UndoEntry | RedoEntry): void {
  if (entry.type === 'undo') undone.add(entry.compaction);
  else undone.delete(entry.compaction);
}

type Projected = Pick<Thread, 'compactions' | 'undone' | 'edits' | 'items' | 'tally' | 'tokens'>;

function project(
  originals: readonly EntryItem[],
  compactions: readonly CompactionEntry[],
  undone: ReadonlySet<EntryId>,
): Projected {
  const edits = liveEdits(compactions, undone);
  const items = projectItems(originals, edits);
  const tally = sumTallies(items);
  return { compactions, undone, edits, items, tally, tokens: totalOf(tally) };
}

/** Another agent's request had another system prompt and other tools: its usage measures nothing of ours. */
function reportsUsage(entry: Entry): entry is UsageAnchor['entry'] {
  return entry.type === 'message' && entry.usage !== undefined && entry.source !== 'imported';
}
