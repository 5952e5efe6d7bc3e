/** Reports each file that the agent changes, since a rule for a command asks again once files that it may run were changed. */
import type { Result } from '../lang/result.ts';
import type { CheckedPath } from '../permission/request.ts';
import type { FileProblem, Files } from './ports.ts';

/** The same files; `onChange` hears of each file that was changed, or may have been. */
export function reportChanges(files: Files, onChange: (path: CheckedPath) => void): Files {
  const told = async <T>(done: Promise<Result<T, FileProblem>>, ...paths: readonly CheckedPath[]) => {
    const result = await done;
    if (result.ok || mayBeChanged(result.error)) for (const path of paths) onChange(path);
    return result;
  };
  return {
    folders: () => files.folders(),
    check: (path) => files.check(path),
    read: (path) => files.read(path),
    list: (path) => files.list(path),
    find: (folder, pattern, limit, signal) => files.find(folder, pattern, limit, signal),
    write: (path, change) => told(files.write(path, change), path),
    move: (from, to, expected, call) => told(files.move(from, to, expected, call), from, to),
    remove: (path, expected, call) => told(files.remove(path, expected, call), path),
  };
}

function mayBeChanged({ type }: FileProblem): boolean {
  return type === 'not-written' || type === 'other';
}
