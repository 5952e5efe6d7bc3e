/** Rename Thread…, Delete Thread, Fork Thread and the pin of the list of threads. */
import * as vscode from 'vscode';
import { OpenLog } from '../../session/open-log.ts';
import type { CreateOutcome, ThreadWriteFailure } from '../../session/outcome.ts';
import { errorCodeOf } from '../../storage/disk.ts';
import { newThreadId } from '../../storage/thread-folder.ts';
import type { ThreadSummary } from '../../storage/thread-index.ts';
import type { MoveOutcome } from '../../storage/trash.ts';
import { openText, writeFailureText } from '../../words/outcome-text.ts';
import { moveText } from '../../words/thread-acts-text.ts';
import type { CommandContext } from '../command-context.ts';

/** The part of a thread that its acts need. */
export type NamedThread = Pick<ThreadSummary, 'id' | 'title'>;

/** UTF-16 units of a title that a person types. */
const LONGEST_TITLE = 200;

/** The id of the thread that a command is for: the given one, or the open one. */
export function openOr({ session }: CommandContext, id: unknown): NamedThread | undefined {
  if (typeof id === 'string') return { id };
  const { open } = session.state;
  return open && { id: open.id, ...(open.thread.title !== undefined && { title: open.thread.title }) };
}

/** Without `given` the person is asked. Undefined when they left the box, or the thread could not be renamed, which is said. */
export async function renameThread(
  host: CommandContext,
  { id, title = '' }: NamedThread,
  given?: string,
): Promise<string | undefined> {
  const typed = given ?? (await askForTitle(title, host));
  const named = typed?.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE);
  if (!named) return undefined;
  const written = await writeTitle(host, id, named);
  if (written) host.tell(written);
  return written ? undefined : named;
}

function askForTitle(value: string, { l10n }: CommandContext): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: l10n.t('Rename Thread'),
    prompt: l10n.t('The new title'),
    value,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? l10n.t('Type a title.') : undefined),
  });
}

/** What went wrong, if anything did. */
async function writeTitle({ threads, store, l10n }: CommandContext, id: string, title: string) {
  const entry = { type: 'title', title } as const;
  const session = threads.sessionOf(id);
  const said = (written: number | ThreadWriteFailure) =>
    typeof written === 'number' ? undefined : writeFailureText(written, l10n);
  if (session) return said(await session.append(entry));
  const log = new OpenLog(store, Date.now, () => undefined);
  const opened = await log.open(id);
  if (opened.type !== 'opened') return openText(opened, l10n);
  const written = await log.append(entry);
  await log.close();
  return said(written);
}

export async function pinThread({ store, tell, l10n }: CommandContext, { id, pinned }: ThreadSummary): Promise<void> {
  await store.pin(id, !pinned).catch((error: unknown) => {
    tell(moveText({ type: 'disk', reason: errorCodeOf(error), file: id }, l10n));
  });
}

/**
 * Moves the thread to the trash and offers to undo that. A thread that another window writes, or that the agent works on here,
 * stays; the person is told why.
 */
export async function deleteThread(
  host: CommandContext,
  { id, title }: NamedThread,
): Promise<MoveOutcome | { readonly type: 'busy' }> {
  const { threads, store, tell, l10n } = host;
  const { t } = l10n;
  if (threads.statusOf(id) !== undefined) {
    tell({
      severity: 'info',
      text: t('The agent works in this thread. Stop it first; then the thread can be deleted.'),
    });
    return { type: 'busy' };
  }
  const { open } = threads.state;
  const wasShown = open?.id === id && open.access.type === 'writer';
  // The lock of a thread that another window writes is not ours to give back.
  if (threads.sessionOf(id)?.state.open?.access.type === 'writer') await threads.leave(id);
  const outcome = await store.trash(id, Date.now());
  if (outcome.type !== 'moved') {
    if (wasShown) await threads.open(id);
    tell(moveText(outcome, l10n));
    return outcome;
  }
  await threads.leave(id);
  const text = t(
    'Deleted “{0}”. The command “Restore Deleted Thread…” brings it back for 30 days.',
    title ?? t('Untitled Thread'),
  );
  void vscode.window.showInformationMessage(text, t('Undo')).then(async (chosen) => {
    if (chosen !== undefined) await bringBack(host, id, wasShown);
  });
  return outcome;
}

async function bringBack(
  { threads, store, current, l10n }: CommandContext,
  id: string,
  reopen: boolean,
): Promise<void> {
  const outcome = await store.untrash(id);
  if (outcome.type !== 'moved') return current().tell(moveText(outcome, l10n));
  if (!reopen || threads.state.open) return;
  const opened = await threads.open(id);
  current().tell(openText(opened, l10n));
}

/** Copies the thread, up to the entry `upTo` where one is given, and opens the copy. */
export async function forkThread(
  host: CommandContext,
  { id, title }: NamedThread,
  upTo?: number,
): Promise<CreateOutcome> {
  const { threads, store, workspace, l10n } = host;
  const { t } = l10n;
  const at = Date.now();
  const thread = newThreadId();
  const folder = workspace();
  const header = { thread, createdAt: at, ...(folder !== undefined && { workspace: folder }) };
  const name = t('Fork of {0}', title ?? t('Untitled Thread'));
  const outcome = await store
    .fork(id, { header, title: name, at, ...(upTo !== undefined && { upTo }) })
    .then(() => threads.open(thread))
    .catch((error: unknown) => ({ type: 'disk', reason: errorCodeOf(error), file: id }) as const);
  if (outcome.type === 'opened') await host.reveal('composer');
  host.current().tell(openText(outcome, l10n));
  return outcome;
}
