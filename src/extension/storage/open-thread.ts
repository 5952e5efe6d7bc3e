/** Opens a thread of the store: its log, and the right to write it where no other window has it. */
import { err, ok, type Result } from '../../core/lang/result.ts';
import { type Disk, errorCodeOf, unlessMissing } from './disk.ts';
import { type LockRequest, type Pulse, takeLock } from './lock.ts';
import { LogWriter } from './log-writer.ts';
import { type LogContent, readLog } from './read-log.ts';
import { isThreadId, logFile, newWriterId, threadFolder } from './thread-folder.ts';

export type OpenFailure =
  | { readonly type: 'no-such-thread'; readonly id: string }
  | { readonly type: 'unreadable'; readonly file: string; readonly reason: string }
  /** The log's form is of a later version, which this one could only damage. */
  | { readonly type: 'newer-version'; readonly file: string };

/** Which window may write the log. */
export type LogAccess =
  | { readonly type: 'writer'; readonly writer: LogWriter }
  /** Another window writes. */
  | { readonly type: 'held' }
  /** No window can, as the disk refuses. */
  | { readonly type: 'refused'; readonly reason: string };

export interface OpenedLog extends LogContent {
  readonly id: string;
  readonly file: string;
  /** The log's size when it was read. */
  readonly bytes: number;
  readonly access: LogAccess;
}

/** With `takeOver` the right to write is taken from a window that has it. */
export async function openThread(
  disk: Disk,
  root: string,
  id: string,
  { pulse, takeOver = false }: { readonly pulse: Pulse; readonly takeOver?: boolean },
): Promise<Result<OpenedLog, OpenFailure>> {
  if (!isThreadId(id)) return err({ type: 'no-such-thread', id });
  const folder = threadFolder(root, id);
  const file = logFile(folder);
  if (!(await unlessMissing(disk.stat(file)).catch(() => undefined))) return err({ type: 'no-such-thread', id });
  // The lock comes first: what is read after it is all there is.
  const access = await takeAccess(disk, file, { folder, writer: newWriterId(), pulse, force: takeOver });
  try {
    const { size: bytes } = await disk.stat(file);
    const log = await readLog(file);
    if (!log.skipped.some(({ why }) => why === 'newer-version')) return ok({ ...log, id, file, bytes, access });
    if (access.type === 'writer') await access.writer.close();
    return err({ type: 'newer-version', file });
  } catch (error) {
    if (access.type === 'writer') await access.writer.close();
    return err({ type: 'unreadable', file, reason: errorCodeOf(error) });
  }
}

async function takeAccess(disk: Disk, file: string, request: LockRequest): Promise<LogAccess> {
  const attempt = await takeLock(disk, request);
  if (attempt.type === 'held') return attempt;
  if (attempt.type === 'failed') return { type: 'refused', reason: attempt.reason };
  try {
    return { type: 'writer', writer: await LogWriter.open(disk, file, attempt.lock, request.writer) };
  } catch (error) {
    await attempt.lock.release().catch(() => undefined);
    return { type: 'refused', reason: errorCodeOf(error) };
  }
}
