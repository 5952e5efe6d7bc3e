/** Restore Files…: puts files, the thread, or both back to how they were at a message, or undoes the last restore. */
import type { ThreadLog } from '../../core/agent/ports.ts';
import type { Entry, Planned, RestoreEntry } from '../../core/thread/entry.ts';
import { type EntryId, entryId } from '../../core/thread/entry-id.ts';
import { findEntry } from '../../core/thread/find-entry.ts';
import { checkpointedEntry, planRestore, planUndoRestore } from '../../core/thread/restore.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { type FilesSince, filesSince } from '../../core/workspace/restore/file-history.ts';
import { newestRestore } from '../../core/workspace/restore/restore-files.ts';
import { type RestorableFile, type RestorePorts, restoreLists } from '../../core/workspace/restore/restore-lists.ts';
import { runRestore } from '../../core/workspace/restore/run-restore.ts';
import { ownChanges } from '../../core/workspace/restore/seal.ts';
import { compareWithCopy } from '../documents/show.ts';
import { Sealer } from '../storage/seal-key.ts';
import { type RestoreOutcome, restoreText } from '../words/restore-text.ts';
import { realFolder } from '../workspace/node/check-path.ts';
import { NodeCopies } from '../workspace/node/node-copies.ts';
import { EDITOR_OF_COPIES } from '../workspace/vscode/vscode-copies.ts';
import { diskFolders, VsCodeFiles } from '../workspace/vscode/vscode-files.ts';
import type { CommandContext } from './command-context.ts';
import { pickFiles, pickScope, pickTarget, type RestoreScope } from './restore-picks.ts';

/** What a person would choose; what is left out is asked. */
export interface RestoreWish {
  readonly undo?: true;
  /** The id of an entry, 0 for the thread's start, or the id of a checkpoint. */
  readonly to?: number | string;
  readonly scope?: RestoreScope;
  /** `unchanged`: those that nothing else changed · `all`: those that a person would have to tick, too. */
  readonly files?: 'unchanged' | 'all';
}

interface PlannedRestore {
  readonly to: EntryId;
  readonly scope: RestoreScope;
  readonly planThread: (thread: Thread) => Planned<RestoreEntry> | undefined;
}

interface FileChoice {
  readonly files: readonly RestorableFile[];
  /** No file is another than it was then, so there was nothing to choose. */
  readonly isAllSame: boolean;
}

/** Undefined when the person left one of the lists. */
export async function runRestoreFiles(host: CommandContext, wish: RestoreWish): Promise<RestoreOutcome | undefined> {
  const outcome = await restore(host, wish);
  if (outcome) host.tell(restoreText(outcome, host.l10n));
  return outcome;
}

async function restore(host: CommandContext, wish: RestoreWish): Promise<RestoreOutcome | undefined> {
  const { session, storage, l10n } = host;
  const { open } = session.state;
  if (!open) return { type: 'no-thread' };
  if (open.access.type === 'held') return { type: 'held' };
  const { thread, id } = open;
  const planned = await plannedRestore(thread, wish, l10n);
  if (!planned || 'type' in planned) return planned;
  const copies = new NodeCopies({
    root: storage.root,
    thread: id,
    sealer: new Sealer(storage.root),
    editor: EDITOR_OF_COPIES,
    folders: diskFolders,
  });
  const ports = { files: new VsCodeFiles(), copies, ownFolders: storage.ownFolders.map(realFolder) };
  const since = filesSince(thread.entries, planned.to, ownChanges(copies));
  const choice = planned.scope === 'thread' ? undefined : await chosenFiles(since, id, ports, wish, host);
  if (choice === 'cancelled') return undefined;
  const files = choice?.files;
  return session.work({ type: 'restoring' }, async (log: ThreadLog): Promise<RestoreOutcome> => {
    if (session.state.open?.id !== id) return { type: 'other-thread' };
    const back = planned.scope === 'files' ? undefined : planned.planThread(log.thread);
    if (!back && (files ?? []).length === 0)
      return choice?.isAllSame === false
        ? { type: 'nothing-chosen' }
        : { type: 'nothing-to-restore', foreign: since.foreign };
    const done = await runRestore({ to: planned.to, files, thread: back }, { ...ports, log });
    return done.ok ? { type: 'restored', isThreadRestored: back !== undefined, ...done.value } : done.error;
  });
}

async function plannedRestore(
  thread: Thread,
  wish: RestoreWish,
  l10n: CommandContext['l10n'],
): Promise<PlannedRestore | RestoreOutcome | undefined> {
  const newest = newestRestore(thread.entries);
  const asked = wish.undo || wish.to !== undefined ? undefined : await pickTarget(thread, newest !== undefined, l10n);
  if (wish.undo || asked === 'undo') {
    const { files, thread: restored } = newest ?? {};
    if (files === undefined && restored === undefined) return { type: 'nothing-to-undo' };
    return {
      to: files ?? entryId(0),
      scope: files === undefined ? 'thread' : restored === undefined ? 'files' : 'both',
      planThread: (now) => (restored === undefined ? undefined : planned(planUndoRestore(now, restored))),
    };
  }
  if (wish.to === undefined && !asked) return undefined;
  const to = asked ? asked.to : wish.to === 0 ? entryId(0) : entryAt(thread, wish.to)?.id;
  if (to === undefined) return { type: 'no-such-place' };
  const scope = wish.scope ?? (asked?.files === 0 ? 'thread' : await pickScope(l10n));
  return scope && { to, scope, planThread: (now) => planned(planRestore(now, to)) };
}

function entryAt({ entries }: Thread, to: RestoreWish['to']): Entry | undefined {
  return typeof to === 'string' ? checkpointedEntry(entries, to) : findEntry(entries, entryId(to ?? 0));
}

async function chosenFiles(
  since: FilesSince,
  thread: string,
  ports: RestorePorts,
  { files }: RestoreWish,
  { l10n, log }: CommandContext,
): Promise<FileChoice | 'cancelled'> {
  const lists = await restoreLists(since, ports);
  const { unchanged, chosen, left, byCommands } = lists;
  const isAllSame = unchanged.length + chosen.length + left.length + byCommands.length === 0;
  if (files === 'unchanged') return { files: unchanged, isAllSame };
  if (files === 'all') return { files: [...unchanged, ...chosen], isAllSame };
  if (isAllSame) return { files: [], isAllSame };
  const compare = (file: RestorableFile) =>
    compareWithCopy(thread, file, l10n).catch((error: unknown) =>
      log.error(error instanceof Error ? error : String(error)),
    );
  const picked = await pickFiles(lists, (file) => void compare(file), l10n);
  return picked ? { files: picked, isAllSame } : 'cancelled';
}

function planned<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T | undefined {
  return result.ok ? result.value : undefined;
}
