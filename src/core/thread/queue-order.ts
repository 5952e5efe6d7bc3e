/** The queued messages of a thread in the order in which they are sent, while a log is replayed. */
import type { QueuedEntry } from './entry.ts';
import type { EntryId } from './entry-id.ts';

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
    if (other) other.place = own;
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
