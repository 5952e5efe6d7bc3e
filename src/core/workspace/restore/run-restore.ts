/** Restores the files of a thread, the thread, or both: files first, so that a kill in between leaves a thread that says so. */
import type { AppendFailure, ThreadLog } from '../../agent/ports.ts';
import { ok, type Result } from '../../lang/result.ts';
import type { Planned, RestoreEntry } from '../../thread/entry.ts';
import type { EntryId } from '../../thread/entry-id.ts';
import { type FileRestoreOutcome, restoreFiles } from './restore-files.ts';
import type { RestorableFile, RestorePorts } from './restore-lists.ts';
import { sweepBrokenOff } from './sweep-broken-off.ts';

export interface RestoreOrder {
  readonly to: EntryId;
  /** Undefined: the files stay. */
  readonly files: readonly RestorableFile[] | undefined;
  /** Undefined: the thread stays. */
  readonly thread: Planned<RestoreEntry> | undefined;
}

export async function runRestore(
  { to, files, thread }: RestoreOrder,
  ports: RestorePorts & { readonly log: ThreadLog },
): Promise<Result<FileRestoreOutcome, AppendFailure>> {
  if (files) await sweepBrokenOff(ports.log.thread, ports);
  const target = { to, ...(thread && { thread: true as const }) };
  const done = files && files.length > 0 ? await restoreFiles(files, target, ports) : NO_FILES;
  if (!done.ok || !thread) return done;
  const written = await ports.log.append(thread);
  return written.ok ? done : written;
}

const NO_FILES = ok<FileRestoreOutcome>({ restored: [], failed: [] });
