/** Deletes temporary files that a killed process left in the workspace, beside the files that it was writing by the log. */
import type { Thread } from '../../thread/thread.ts';
import { brokenOff } from './file-history.ts';
import type { RestorePorts } from './restore-lists.ts';
import { ownChanges } from './seal.ts';

export async function sweepBrokenOff(
  { entries }: Pick<Thread, 'entries'>,
  { files, copies }: Pick<RestorePorts, 'files' | 'copies'>,
): Promise<void> {
  for (const path of brokenOff(entries, ownChanges(copies))) {
    const checked = await files.check(path);
    if (checked.real === path) await copies.sweep(checked);
  }
}
