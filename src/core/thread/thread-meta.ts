/** The state of a thread that no restore changes: title, model, pins and queue. */
import { assertNever } from '../lang/assert-never.ts';
import type { Entry, QueuedEntry } from './entry.ts';
import type { EntryId } from './entry-id.ts';

/** State that a person set on the thread. A restore keeps it. */
export interface ThreadMeta {
  readonly title: string | undefined;
  /** The model that was selected last; without a selection, the newest message's model. */
  readonly model: string | undefined;
  readonly isModelChosen: boolean;
  /** Messages that every compaction keeps verbatim. */
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

/** Picks the meta fields of a thread. */
export function metaOf({ title, model, isModelChosen, pins, queue }: ThreadMeta): ThreadMeta {
  return { title, model, isModelChosen, pins, queue };
}

/** The state after one more entry; the same object when nothing changes. Linear in pins and queue. */
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
    case 'compaction':
    case 'undo':
    case 'redo':
    case 'summary_edit':
    case 'restore':
    case 'note':
      return meta;
    default:
      return assertNever(entry);
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
