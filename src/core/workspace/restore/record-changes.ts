/** Keeps a copy of each file before the agent changes it, and writes the change to the thread's log, so that it can be restored. */

import type { ThreadLog } from '../../agent/ports.ts';
import { err, ok, type Result } from '../../lang/result.ts';
import type { CheckedPath } from '../../permission/request.ts';
import type { FileEntry, FileVersion } from '../../thread/entry.ts';
import type { FileProblem, Files } from '../ports.ts';
import { locationOf } from './file-location.ts';
import type { FileCopies } from './ports.ts';

/**
 * The same files. A change that can't be logged is not made, nor one whose copy can't be taken, unless the copy is left out by its
 * size. What a change leaves is copied too, for a comparison.
 */
export function recordChanges(files: Files, copies: FileCopies, log: ThreadLog): Files {
  const before = async (path: CheckedPath): Promise<Result<FileVersion | null, FileProblem>> => {
    const state = await copies.keep(path);
    return state.ok ? ok(state.value.version) : state;
  };
  const changeOf = (path: CheckedPath, old: FileVersion | null, call: string | undefined): LoggedChange => ({
    ...locationOf(path, files.folders()),
    ...(call !== undefined && { call }),
    before: old,
  });
  return {
    folders: () => files.folders(),
    check: (path) => files.check(path),
    read: (path) => files.read(path),
    list: (path) => files.list(path),
    find: (folder, pattern, limit, signal) => files.find(folder, pattern, limit, signal),
    write: async (path, change) => {
      const old = await before(path);
      if (!old.ok) return old;
      return recorded(log, copies, [changeOf(path, old.value, change.call)], async () => {
        const done = await files.write(path, change);
        // A formatter may have changed the file further; and a write that failed may have changed it.
        const kept = await copies.keep(path);
        const now = kept.ok ? kept : await copies.look(path);
        return { done, after: [now.ok ? now.value.version : undefined] };
      });
    },
    move: async (from, to, expected, call) => {
      const [old, target] = [await before(from), await copies.look(to)];
      if (!old.ok) return old;
      if (!target.ok) return target;
      if (target.value.version) return err({ type: 'exists' });
      return recorded(log, copies, [changeOf(from, old.value, call), changeOf(to, null, call)], async () => {
        const done = await files.move(from, to, expected, call);
        return { done, after: done.ok ? [null, old.value] : [old.value, null] };
      });
    },
    remove: async (path, expected, call) => {
      const old = await before(path);
      if (!old.ok) return old;
      return recorded(log, copies, [changeOf(path, old.value, call)], async () => {
        const done = await files.remove(path, expected, call);
        return { done, after: [done.ok ? null : old.value] };
      });
    },
  };
}

/** A change before it is known what it leaves. */
type LoggedChange = Omit<FileEntry, 'id' | 'at' | 'type' | 'after' | 'seal'>;

interface Made<T> {
  readonly done: Result<T, FileProblem>;
  /** What each file holds then; undefined: unknown. */
  readonly after: readonly (FileVersion | null | undefined)[];
}

/** Writes to the log what is about to change, makes the change, and writes what became of it. */
export async function recorded<T>(
  log: ThreadLog,
  copies: FileCopies,
  changes: readonly LoggedChange[],
  make: () => Promise<Made<T>>,
): Promise<Result<T, FileProblem>> {
  for (const change of changes) {
    const written = await logChange(log, copies, change);
    if (!written.ok) return written;
  }
  const { done, after } = await make();
  for (const [at, change] of changes.entries()) {
    const now = after[at];
    // Where the log can't be written any more, the change is there all the same, and may be the agent's or not.
    if (now !== undefined) await logChange(log, copies, { ...change, after: now });
  }
  return done;
}

async function logChange(
  log: ThreadLog,
  copies: FileCopies,
  change: LoggedChange & Pick<FileEntry, 'after'>,
): Promise<Result<undefined, FileProblem>> {
  const seal = copies.seal(change);
  if (!seal.ok) return seal;
  const written = await log.append({ type: 'file', ...change, seal: seal.value });
  return written.ok ? ok(undefined) : err({ type: 'not-recorded', reason: written.error.reason });
}
