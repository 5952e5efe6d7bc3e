/** Open Thread…: lets a person choose among all threads, the newest first. */
import * as vscode from 'vscode';
import { formatBytes } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { OpenOutcome } from '../session/outcome.ts';
import type { ThreadSummary } from '../storage/thread-index.ts';
import { openText } from '../words/outcome-text.ts';
import type { CommandContext } from './command-context.ts';

/** Without `id` the person is asked; undefined when they chose none. */
export async function runOpenThread(host: CommandContext, id?: string): Promise<OpenOutcome | undefined> {
  const chosen = id ?? (await askForThread(host));
  if (chosen === undefined) return undefined;
  const outcome = await host.session.open(chosen);
  if (outcome.type === 'opened') await host.reveal('thread');
  host.tell(openText(outcome, host.l10n));
  return outcome;
}

async function askForThread({ store, session, l10n }: CommandContext): Promise<string | undefined> {
  const threads = store.list().then((list) => list.map((thread) => itemOf(thread, session.state.open?.id, l10n)));
  const chosen = await vscode.window.showQuickPick(threads, {
    title: l10n.t('Open Thread'),
    placeHolder: l10n.t('Threads of all workspaces, the newest first'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.id;
}

function itemOf(thread: ThreadSummary, openId: string | undefined, l10n: L10n): vscode.QuickPickItem & { id: string } {
  const { id, title, updatedAt, messages, bytes, workspace } = thread;
  const time = new Intl.DateTimeFormat(l10n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(updatedAt);
  const size = l10n.plural(messages, '{0} message', '{0} messages');
  const folder = workspace === undefined ? [] : [vscode.Uri.parse(workspace).path.split('/').at(-1) ?? ''];
  return {
    id,
    label: title ?? l10n.t('Untitled Thread'),
    description: id === openId ? `${time} · ${l10n.t('open')}` : time,
    detail: [size, formatBytes(bytes, l10n.locale), ...folder].join(' · '),
  };
}
