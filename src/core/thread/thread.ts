/** A thread in memory: its log, and what replaying the log gives. */
import { type LiveEdits, liveEdits } from '../compaction/live.ts';
import { addTally, EMPTY_TALLY, type Tally, totalOf } from '../tokens/tally.ts';
import { type CompactionEntry, type Entry, type EntryId, entryId, type MessageEntry } from './entry.ts';
import { type ContextItem, itemOf, projectItems } from './items.ts';
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
  const thread = project(entries);
  const at = entries.findLastIndex(reportsUsage);
  const entry = entries[at];
  if (entry === undefined || !reportsUsage(entry)) return thread;
  return { ...thread, anchor: { entry, tokens: project(entries.slice(0, at + 1)).tokens } };
}

/** The thread with one more entry. A message costs what it weighs; a boundary costs a new projection. */
export function append(thread: Thread, entry: Entry): Thread {
  const entries = [...thread.entries, entry];
  if (entry.type === 'note') return { ...thread, entries };
  if (entry.type === 'title') return { ...thread, entries, title: entry.title };
  if (entry.type !== 'message') return { ...project(entries), anchor: thread.anchor };
  const item = itemOf(entry);
  const tally = addTally(thread.tally, item.tally);
  const tokens = totalOf(tally);
  return {
    ...thread,
    entries,
    messages: [...thread.messages, entry],
    items: [...thread.items, item],
    tally,
    tokens,
    anchor: reportsUsage(entry) ? { entry, tokens } : thread.anchor,
  };
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

function project(entries: readonly Entry[]): Thread {
  const messages: MessageEntry[] = [];
  const compactions: CompactionEntry[] = [];
  const undone = new Set<EntryId>();
  let title: string | undefined;
  for (const entry of entries) {
    if (entry.type === 'message') messages.push(entry);
    else if (entry.type === 'compaction') compactions.push(entry);
    else if (entry.type === 'undo') undone.add(entry.compaction);
    else if (entry.type === 'redo') undone.delete(entry.compaction);
    else if (entry.type === 'title') title = entry.title;
  }
  const edits = liveEdits(compactions, undone);
  const items = projectItems(messages, edits);
  const tally = items.reduce((sum, item) => addTally(sum, item.tally), EMPTY_TALLY);
  return {
    entries,
    messages,
    compactions,
    undone,
    edits,
    items,
    tally,
    tokens: totalOf(tally),
    anchor: undefined,
    title,
  };
}

/** Another agent's request had another system prompt and other tools: its usage measures nothing of ours. */
function reportsUsage(entry: Entry): entry is UsageAnchor['entry'] {
  return entry.type === 'message' && entry.usage !== undefined && entry.source !== 'imported';
}
