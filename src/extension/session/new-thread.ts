/** Puts a new thread into the store: an empty one, one of given entries, or one that is imported. */
import type { Entry, Planned, QueuedEntry } from '../../core/thread/entry.ts';
import { entryId } from '../../core/thread/entry-id.ts';
import type { ImportSource } from '../../core/transfer/import-types.ts';
import { errorCodeOf } from '../storage/disk.ts';
import type { ImportOutcome, ImportRequest } from '../storage/import-file.ts';
import { newThreadId } from '../storage/thread-folder.ts';
import type { ThreadStore } from '../storage/thread-store.ts';

/** What an act asks of an import; header and time are the session's. */
export type ImportChoices = Pick<ImportRequest, 'format' | 'thread' | 'signal' | 'noteFor'>;

interface DiskFailure {
  readonly type: 'disk';
  readonly reason: string;
  /** The file or folder that could not be read or written. */
  readonly file: string;
}

export interface NewThreadOptions {
  readonly store: ThreadStore;
  /** Names the store's folder in errors. */
  readonly root: string;
  /** URI of the workspace folder that the thread belongs to. */
  readonly workspace: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export async function createThread(
  options: NewThreadOptions,
  entries: readonly Entry[],
): Promise<{ readonly type: 'created'; readonly id: string } | DiskFailure> {
  const header = newHeader(options);
  try {
    await options.store.create(header, entries);
    return { type: 'created', id: header.thread };
  } catch (error) {
    return { type: 'disk', reason: errorCodeOf(error), file: options.root };
  }
}

/** The entries of a new thread of this model, or of the usual one, that holds this queue. `at` is milliseconds since 1970. */
export function entriesOfQueue(queue: readonly QueuedEntry[], model: string | undefined, at: number): readonly Entry[] {
  const messages = queue.map(({ blocks }): Planned => ({ type: 'queued', blocks }));
  const planned = model === undefined ? messages : [{ type: 'model', model } as const, ...messages];
  return planned.map((entry, index) => ({ ...entry, id: entryId(index + 1), at }));
}

/** Only an outcome of type `imported` leaves a thread of this `id` in the store. */
export async function importNewThread(
  options: NewThreadOptions,
  source: ImportSource,
  choices: ImportChoices,
): Promise<{ readonly id: string; readonly outcome: ImportOutcome | DiskFailure }> {
  const header = newHeader(options);
  const outcome = await options.store
    .import(source, { ...choices, header, at: options.at })
    .catch((error: unknown) => ({ type: 'disk', reason: errorCodeOf(error), file: source.name }) as const);
  return { id: header.thread, outcome };
}

function newHeader({ workspace, at }: NewThreadOptions) {
  return { thread: newThreadId(), createdAt: at, ...(workspace !== undefined && { workspace }) };
}
