/** Reads from a thread's log which files of the workspace changed since an entry, and what they held then. */
import type { List } from '../../lang/grow-list.ts';
import type { Entry, FileEntry, FileVersion } from '../../thread/entry.ts';
import type { EntryId } from '../../thread/entry-id.ts';
import { lowerBound } from '../../thread/find-entry.ts';
import { recordedPath } from './file-location.ts';
import { isSameVersion } from './ports.ts';
import type { OwnChange } from './seal.ts';

export interface FileHistory {
  /** Absolute real path, with `/`. */
  readonly path: string;
  /** As the file was. */
  readonly target: FileVersion | null;
  /** What the file holds, if nothing else changed it since. */
  readonly expected: FileVersion | null;
  /** Hashes of what it may hold instead (null: no file), since the newest change was broken off: all that the log names of it. */
  readonly others: ReadonlySet<string | null>;
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
 * change since counts. Linear in what came since, and in the log where a change was broken off.
 */
export function filesSince(entries: List<Entry>, to: EntryId, own: OwnChange): FilesSince {
  const changes = new Map<string, FileEntry[]>();
  const byCommands = new Set<string>();
  let [foreign, moreByCommands] = [0, 0];
  for (const entry of entries.slice(lowerBound(entries, to + 1))) {
    if (entry.type === 'command_files') {
      for (const path of entry.paths) byCommands.add(path);
      moreByCommands += entry.more;
    } else if (entry.type === 'file') {
      const ours = own(entry);
      if (ours) addTo(changes, ours);
      else foreign++;
    }
  }
  const broken = [...changes].flatMap(([path, made]) => (made.some(isBrokenOff) ? [path] : []));
  const versions = versionsOf(entries, new Set(broken), own);
  const files = [...changes].flatMap(([path, made]) => historyOf(path, made, versions.get(path)));
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

const NO_OTHERS: FileHistory['others'] = new Set();

/** None for a file that was never changed: each attempt failed. */
function historyOf(path: string, entries: readonly FileEntry[], versions = NO_OTHERS): readonly FileHistory[] {
  const made = entries.filter((entry) => !isWithoutEffect(entry));
  const [first, last] = [made[0], made.at(-1)];
  if (!first || !last) return [];
  const othersAfter = (entry: FileEntry) => (isBrokenOff(entry) ? versions : NO_OTHERS);
  const isMixed = made.some(({ before }, at) => {
    const previous = made[at - 1];
    return previous !== undefined && !mayHold(before, expectedAfter(previous), othersAfter(previous));
  });
  return [{ path, target: first.before, expected: expectedAfter(last), others: othersAfter(last), isMixed }];
}

/** Whether a file holds what it should if nothing else changed it. */
export function mayHold(now: FileVersion | null, expected: FileVersion | null, others: FileHistory['others']): boolean {
  return isSameVersion(now, expected) || others.has(now?.hash ?? null);
}

/** Hashes of all versions of some files in the log. Linear in it, where there are such files. */
function versionsOf(
  entries: List<Entry>,
  paths: ReadonlySet<string>,
  own: OwnChange,
): ReadonlyMap<string, FileHistory['others']> {
  const versions = new Map<string, Set<string | null>>();
  for (const entry of paths.size === 0 ? [] : entries) {
    const ours = entry.type === 'file' ? own(entry) : undefined;
    if (!ours || !paths.has(ours.path)) continue;
    const known = versions.get(ours.path) ?? new Set();
    known.add(ours.before?.hash ?? null).add(expectedAfter(ours)?.hash ?? null);
    versions.set(ours.path, known);
  }
  return versions;
}

/** The change failed, or left the bytes as they were. */
export function isWithoutEffect({ before, after }: FileEntry): boolean {
  return after !== undefined && isSameVersion(before, after);
}

function isBrokenOff({ after }: FileEntry): boolean {
  return after === undefined;
}

/** A change whose end is not in the log counts as not made: it was broken off. */
function expectedAfter({ before, after = before }: FileEntry): FileVersion | null {
  return after;
}

/** The files whose newest change has no end in the log: it is being made, or the process was killed. Linear in the log. */
export function brokenOff(entries: List<Entry>, own: OwnChange): readonly string[] {
  const open = new Map<string, FileEntry>();
  for (const entry of entries) {
    if (entry.type !== 'file') continue;
    const path = recordedPath(entry);
    if (entry.after === undefined) open.set(path, entry);
    else open.delete(path);
  }
  return [...open.values()].flatMap((entry) => own(entry)?.path ?? []);
}
