/** Puts files back, each at once and logged before, so that a restore can be undone, and goes on where it was broken off. */
import type { AppendFailure, ThreadLog } from '../../agent/ports.ts';
import { mapLimited } from '../../lang/map-limited.ts';
import { err, ok, type Result } from '../../lang/result.ts';
import type { Signal } from '../../lang/signal.ts';
import type { Entry } from '../../thread/entry.ts';
import { type EntryId, entryId } from '../../thread/entry-id.ts';
import type { FileProblem } from '../ports.ts';
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
 * A file that is no longer as it was seen (`now`) fails. Files that go are last, so that where the disk is full nothing is lost.
 * When the signal aborts, the rest fails as not recorded. Fails as a whole only where the log can't be written.
 */
export async function restoreFiles(
  chosen: readonly RestorableFile[],
  to: EntryId,
  { files, copies, log }: Pick<RestorePorts, 'files' | 'copies'> & { readonly log: ThreadLog },
  signal: Signal,
): Promise<Result<FileRestoreOutcome, AppendFailure>> {
  const begun = await log.append({ type: 'file_restore', to, state: 'begun' });
  if (!begun.ok) return begun;
  const putBack = async (file: RestorableFile): Promise<Result<undefined, FileProblem>> => {
    const { path, now, target } = file;
    if (signal.aborted) return err({ type: 'not-recorded', reason: 'stopped' });
    if ((await files.check(path.real ?? '')).real !== path.real) return err({ type: 'link' });
    const kept = await copies.keep(path);
    if (!kept.ok) return kept;
    if (kept.value.isUnsaved) return err({ type: 'unsaved' });
    if (!isSameVersion(kept.value.version, now)) return err({ type: 'outdated' });
    const { version } = kept.value;
    return recorded(log, copies, [{ path: path.real ?? '', before: version }], async () => {
      const done = await copies.replace(path, version, target);
      return { done, after: [done.ok ? target : version] };
    });
  };
  const results: { readonly file: RestorableFile; readonly done: Result<undefined, FileProblem> }[] = [];
  for (const part of [chosen.filter(({ target }) => target), chosen.filter(({ target }) => !target)])
    results.push(...(await mapLimited(part, AT_ONCE, async (file) => ({ file, done: await putBack(file) }))));
  const ended = await log.append({ type: 'file_restore', to, state: 'ended' });
  if (!ended.ok) return ended;
  return ok({
    restored: results.flatMap(({ file, done }) => (done.ok ? [file] : [])),
    failed: results.flatMap(({ file, done }) => (done.ok ? [] : [{ file, problem: done.error }])),
  });
}

/** Where the files were before the newest restore of files began: restoring to it undoes the restore. Undefined without one. */
export function beforeNewestRestore(entries: readonly Entry[]): EntryId | undefined {
  const begun = entries.findLast((entry) => entry.type === 'file_restore' && entry.state === 'begun');
  return begun && entryId(begun.id - 1);
}
