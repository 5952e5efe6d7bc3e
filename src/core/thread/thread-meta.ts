/** What holds for a thread wherever a restore takes it: its title, its model, its pins and its queue. */
import type { Entry, QueuedEntry } from './entry.ts';
import type { EntryId } from './entry-id.ts';

/** A restore takes none of it back: a person gave it to the thread, it was not said in it. */
export interface ThreadMeta {
  readonly title: string | undefined;
  /** The model switched to last; the newest message's while nobody switched. */
  readonly model: string | undefined;
  readonly isModelChosen: boolean;
  /** Messages that a person wants word for word. */
  readonly pins: ReadonlySet<EntryId>;
  /** Neither sent nor taken back, in order (R29). */
  readonly queue: readonly QueuedEntry[];
}

export const EMPTY_META: ThreadMeta = {
  title: undefined,
  model: undefined,
  isModelChosen: false,
  pins: new Set(),
  queue: [],
};

/** Only what stands, of a thread that holds more. */
export function metaOf({ title, model, isModelChosen, pins, queue }: ThreadMeta): ThreadMeta {
  return { title, model, isModelChosen, pins, queue };
}

/** What holds after one more entry; the same object when the entry changes none of it. Linear in pins and queue at most. */
export function metaAfter(meta: ThreadMeta, entry: Entry): ThreadMeta {
  switch (entry.type) {
    case 'title':
      return { ...meta, title: entry.title };
    case 'model':
      return { ...meta, model: entry.model, isModelChosen: true };
    case 'pin':
      return { ...meta, pins: pinsAfter(meta.pins, entry.message, entry.pinned) };
    case 'queued':
      return { ...meta, queue: [...meta.queue, entry] };
    case 'unqueued':
      return { ...meta, queue: without(meta.queue, entry.queued) };
    case 'message': {
      const model = meta.isModelChosen ? meta.model : (entry.model ?? meta.model);
      if (model === meta.model && entry.queued === undefined) return meta;
      const queue = entry.queued === undefined ? meta.queue : without(meta.queue, entry.queued);
      return { ...meta, model, queue };
    }
    default:
      return meta;
  }
}

function pinsAfter(pins: ReadonlySet<EntryId>, message: EntryId, pinned: boolean): ReadonlySet<EntryId> {
  const changed = new Set(pins);
  if (pinned) changed.add(message);
  else changed.delete(message);
  return changed;
}

function without(queue: readonly QueuedEntry[], id: EntryId): readonly QueuedEntry[] {
  return queue.filter((queued) => queued.id !== id);
}
