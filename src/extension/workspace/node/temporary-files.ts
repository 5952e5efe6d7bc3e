/** Temporary files beside those that are written: their names, and the removal of those that a killed process left. */
import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '../../storage/disk.ts';

/** With the process that writes it. */
const NAME = /^\.spool-(\d{1,10})-[0-9a-f]{16}\.tmp$/;

export function temporaryIn(folder: string): string {
  return path.join(folder, `.spool-${process.pid}-${randomBytes(8).toString('hex')}.tmp`);
}

/** Removes those of processes that are gone, in this folder alone. Never rejects: what can't be removed stays. */
export async function sweepTemporaries(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    if (pid === 0 || isAlive(pid)) continue;
    const file = path.join(folder, name);
    const isFile = await lstat(file).then(
      (stats) => stats.isFile(),
      () => false,
    );
    if (isFile) await rm(file, { force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is another person's.
    return errorCodeOf(error) !== 'ESRCH';
  }
}
