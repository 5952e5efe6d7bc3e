/** Opens Spool's documents in editors. */
import path from 'node:path';
import * as vscode from 'vscode';
import type { CheckedPath } from '../../core/permission/request.ts';
import { callKey } from '../../core/thread/changed-by-call.ts';
import type { FileEntry, FileVersion } from '../../core/thread/entry.ts';
import { entryId } from '../../core/thread/entry-id.ts';
import { findEntry } from '../../core/thread/find-entry.ts';
import { subAgentsByCall } from '../../core/thread/sub-agents.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { formatClock } from '../../core/view/format.ts';
import { callOfRow } from '../../core/view/rows.ts';
import type { RestorableFile } from '../../core/workspace/restore/restore-lists.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { WaitingQuestion } from '../permission/question-queue.ts';
import type { OpenThread } from '../session/session-state.ts';
import { documentUri } from './provider.ts';

type Shown = Pick<OpenThread, 'id' | 'thread'>;

async function show(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

export async function showThread(thread: string, l10n: L10n): Promise<void> {
  await show(documentUri({ show: 'thread', thread }, `${l10n.t('Thread')}.txt`));
}

export async function showSettings(l10n: L10n): Promise<void> {
  await show(documentUri({ show: 'settings' }, `${l10n.t('Effective Compaction Settings')}.md`));
}

export async function showRow({ id, thread }: Shown, key: string, l10n: L10n): Promise<void> {
  const name = l10n.t('Entry at {0}', timeOf(thread, Number.parseInt(key, 10), l10n));
  await show(documentUri({ show: 'row', thread: id, key }, `${name}.txt`));
}

export async function showSummary({ id, thread }: Shown, compaction: number, l10n: L10n): Promise<void> {
  const name = l10n.t('Summary at {0}', timeOf(thread, compaction, l10n));
  await show(documentUri({ show: 'summary', thread: id, compaction }, `${name}.md`));
}

/** Does nothing where the row's call began no sub-agent. */
export async function showAgent({ id, thread }: Shown, key: string, l10n: L10n): Promise<void> {
  const found = callOfRow(thread, key);
  const agent = found && subAgentsByCall(thread.entries).get(callKey(found.entry, found.call));
  if (!agent) return;
  const name = l10n.t('Sub-agent at {0}', timeOf(thread, agent.id, l10n));
  await show(documentUri({ show: 'agent', thread: id, agent: agent.thread }, `${name}.md`));
}

/** When an entry was written; its id where the thread has no such entry. */
function timeOf({ entries }: Pick<Thread, 'entries'>, entry: number, { locale }: L10n): string {
  const found = findEntry(entries, entryId(entry));
  return found ? formatClock(found.at, Date.now(), locale) : `${entry}`;
}

/** Both sides are virtual, so that nothing is written before the person has answered. Does nothing where there is no such change. */
export async function compareChange({ id, question }: WaitingQuestion, change: number, l10n: L10n): Promise<void> {
  const { call, proposal } = question;
  const file = proposal?.type === 'change' ? proposal.changes[change]?.path : undefined;
  if (!file) return;
  const name = nameOf(file);
  const side = (side: 'before' | 'after') =>
    documentUri({ show: 'change', question: id, call, change, side }, `${side}/${name}`);
  await vscode.commands.executeCommand(
    'vscode.diff',
    side('before'),
    side('after'),
    l10n.t('{0} (proposed change)', name),
  );
}

/** The file's own name, by which an editor knows its language. */
function nameOf({ real, given }: CheckedPath): string {
  return (real ?? given).split('/').at(-1) ?? given;
}

export async function compareContexts({ id, thread }: Shown, compaction: number, l10n: L10n): Promise<void> {
  const time = timeOf(thread, compaction, l10n);
  const side = (side: 'before' | 'after', name: string) =>
    documentUri({ show: 'context', thread: id, compaction, side }, `${name}.txt`);
  await vscode.commands.executeCommand(
    'vscode.diff',
    side('before', l10n.t('Context before compaction at {0}', time)),
    side('after', l10n.t('Context after compaction at {0}', time)),
    l10n.t('Context before/after compaction at {0}', time),
  );
}

/** Compares a file of the workspace as it is (null: there is none) with its copy in the thread's folder. */
export async function compareWithCopy(
  thread: string,
  { path: { real = '' }, now, target }: RestorableFile,
  l10n: L10n,
): Promise<void> {
  const name = path.posix.basename(real);
  const current = now ? vscode.Uri.file(path.normalize(real)) : copyUri(thread, null, name);
  const title = l10n.t('{0} (now ↔ restored)', name);
  await vscode.commands.executeCommand('vscode.diff', current, copyUri(thread, target, name), title, { preview: true });
}

/** Compares what a file held before and after a change; null: there was none. */
export async function compareVersions(
  thread: string,
  { before, after }: Pick<FileEntry, 'before'> & { readonly after: FileVersion | null },
  name: string,
  title: string,
): Promise<void> {
  const [old, changed] = [before, after].map((version) => copyUri(thread, version, name));
  await vscode.commands.executeCommand('vscode.diff', old, changed, title, { preview: true });
}

function copyUri(thread: string, version: FileVersion | null, name: string): vscode.Uri {
  return documentUri({ show: 'copy', thread, hash: version?.hash ?? '' }, name);
}
