/** Show Storage Used…: lists what each thread takes on the disk; on request empties the trash and removes files that no thread refers to. */
import * as vscode from 'vscode';
import { assertNever } from '../../../core/lang/assert-never.ts';
import { formatBytes } from '../../../core/view/format.ts';
import { collectOutputs } from '../../storage/collect-outputs.ts';
import { DISK } from '../../storage/disk.ts';
import { type StorageUse, storageUse } from '../../storage/storage-use.ts';
import type { ThreadSummary } from '../../storage/thread-index.ts';
import { purgeTrash } from '../../storage/trash.ts';
import type { CommandContext } from '../command-context.ts';
import { plainLabel } from '../plain-label.ts';
import { restoreDeletedThread } from './deleted-threads.ts';
import { runOpenThread } from './open-thread.ts';

interface UseItem extends vscode.QuickPickItem {
  readonly choice?:
    | { readonly type: 'deleted' | 'trash' | 'unused' }
    | { readonly type: 'thread'; readonly id: string };
}

/** The list is shown again after a removal. Resolves to the bytes that were used when it was shown last. */
export async function showStorageUsed(host: CommandContext): Promise<number> {
  const { store, storage, l10n } = host;
  for (;;) {
    const threads = await store.list();
    const use = await storageUse(DISK, storage.root, threads);
    const chosen = await vscode.window.showQuickPick(itemsOf(threads, use, host), {
      title: l10n.t('Storage Used: {0}', formatBytes(use.total, l10n.locale)),
      placeHolder: l10n.t('Choose a thread to open it, or what is to be removed'),
      matchOnDetail: true,
    });
    const choice = chosen?.choice;
    switch (choice?.type) {
      case 'trash':
        await emptyTrash(host, use);
        break;
      case 'unused':
        await removeUnused(host, threads, use);
        break;
      case 'deleted':
        await restoreDeletedThread(host);
        return use.total;
      case 'thread':
        await runOpenThread(host, choice.id);
        return use.total;
      case undefined:
        return use.total;
      default:
        assertNever(choice);
    }
  }
}

function itemsOf(threads: readonly ThreadSummary[], use: StorageUse, { l10n }: CommandContext): readonly UseItem[] {
  const { t } = l10n;
  const size = (bytes: number) => formatBytes(bytes, l10n.locale);
  const rows = threads
    .map((thread) => {
      const { log = 0, outputs = 0, copies = 0, agents = 0 } = use.threads.get(thread.id) ?? {};
      return { thread, log, outputs, copies, agents, bytes: log + outputs + copies + agents };
    })
    .sort((a, b) => b.bytes - a.bytes)
    .map(
      ({ thread, log, outputs, copies, agents, bytes }): UseItem => ({
        label: plainLabel(thread.title ?? t('Untitled Thread')),
        description: size(bytes),
        detail: [
          t('log {0} · outputs {1} · copies of files {2}', size(log), size(outputs), size(copies)),
          ...(agents > 0 ? [t('sub-agents {0}', size(agents))] : []),
        ].join(' · '),
        choice: { type: 'thread', id: thread.id },
      }),
    );
  const { trash } = use;
  const deleted = l10n.plural(trash.threads, '{0} deleted thread', '{0} deleted threads');
  return [
    ...(trash.threads > 0
      ? [
          {
            label: `$(history) ${t('Restore Deleted Thread…')}`,
            description: deleted,
            choice: { type: 'deleted' as const },
          },
          {
            label: `$(trash) ${t('Empty the Trash…')}`,
            description: size(trash.bytes),
            choice: { type: 'trash' as const },
          },
        ]
      : []),
    {
      label: `$(clear-all) ${t('Remove What No Thread Refers To…')}`,
      description: t('outputs and copies older than a day'),
      choice: { type: 'unused' },
    },
    { label: t('Threads, the largest first'), kind: vscode.QuickPickItemKind.Separator },
    ...rows,
  ];
}

async function emptyTrash({ storage, l10n }: CommandContext, { trash }: StorageUse): Promise<void> {
  const { t } = l10n;
  const question = l10n.plural(
    trash.threads,
    'Remove {0} deleted thread for good?',
    'Remove {0} deleted threads for good?',
  );
  const detail = t('It frees {0}. They can’t be brought back then.', formatBytes(trash.bytes, l10n.locale));
  if (await isAgreed(question, detail, t('Remove')))
    await purgeTrash(DISK, storage.root, Date.now(), Number.NEGATIVE_INFINITY);
}

async function removeUnused(
  { storage, tell, l10n }: CommandContext,
  threads: readonly ThreadSummary[],
  before: StorageUse,
): Promise<void> {
  const { t } = l10n;
  const question = t('Remove outputs and copies that no thread refers to?');
  const detail = t('Only what is older than a day goes. No message of a thread changes, and what an undo needs stays.');
  if (!(await isAgreed(question, detail, t('Remove')))) return;
  const removed = await collectOutputs(DISK, storage.root, Date.now());
  const after = await storageUse(DISK, storage.root, threads);
  const freed = formatBytes(Math.max(0, before.total - after.total), l10n.locale);
  const text = l10n.plural(removed.length, 'Removed {0} file, {1} in all.', 'Removed {0} files, {1} in all.', freed);
  tell({
    severity: 'info',
    text: removed.length === 0 ? t('Every stored file belongs to a thread. Nothing was removed.') : text,
  });
}

async function isAgreed(question: string, detail: string, button: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, button)) === button;
}
