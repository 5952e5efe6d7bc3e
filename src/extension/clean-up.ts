/** Removes stored outputs that no log names and threads that were deleted weeks ago, a minute after the start, so that the start is not slowed. */
import type * as vscode from 'vscode';
import { collectOutputs } from './storage/collect-outputs.ts';
import { DISK } from './storage/disk.ts';
import { sweepLeftovers } from './storage/sweep-leftovers.ts';
import { purgeTrash } from './storage/trash.ts';

const AFTER_MS = 60_000;

/** `root` is the extension's storage. Returns what calls it off. */
export function cleanUpLater(root: string, log: vscode.LogOutputChannel): () => void {
  const timer = setTimeout(async () => {
    await sweepLeftovers(DISK, root, Date.now()).catch((error: unknown) =>
      log.warn(`Leftovers were not removed: ${error}`),
    );
    await purgeTrash(DISK, root, Date.now()).catch((error: unknown) =>
      log.warn(`Deleted threads were not purged: ${error}`),
    );
    const removed = await collectOutputs(DISK, root, Date.now()).catch((error: unknown) => {
      log.warn(`Unused outputs were not removed: ${error}`);
      return [];
    });
    if (removed.length > 0) log.info(`Removed ${removed.length} outputs that no thread names`);
  }, AFTER_MS);
  return () => clearTimeout(timer);
}
