/** Puts files back, each atomically and logged before, so that a restore can be undone and a broken one run again. */

import type { AppendFailure, ThreadLog } from '../../agent/ports.ts';
import { type List, valueAt } from '../../lang/grow-list.ts';
import { mapLimited } from '../../lang/map-limited.ts';
import { err, ok, type Result } from '../../lang/result.ts';
import type { Entry, FileRestoreEntry } from '../../thread/entry.ts';
import { type EntryId, entryId } from '../../thread/entry-id.ts';
import type { FileProblem } from '../ports.ts';
import { locationOf } from './file-location.ts';
import { isSameVersion } from './ports.ts';
import { recorded } from './record-changes.ts';
import type { RestorableFile, RestorePorts } from './restore-lists.ts';

export interface FileRestoreOutcome {
  readonly restored: readonly RestorableFile[];
  /** They are as they were before the restore. */
  readonly failed: readonly { readonly file: RestorableFile; readonly problem: FileProblem }[];
}

/** Files whose bytes are written at the same time. */
const AT_ONCE = 8;

/**
 * A file that is no longer as it was seen (`now`) fails. Fails as a whole only where the log can't be written.
 */
export async function restoreFiles(
  chosen: readonly RestorableFile[],
  target: Pick<FileRestoreEntry, 'to' | 'thread'>,
  { files, copies, log }: Pick<RestorePorts, 'files' | 'copies'> & { readonly log: ThreadLog },
): Promise<Result<FileRestoreOutcome, AppendFailure>> {
  const begun = await log.append({ type: 'file_restore', state: 'begun', ...target });
  if (!begun.ok) return begun;
  const putBack = async (file: RestorableFile): Promise<Result<undefined, FileProblem>> => {
    const { path, now, target, isBlocked } = file;
    if ((await files.check(path.real ?? '')).real !== path.real) return err({ type: 'link' });
    if (isBlocked) await copies.clear(path);
    const kept = await copies.keep(path);
    if (!kept.ok) return kept;
    if (kept.value.isUnsaved) return err({ type: 'unsaved' });
    if (!isSameVersion(kept.value.version, now)) return err({ type: 'outdated' });
    const { version } = kept.value;
    // What goes could not be brought back.
    if (version?.uncopied) return err({ type: 'uncopied', why: version.uncopied });
    return recorded(log, copies, [{ ...locationOf(path, files.folders()), before: version }], async () => {
      const done = await copies.replace(path, version, target);
      return { done, after: [done.ok ? target : version] };
    });
  };
  const results: { readonly file: RestorableFile; readonly done: Result<undefined, FileProblem> }[] = [];
  for (const part of inOrder(chosen))
    results.push(...(await mapLimited(part, AT_ONCE, async (file) => ({ file, done: await putBack(file) }))));
  const ended = await log.append({ type: 'file_restore', state: 'ended', ...target });
  if (!ended.ok) return ended;
  return ok({
    restored: results.flatMap(({ file, done }) => (done.ok ? [file] : [])),
    failed: results.flatMap(({ file, done }) => (done.ok ? [] : [{ file, problem: done.error }])),
  });
}

/** Files go after the others were put back, so that where the disk is full nothing is lost; then come those that they blocked. */
function inOrder(chosen: readonly RestorableFile[]): readonly (readonly RestorableFile[])[] {
  const isGoing = ({ target }: RestorableFile) => target === null;
  const isBlocked = (file: RestorableFile) => file.isBlocked === true;
  return [
    chosen.filter((file) => !isGoing(file) && !isBlocked(file)),
    chosen.filter(isGoing),
    chosen.filter(isBlocked),
  ];
}

export interface NewestRestore {
  /** Restoring files to it undoes their restore; undefined: none were restored. */
  readonly files: EntryId | undefined;
  /** The restore of the thread; undefined: the thread was not restored. */
  readonly thread: EntryId | undefined;
}

/** The restore that an undo takes back; undefined without one. */
export function newestRestore(entries: List<Entry>): NewestRestore | undefined {
  const at = entries.findLastIndex(({ type }) => type === 'restore' || type === 'file_restore');
  const [before, newest] = [valueAt(entries, at - 1), valueAt(entries, at)];
  if (!newest) return undefined;
  const thread = newest.type === 'restore' ? newest.id : undefined;
  const isOfBoth = before?.type === 'file_restore' && before.thread === true;
  if (thread !== undefined && !isOfBoth) return { thread, files: undefined };
  const begun = entries.slice(0, at + 1).findLast((entry) => entry.type === 'file_restore' && entry.state === 'begun');
  return { thread, files: begun && entryId(begun.id - 1) };
}
