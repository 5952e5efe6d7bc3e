/** Compares the files that a tool call changed, as they were before and after it, by the copies in the thread's folder. */

import { changesOfCall } from '../../core/thread/changed-by-call.ts';
import type { FileVersion } from '../../core/thread/entry.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { callOfRow } from '../../core/view/rows.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ThreadStore } from '../storage/thread-store.ts';
import { compareVersions } from './show.ts';

interface Comparison {
  readonly path: string;
  readonly before: FileVersion | null;
  /** Undefined: unknown, as the change was broken off. */
  readonly after: FileVersion | null | undefined;
}

/** `key` is of the call's row. The value says why something could not be compared. */
export async function compareCall(
  { id, thread }: { readonly id: string; readonly thread: Thread },
  key: string,
  store: Pick<ThreadStore, 'copy'>,
  l10n: L10n,
): Promise<string | undefined> {
  const found = callOfRow(thread, key);
  const comparisons = found ? comparisonsOf(thread, found) : [];
  if (comparisons.length === 0) return l10n.t('The thread does not say which files this call changed.');
  for (const comparison of comparisons) {
    const obstacle = await obstacleTo(id, comparison, store, l10n);
    if (obstacle !== undefined) return obstacle;
    const { path, before, after = null } = comparison;
    const name = path.split('/').at(-1) ?? path;
    await compareVersions(id, { before, after }, name, l10n.t('{0} (before ↔ after)', name));
  }
  return undefined;
}

/** One for each file, and one for a file that was moved. */
function comparisonsOf(
  { entries }: Thread,
  { entry, call }: NonNullable<ReturnType<typeof callOfRow>>,
): readonly Comparison[] {
  const files = new Map<string, Comparison>();
  for (const { path, before, after } of changesOfCall(entries, entry, call))
    files.set(path, { path, before: files.get(path)?.before ?? before, after });
  const [first, second, ...others] = files.values();
  const isMoved = others.length === 0 && first?.after === null && second?.before === null;
  return isMoved ? [{ ...second, before: first.before }] : [...files.values()];
}

async function obstacleTo(
  thread: string,
  { path, before, after }: Comparison,
  store: Pick<ThreadStore, 'copy'>,
  { t }: L10n,
): Promise<string | undefined> {
  if (after === undefined) return t('The change of {0} was broken off, so it is unknown what it left.', path);
  for (const version of [before, after]) {
    if (!version || (await store.copy(thread, version.hash))) continue;
    const isBefore = version === before;
    switch (version.uncopied) {
      case 'too-large':
        return isBefore
          ? t('{0} can’t be compared: before the change it was too large to keep a copy of it.', path)
          : t('{0} can’t be compared: after the change it was too large to keep a copy of it.', path);
      case 'full':
        return t('{0} can’t be compared: the copies of this thread take up all the space that they may.', path);
      default:
        return isBefore
          ? t('{0} can’t be compared: the copy of it before the change is gone.', path)
          : t('{0} can’t be compared: the copy of it after the change is gone.', path);
    }
  }
  return undefined;
}
