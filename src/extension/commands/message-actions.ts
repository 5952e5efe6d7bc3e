/** What the toolbar of a message does: pin, edit, retry, compact what is before it or up to it, restore, send again, take back. */
import { valueAt } from '../../core/lang/grow-list.ts';
import { isAttached } from '../../core/message/attachment.ts';
import type { PanelAnswers } from '../../core/protocol/panel-messages.ts';
import type {
  CompactionEntry,
  Entry,
  MessageEntry,
  RedoEntry,
  SummaryEditEntry,
  UndoEntry,
} from '../../core/thread/entry.ts';
import { type EntryId, entryId } from '../../core/thread/entry-id.ts';
import { findEntry, lowerBound } from '../../core/thread/find-entry.ts';
import { isOn } from '../../core/thread/path.ts';
import { isReplaced, planPin } from '../../core/thread/pin.ts';
import { planRestore } from '../../core/thread/restore.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { joinedText } from '../../core/view/message-rows.ts';
import { unansweredMessages } from '../../core/view/row-marks.ts';
import type { OpenThread } from '../session/session-state.ts';
import { writeFailureText } from '../words/outcome-text.ts';
import type { CommandContext } from './command-context.ts';
import { runRestoreFiles } from './restore-files.ts';
import { previewCompaction } from './thread-commands.ts';

/** Does nothing where the message is already pinned or unpinned, as asked. */
export async function pinMessage(
  { session, tell, l10n }: CommandContext,
  entry: number,
  pinned: boolean,
): Promise<void> {
  const { open } = session.state;
  const planned = open && planPin(open.thread, entryId(entry), pinned);
  if (!planned) return;
  if (!planned.ok) {
    if (planned.error.type === 'no-such-message')
      tell({ severity: 'info', text: l10n.t('This message can’t be pinned: a restore left it behind.') });
    return;
  }
  const written = await session.append(planned.value);
  if (typeof written !== 'number') tell(writeFailureText(written, l10n));
  else if (pinned && isReplaced(open.thread, entryId(entry)))
    tell({
      severity: 'info',
      text: l10n.t(
        'The message is pinned. A compaction has taken it out of the context already: undo that compaction, and the message is back and stays.',
      ),
    });
}

/** Previews a compaction of what is before a typed message, or up to the end of a reply’s round. What follows stays. */
export async function compactUpTo(host: CommandContext, entry: number): Promise<void> {
  if (!isBusy(host)) await previewCompaction(host, entryId(entry));
}

/** Sessions whose thread is being restored after a button was pressed. */
const restoring = new WeakSet<CommandContext['session']>();

/** Undefined while another press restores the thread: a button that is pressed twice restores once. */
async function once<T>({ session }: CommandContext, restore: () => Promise<T>): Promise<T | undefined> {
  if (restoring.has(session)) return undefined;
  restoring.add(session);
  try {
    return await restore();
  } finally {
    restoring.delete(session);
  }
}

/** Right after a message, and where it makes calls, after their results. */
export async function restoreTo(host: CommandContext, entry: number): Promise<void> {
  const { open } = host.session.state;
  if (open && !isBusy(host)) await restoreThread(host, open.thread, roundEnd(open.thread, entryId(entry)));
}

/** The files that changed since the message stay, go back or are asked for, as in Restore Files…. */
export async function editMessage(host: CommandContext, entry: number): Promise<PanelAnswers['editMessage']> {
  const { open } = host.session.state;
  const message = open && typedMessage(open.thread, entry);
  if (!open || !message) return { text: null, why: host.l10n.t('This part of the thread is not here any more.') };
  if (isBusy(host)) return { text: null, why: busyText(host) };
  const { entries } = open.thread;
  const before = valueAt(entries, lowerBound(entries, message.id) - 1)?.id ?? entryId(0);
  const isRestored = await restoreThread(host, open.thread, before);
  if (!isRestored) return { text: null };
  await host.attachments.putBack(message.blocks.filter(isAttached), open.id);
  return { text: joinedText(message.blocks) };
}

/** Undefined where there is no message to retry. */
export async function retryReply(host: CommandContext): Promise<void> {
  const { open } = host.session.state;
  const message = open?.thread.messages.findLast(({ origin }) => origin === 'typed');
  if (!open || !message || isBusy(host)) return;
  const isNewest = open.thread.messages.at(-1) === message;
  if (isNewest || (await restoreThread(host, open.thread, message.id))) await host.agent.goOn();
}

/**
 * Sends the request that failed again: nothing is added to the thread, and what the model had written until then leaves the thread's path. A reply
 * that a compaction has replaced since stays, and the model goes on from there.
 */
export async function retryRequest(host: CommandContext): Promise<void> {
  const { open } = host.session.state;
  const newest = open?.thread.messages.at(-1);
  // A second press may come after the answer: going on then would make a call that the person did not ask for.
  if (newest?.origin === 'model' && newest.cut === undefined && open?.thread.queue.length === 0) return;
  const isFailed = newest?.origin === 'model' && newest.cut === 'failed';
  if (
    open &&
    isFailed &&
    !isBusy(host) &&
    !isReplaced(open.thread, newest.id) &&
    !(await takeOut(host, open, newest.id))
  )
    return;
  await host.agent.goOn();
}

/** Queued messages go with them. */
export async function sendAgain(host: CommandContext): Promise<void> {
  const { open } = host.session.state;
  if (open && !isBusy(host) && unansweredMessages(open.thread).size > 0) await host.agent.goOn();
}

export async function takeBackMessage(host: CommandContext, entry: number): Promise<void> {
  const { open } = host.session.state;
  if (open && !isBusy(host) && unansweredMessages(open.thread).has(entryId(entry)))
    await once(host, () => takeOut(host, open, entryId(entry)));
}

/**
 * Restores the thread to before the message and adds again what came later: messages, compactions of what was before it, and what the
 * person did to earlier compactions, so that the next request lacks only this message. Resolves to whether it does.
 */
async function takeOut(host: CommandContext, { thread, id }: OpenThread, message: EntryId): Promise<boolean> {
  const { session, tell, l10n } = host;
  const before = valueAt(thread.entries, lowerBound(thread.entries, message) - 1)?.id ?? entryId(0);
  const restore = planRestore(thread, before);
  if (!restore.ok) return false;
  const later = keptAfter(thread, message);
  const outcome = await session.work({ type: 'restoring' }, async (log) => {
    // Acts are done in their order: the thread may be another by now.
    if (session.state.open?.id !== id || log.thread !== thread) return 'other-thread';
    const restored = await log.append(restore.value);
    if (!restored.ok) return restored.error;
    for (const { id: old, at: _, ...copied } of later) {
      const written = await log.append(copied.type === 'message' ? unqueued(copied) : copied);
      if (!written.ok) return written.error;
      // A pin is of an entry, and the message is a new one.
      const copy = thread.pins.has(old) ? written.value.messages.at(-1) : undefined;
      const pinned = copy && (await log.append({ type: 'pin', message: copy.id, pinned: true }));
      if (pinned && !pinned.ok) return pinned.error;
    }
    return undefined;
  });
  if (outcome === undefined) return true;
  if (outcome === 'other-thread') return false;
  if (outcome.type === 'write-failed')
    tell({ severity: 'error', text: l10n.t('The thread could not be written ({0}).', outcome.reason) });
  else tell(writeFailureText(outcome, l10n));
  return false;
}

type Kept = MessageEntry | CompactionEntry | UndoEntry | RedoEntry | SummaryEditEntry;

/** A compaction that changed the message itself, or one after it, is of entries that are no longer there. */
function keptAfter(thread: Thread, message: EntryId): readonly Kept[] {
  const messages = new Set<Entry>(thread.messages);
  return thread.entries.slice(lowerBound(thread.entries, message) + 1).flatMap((entry): readonly Kept[] => {
    switch (entry.type) {
      case 'message':
        return messages.has(entry) ? [entry] : [];
      case 'compaction': {
        if (thread.undone.has(entry.id) || !isOn(thread.path, entry.id)) return [];
        const isOfBefore = entry.edits.every(
          (edit) => (edit.type === 'entries' ? edit.span.to : edit.span.entry) < message,
        );
        // The copy is another entry, which no edit of its summary names.
        return isOfBefore ? [findEntry(thread.compactions, entry.id) ?? entry] : [];
      }
      case 'undo':
      case 'redo':
      case 'summary_edit':
        return entry.compaction < message && isOn(thread.path, entry.id) ? [entry] : [];
      default:
        return [];
    }
  });
}

function unqueued<T extends Pick<MessageEntry, 'queued'>>({ queued: _, ...message }: T): Omit<T, 'queued'> {
  return message;
}

/** Asks about files only where some changed since. Resolves to whether the thread was restored. */
async function restoreThread(host: CommandContext, { entries }: Thread, to: EntryId): Promise<boolean> {
  const since = entries.slice(lowerBound(entries, entryId(to + 1)));
  const hasChanges = since.some(({ type }) => type === 'file' || type === 'command_files');
  const outcome = await once(host, () => runRestoreFiles(host, { to, ...(!hasChanges && { scope: 'thread' }) }));
  return outcome?.type === 'restored' && outcome.isThreadRestored;
}

function typedMessage({ entries }: Thread, id: number): MessageEntry | undefined {
  const entry = findEntry(entries, entryId(id));
  return entry?.type === 'message' && entry.origin === 'typed' ? entry : undefined;
}

function roundEnd({ entries }: Thread, id: EntryId): EntryId {
  const entry = findEntry(entries, id);
  const hasCalls = entry?.type === 'message' && entry.blocks.some(({ type }) => type === 'tool_use');
  if (!hasCalls) return id;
  const rest = entries.slice(lowerBound(entries, id) + 1);
  const next = rest.find(({ type }) => type === 'message' || type === 'restore');
  return next?.type === 'message' && next.origin === 'tools' ? next.id : id;
}

function isBusy({ session }: CommandContext): boolean {
  return session.state.busy !== undefined;
}

function busyText({ l10n }: CommandContext): string {
  return l10n.t('The agent is at work in this thread. Stop it first, or let it end.');
}
