/** Reads from a thread's log what became of the files of the workspace since an entry. */
import type { Entry, FileEntry, FileVersion } from '../../thread/entry.ts';
import type { EntryId } from '../../thread/entry-id.ts';
import { lowerBound } from '../../thread/find-entry.ts';
import { isSameVersion } from './ports.ts';

export interface FileHistory {
  /** Absolute real path, with `/`. */
  readonly path: string;
  /** As the file was. */
  readonly target: FileVersion | null;
  /** What the file holds, if nothing else changed it since. */
  readonly expected: FileVersion | null;
  /** Something else changed the file between two changes. */
  readonly isMixed: boolean;
}

export interface FilesSince {
  readonly files: readonly FileHistory[];
  /** Entries that don't count, as their seal is wrong: the log was copied from another computer or thread, or edited. */
  readonly foreign: number;
  /** Files that changed while commands ran, and how many more there were. */
  readonly byCommands: readonly string[];
  readonly moreByCommands: number;
}

/**
 * In the order of the whole log, whichever way its path goes: only that is what happened on the disk. Of each file the first
 * change since counts. Linear in what came since.
 */
export function filesSince(entries: readonly Entry[], to: EntryId, isOurs: (entry: FileEntry) => boolean): FilesSince {
  const changes = new Map<string, FileEntry[]>();
  const byCommands = new Set<string>();
  let [foreign, moreByCommands] = [0, 0];
  for (const entry of entries.slice(lowerBound(entries, to + 1))) {
    if (entry.type === 'command_files') {
      for (const path of entry.paths) byCommands.add(path);
      moreByCommands += entry.more;
    } else if (entry.type === 'file') {
      if (isOurs(entry)) addTo(changes, entry);
      else foreign++;
    }
  }
  const files = [...changes].flatMap(([path, made]) => historyOf(path, made));
  return { files, foreign, byCommands: [...byCommands], moreByCommands };
}

/** A change is logged before it is made, and again when it is known what the file holds then: the two are one. */
function addTo(changes: Map<string, FileEntry[]>, entry: FileEntry): void {
  const made = changes.get(entry.path);
  const last = made?.at(-1);
  if (!made) changes.set(entry.path, [entry]);
  else if (last && last.after === undefined && isSameVersion(last.before, entry.before)) made[made.length - 1] = entry;
  else made.push(entry);
}

/** None for a file that was never changed: each attempt failed. */
function historyOf(path: string, entries: readonly FileEntry[]): readonly FileHistory[] {
  const made = entries.filter((entry) => !isWithoutEffect(entry));
  const [first, last] = [made[0], made.at(-1)];
  if (!first || !last) return [];
  const isMixed = made.some((entry, at) => {
    const previous = made[at - 1];
    return previous !== undefined && !isSameVersion(expectedAfter(previous), entry.before);
  });
  return [{ path, target: first.before, expected: expectedAfter(last), isMixed }];
}

/** The change failed, or left the bytes as they were. */
export function isWithoutEffect({ before, after }: FileEntry): boolean {
  return after !== undefined && isSameVersion(before, after);
}

/** A change whose end is not in the log counts as not made: it was broken off. */
function expectedAfter({ before, after = before }: FileEntry): FileVersion | null {
  return after;
}

/** The files whose newest change has no end in the log: it is being made, or the process was killed. Linear in the log. */
export function brokenOff(entries: readonly Entry[], isOurs: (entry: FileEntry) => boolean): readonly string[] {
  const open = new Map<string, FileEntry>();
  for (const entry of entries) {
    if (entry.type !== 'file') continue;
    if (entry.after === undefined) open.set(entry.path, entry);
    else open.delete(entry.path);
  }
  return [...open.values()].filter(isOurs).map(({ path }) => path);
}
