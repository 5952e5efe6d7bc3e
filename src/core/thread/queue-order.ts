/** The queued messages of a thread in the order in which they are sent, while a log is replayed. */
import type { List } from '../lang/grow-list.ts';
import type { Entry, QueuedEntry } from './entry.ts';
import type { EntryId } from './entry-id.ts';
import { findEntry } from './find-entry.ts';

interface Waiting {
  readonly entry: QueuedEntry;
  /** Rises along the queue. */
  place: number;
}

/** Adding and removing take constant time: a log may have any number of them. */
export class QueueOrder {
  readonly #waiting = new Map<EntryId, Waiting>();
  #nextPlace = 0;

  constructor(queue: readonly QueuedEntry[]) {
    for (const entry of queue) this.#put(entry, this.#nextPlace);
  }

  add(entry: QueuedEntry): void {
    const { replaces, swapsWith } = entry;
    const replaced = replaces === undefined ? undefined : this.#waiting.get(replaces);
    // It was sent or removed: this one would send it a second time.
    if (replaces !== undefined && !replaced) return;
    if (replaces !== undefined) this.#waiting.delete(replaces);
    const own = replaced?.place ?? this.#nextPlace;
    const other = swapsWith === undefined ? undefined : this.#waiting.get(swapsWith);
    this.#put(entry, other?.place ?? own);
    if (!other) return;
    other.place = own;
    this.#nextPlace = Math.max(this.#nextPlace, own + 1);
  }

  remove(id: EntryId): void {
    this.#waiting.delete(id);
  }

  inOrder(): readonly QueuedEntry[] {
    return [...this.#waiting.values()].sort((a, b) => a.place - b.place).map(({ entry }) => entry);
  }

  #put(entry: QueuedEntry, place: number): void {
    this.#waiting.set(entry.id, { entry, place });
    this.#nextPlace = Math.max(this.#nextPlace, place + 1);
  }
}

/** The ids that the queued messages had first: each edit and each move gives one another. Costs a look-up for each of these. */
export function firstQueuedIds(thread: {
  readonly queue: readonly QueuedEntry[];
  readonly entries: List<Entry>;
}): readonly EntryId[] {
  return thread.queue.map((queued) => firstQueuedId(queued, thread.entries));
}

function firstQueuedId(queued: QueuedEntry, entries: List<Entry>): EntryId {
  let first = queued;
  while (first.replaces !== undefined && first.replaces < first.id) {
    const before = findEntry(entries, first.replaces);
    if (before?.type !== 'queued') return first.replaces;
    first = before;
  }
  return first.id;
}
