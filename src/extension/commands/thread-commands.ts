/** The commands that change the open thread, and say how it ended. */
import * as vscode from 'vscode';
import { summariesOf } from '../../core/compaction/edit-summary.ts';
import { type EntryId, entryId } from '../../core/thread/entry-id.ts';
import { findEntry } from '../../core/thread/find-entry.ts';
import type { CompactOptions } from '../agent/compact-with.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { CompactOutcome, CreateOutcome, OpenOutcome, UndoOutcome } from '../session/outcome.ts';
import { compactText, openText, undoText } from '../words/outcome-text.ts';
import { summaryEditText } from '../words/summary-edit-text.ts';
import type { CommandContext } from './command-context.ts';
import { runThenReturnFocus } from './return-focus.ts';

export async function newThread(host: CommandContext): Promise<CreateOutcome> {
  const outcome = await host.threads.create(host.workspace());
  if (outcome.type === 'opened') await host.reveal('thread');
  host.current().tell(openText(outcome, host.l10n));
  return outcome;
}

/** What waits to be sent in the open thread is sent in the new one. */
export async function playRecording(host: CommandContext): Promise<CreateOutcome> {
  const outcome = await host.agent.playRecording();
  if (outcome.type === 'opened') await host.reveal('composer');
  host.tell(openText(outcome, host.l10n));
  return outcome;
}

/** Asks for the context window where it is unknown; an answer that is cancelled ends the compaction without a word. */
export async function runCompactThread(host: CommandContext, options: CompactOptions = {}): Promise<CompactOutcome> {
  const outcome = await withWindow(host, () => host.agent.compact(options));
  if (!lacksWindow(outcome)) host.tell(compactText(outcome, host.l10n));
  return outcome;
}

/** Compacts or previews, and once more when the person has said what the context window of the model is. */
async function withWindow<T extends CompactOutcome | undefined>(
  host: CommandContext,
  compact: () => Promise<T>,
): Promise<T> {
  const outcome = await compact();
  if (!lacksWindow(outcome)) return outcome;
  const answer = await runThenReturnFocus(host, 'spool.setContextWindow', { toCompact: true });
  return answer === 'saved' ? compact() : outcome;
}

function lacksWindow(outcome: CompactOutcome | undefined): boolean {
  return outcome?.type === 'no-limits' && outcome.problem.type === 'window-unknown';
}

/** Compacts again as the attempt of this entry was to. Does nothing while something runs: its button was pressed twice. */
export async function retryCompaction(host: CommandContext, attempt: number, withoutModel: boolean): Promise<void> {
  const { open, busy } = host.session.state;
  const entry = open && findEntry(open.thread.entries, entryId(attempt));
  if (busy || entry?.type !== 'compaction_attempt') return;
  const { instructions } = entry;
  const options = withoutModel ? ({ withoutModel } as const) : { ...(instructions !== undefined && { instructions }) };
  await runCompactThread(host, options);
}

/** Without `text`, puts the summaries back that the compaction was written with. Refused while something runs on the thread. */
export async function saveSummary(
  { session, l10n }: CommandContext,
  compaction: number,
  text?: string,
  edit?: number,
): Promise<{ readonly saved: boolean; readonly why?: string }> {
  if (session.state.busy)
    return { saved: false, why: l10n.t('The summary was not saved: the agent is at work. Save it when it is done.') };
  const why = summaryEditText(await session.editSummary(compaction, text, edit), l10n);
  return why === undefined ? { saved: true } : { saved: false, why };
}

/** Opens the newest summary in the panel to be edited, or says that no summary can be edited. */
export async function editNewestSummary(host: CommandContext): Promise<void> {
  const { thread } = host.session.state.open ?? {};
  const isThere = thread?.compactions.some((one) => !thread.undone.has(one.id) && summariesOf(one).length > 0);
  if (isThere) await host.reveal('summary');
  else host.tell({ severity: 'info', text: host.l10n.t('There is no summary to edit: nothing is compacted.') });
}

/** Asks for the instructions where none are given; cancelled by an empty answer. */
export async function compactWithInstructions(
  host: CommandContext,
  given?: string,
): Promise<CompactOutcome | undefined> {
  const instructions = given ?? (await askInstructions(host.l10n));
  return instructions === undefined || instructions.trim() === ''
    ? undefined
    : runCompactThread(host, { instructions: instructions.trim() });
}

/** Shows the preview's card, or says why no compaction is possible. `upTo` is that of `PlanInput`. Asks for the context window where it is unknown. */
export async function previewCompaction(host: CommandContext, upTo?: EntryId): Promise<CompactOutcome | undefined> {
  const outcome = await withWindow(host, () => host.agent.preview(upTo));
  if (lacksWindow(outcome)) return outcome;
  if (outcome) host.tell(compactText(outcome, host.l10n));
  else await host.reveal('thread');
  return outcome;
}

function askInstructions(l10n: L10n): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: l10n.t('Compact with Instructions'),
    prompt: l10n.t('What should the summary keep, and what may it leave out?'),
    ignoreFocusOut: true,
  });
}

/** Without `compaction` the newest live one. */
export async function undoCompaction(
  { session, tell, l10n }: CommandContext,
  compaction?: number,
): Promise<UndoOutcome> {
  const outcome = await session.undo(compaction);
  tell(undoText(outcome, l10n));
  return outcome;
}

/** Without `compaction` the one that was undone last. */
export async function redoCompaction(
  { session, tell, l10n }: CommandContext,
  compaction?: number,
): Promise<UndoOutcome> {
  const outcome = await session.redo(compaction);
  tell(undoText(outcome, l10n));
  return outcome;
}

/** Takes the right to write the open thread from the window that has it. */
export async function takeOverThread({ session, tell, l10n }: CommandContext): Promise<OpenOutcome | undefined> {
  const { open } = session.state;
  if (!open) return undefined;
  // What was said of the thread that could only be read.
  session.notify(undefined);
  const outcome = await session.open(open.id, true);
  tell(openText(outcome, l10n));
  return outcome;
}
