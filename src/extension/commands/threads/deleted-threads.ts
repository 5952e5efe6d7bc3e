/** Restore Deleted Thread…: brings a thread back from the trash, and opens it. */
import * as vscode from 'vscode';
import { DISK } from '../../storage/disk.ts';
import { listTrash } from '../../storage/list-trash.ts';
import type { MoveOutcome } from '../../storage/trash.ts';
import { openText } from '../../words/outcome-text.ts';
import { moveText } from '../../words/thread-acts-text.ts';
import type { CommandContext } from '../command-context.ts';
import { plainLabel } from '../plain-label.ts';

/** Without `id` the person is asked. Undefined when they closed the list, or the trash is empty, which is said. */
export async function restoreDeletedThread(host: CommandContext, id?: string): Promise<MoveOutcome | undefined> {
  const chosen = id ?? (await askForDeleted(host));
  if (chosen === undefined) return undefined;
  const outcome = await host.store.untrash(chosen);
  const { l10n } = host;
  const said = outcome.type === 'moved' ? openText(await host.threads.open(chosen), l10n) : moveText(outcome, l10n);
  host.current().tell(said);
  return outcome;
}

async function askForDeleted({ storage, tell, l10n }: CommandContext): Promise<string | undefined> {
  const { t } = l10n;
  const deleted = await listTrash(DISK, storage.root);
  if (deleted.length === 0) {
    tell({ severity: 'info', text: t('No deleted thread is left. A deleted thread is kept for 30 days.') });
    return undefined;
  }
  const day = new Intl.DateTimeFormat(l10n.locale, { dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(l10n.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const rows = deleted.map(({ id, title, messages, deletedAt, goneAt }) => ({
    id,
    label: plainLabel(title ?? t('Untitled Thread')),
    description: l10n.plural(messages, '{0} message', '{0} messages'),
    detail: t('deleted {0} · kept until {1}', time.format(deletedAt), day.format(goneAt)),
  }));
  const options = {
    title: t('Restore Deleted Thread'),
    placeHolder: t('The thread that is brought back and opened'),
    matchOnDetail: true,
  };
  return (await vscode.window.showQuickPick(rows, options))?.id;
}
