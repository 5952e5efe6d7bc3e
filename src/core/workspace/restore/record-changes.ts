/** Keeps a copy of each file before the agent changes it, and writes the change to the thread's log, so that it can be restored. */

import type { ThreadLog } from '../../agent/ports.ts';
import { valueAt } from '../../lang/grow-list.ts';
import { err, ok, type Result } from '../../lang/result.ts';
import type { CheckedPath } from '../../permission/request.ts';
import type { FileVersion } from '../../thread/entry.ts';
import type { Thread } from '../../thread/thread.ts';
import type { FileProblem, Files } from '../ports.ts';
import { isWithoutEffect } from './file-history.ts';
import type { FileCopies, SealedChange } from './ports.ts';

/**
 * The same files. A change whose copy can't be taken, or which can't be logged, is not made. Of the changes of a file between
 * two checkpoints only the first needs a copy.
 */
export function recordChanges(files: Files, copies: FileCopies, log: ThreadLog): Files {
  /** The file as it is, with a copy where a restore could need one. */
  const before = async (path: CheckedPath): Promise<Result<FileVersion | null, FileProblem>> => {
    const isCopied = hasChangeSinceCheckpoint(log.thread, path.real);
    const state = await (isCopied ? copies.look(path) : copies.keep(path));
    return state.ok ? ok(state.value.version) : state;
  };
  return {
    folders: () => files.folders(),
    check: (path) => files.check(path),
    read: (path) => files.read(path),
    list: (path) => files.list(path),
    find: (folder, pattern, limit, signal) => files.find(folder, pattern, limit, signal),
    write: async (path, change) => {
      const old = await before(path);
      if (!old.ok) return old;
      const planned = { path: path.real ?? '', before: old.value };
      return recorded(log, copies, [planned], async () => {
        const done = await files.write(path, change);
        // A formatter may have changed the file further; and a write that failed may have changed it.
        const now = await copies.look(path);
        return { done, after: [now.ok ? now.value.version : undefined] };
      });
    },
    move: async (from, to, expected) => {
      const [old, target] = [await before(from), await copies.look(to)];
      if (!old.ok) return old;
      if (!target.ok) return target;
      if (target.value.version) return err({ type: 'exists' });
      const changes = [
        { path: from.real ?? '', before: old.value },
        { path: to.real ?? '', before: null },
      ];
      return recorded(log, copies, changes, async () => {
        const done = await files.move(from, to, expected);
        return { done, after: done.ok ? [null, old.value] : [old.value, null] };
      });
    },
    remove: async (path, expected) => {
      const old = await before(path);
      if (!old.ok) return old;
      return recorded(log, copies, [{ path: path.real ?? '', before: old.value }], async () => {
        const done = await files.remove(path, expected);
        return { done, after: [done.ok ? null : old.value] };
      });
    },
  };
}

interface Made<T> {
  readonly done: Result<T, FileProblem>;
  /** What each file holds then; undefined: unknown. */
  readonly after: readonly (FileVersion | null | undefined)[];
}

/** Writes to the log what is about to change, makes the change, and writes what became of it. */
export async function recorded<T>(
  log: ThreadLog,
  copies: FileCopies,
  changes: readonly Omit<SealedChange, 'after'>[],
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
  change: SealedChange,
): Promise<Result<undefined, FileProblem>> {
  const seal = copies.seal(change);
  if (!seal.ok) return seal;
  const written = await log.append({ type: 'file', ...change, seal: seal.value });
  return written.ok ? ok(undefined) : err({ type: 'not-recorded', reason: written.error.reason });
}

/** Whether the log has a change of the file since the newest message that carries a checkpoint. Linear in what came since. */
function hasChangeSinceCheckpoint({ entries }: Thread, path: string | undefined): boolean {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = valueAt(entries, at);
    if (entry?.type === 'file' && entry.path === path && entry.after !== undefined && !isWithoutEffect(entry))
      return true;
    if (entry?.type === 'file_restore' || (entry?.type === 'message' && entry.origin !== 'model')) return false;
  }
  return false;
}
