/** Lets the changes of files that several threads make at once happen one after the other. */
import type { Files } from '../../core/workspace/ports.ts';
import type { SerialQueue } from '../session/serial-queue.ts';

/**
 * The same files; `changes` is the window's. A change compares the file with what its thread saw (`FileChange.expected`) when its
 * turn has come, so that it is refused as outdated where another thread's came before it, and the copy of what was there before is
 * taken in the same turn.
 */
export function orderedChanges(files: Files, changes: SerialQueue): Files {
  return {
    folders: () => files.folders(),
    check: (path) => files.check(path),
    read: (path) => files.read(path),
    list: (path) => files.list(path),
    find: (folder, pattern, limit, signal) => files.find(folder, pattern, limit, signal),
    write: (path, change) => changes.run(() => files.write(path, change)),
    move: (from, to, expected, call) => changes.run(() => files.move(from, to, expected, call)),
    remove: (path, expected, call) => changes.run(() => files.remove(path, expected, call)),
  };
}
