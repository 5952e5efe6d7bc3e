/** Import Thread…: asks for a file or a thread of another agent on this computer, shows progress that can be cancelled, and opens what was imported. */
import * as vscode from 'vscode';
import { countThreads } from '../../core/transfer/import.ts';
import type { ImportSource } from '../../core/transfer/import-types.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ImportThreadOutcome } from '../session/outcome.ts';
import { errorCodeOf } from '../storage/disk.ts';
import { fileSource } from '../storage/file-source.ts';
import type { ImportReport } from '../storage/import-file.ts';
import { importText, threadsText } from '../words/import-text.ts';
import type { CommandContext } from './command-context.ts';
import { pickRecorded } from './recorded/pick-recorded.ts';

/** Bytes; a smaller import ends before a notification could be read. */
const LARGE = 20 << 20;

/** Without `file` the person is asked; undefined when they chose none. */
export async function importThreadFile(
  host: CommandContext,
  file?: vscode.Uri | string,
): Promise<ImportThreadOutcome | undefined> {
  const uri = typeof file === 'string' ? vscode.Uri.file(file) : (file ?? (await askForSource(host)));
  if (!uri) return undefined;
  let source: ImportSource;
  try {
    source = uri.scheme === 'file' ? await fileSource(uri.fsPath) : await remoteSource(uri);
  } catch (error) {
    const outcome = { type: 'disk', reason: errorCodeOf(error), file: uri.fsPath } as const;
    host.current().tell(importText(outcome, host.l10n));
    return outcome;
  }
  return importSource(host, source, uri.fsPath);
}

/** `file` names the file in the log. */
export async function importSource(
  host: CommandContext,
  source: ImportSource,
  file: string,
): Promise<ImportThreadOutcome> {
  const outcome = await importFrom(host, source);
  if (outcome.type === 'imported') await host.reveal('thread');
  for (const { line, detail } of outcome.type === 'imported' ? outcome.report.odd : [])
    host.log.warn(`${file}, line ${line}: ${detail}`);
  host.current().tell(importText(outcome, host.l10n));
  return outcome;
}

async function importFrom(
  { threads, workspace, l10n }: CommandContext,
  source: ImportSource,
): Promise<ImportThreadOutcome> {
  const run = async (signal?: AbortSignal): Promise<ImportThreadOutcome> => {
    // What can't be read is reported by the import itself.
    const count = await countThreads(source).catch(() => 1);
    const thread = await askForThread(count, l10n);
    if (thread === undefined) return { type: 'cancelled' };
    return threads.import(source, workspace(), {
      thread,
      noteFor: (report) => noteFor(report, l10n),
      ...(signal && { signal }),
    });
  };
  if (source.size < LARGE) return run();
  const title = l10n.t('Importing {0}', source.name);
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return run(controller.signal);
  });
}

/** Of a file with one thread nobody is asked; undefined when nothing was chosen. */
async function askForThread(count: number, l10n: L10n): Promise<number | undefined> {
  if (count === 1) return 1;
  const threads = Array.from({ length: count }, (_, index) => ({
    label: l10n.t('Thread {0}', index + 1),
    ...(index === 0 && { description: l10n.t('The longest') }),
    thread: index + 1,
  }));
  const placeHolder = l10n.t('The file holds {0} threads. Which one is to be imported?', count);
  return (await vscode.window.showQuickPick(threads, { placeHolder }))?.thread;
}

/** The folders of other agents are read only when the person chose that. */
async function askForSource(host: CommandContext): Promise<vscode.Uri | undefined> {
  const { t } = host.l10n;
  const fromFile = {
    label: t('From a File…'),
    detail: t('A recorded thread as JSONL or JSON, or an export of Spool.'),
  };
  const fromComputer = {
    label: t('From This Computer…'),
    detail: t(
      'Threads of Claude Code, Codex, Cline, Gemini CLI and others, in their usual folders, which are only read.',
    ),
  };
  const chosen = await vscode.window.showQuickPick([fromFile, fromComputer], { title: t('Import Thread') });
  if (chosen === fromFile) return askForFile(host.l10n);
  const file = chosen && (await pickRecorded(host));
  return file === undefined ? undefined : vscode.Uri.file(file);
}

async function askForFile(l10n: L10n): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: l10n.t('Import Thread'),
    openLabel: l10n.t('Import'),
    filters: { [l10n.t('Recorded threads')]: ['jsonl', 'json', 'traj'], [l10n.t('All files')]: ['*'] },
  });
  return chosen?.[0];
}

/** A file of another file system comes through VS Code, which only gives it whole. */
async function remoteSource(uri: vscode.Uri): Promise<ImportSource> {
  const bytes = await vscode.workspace.fs.readFile(uri);
  const text = new TextDecoder().decode(bytes);
  return {
    name: uri.path.slice(uri.path.lastIndexOf('/') + 1),
    size: bytes.length,
    chunks: async function* () {
      yield text;
    },
  };
}

function noteFor(report: ImportReport, l10n: L10n): string | undefined {
  const threads = report.threads && threadsText(report.threads, l10n);
  return [threads, oddNote(report, l10n)].filter((text) => text !== undefined).join('\n\n') || undefined;
}

function oddNote({ odd, oddLines }: ImportReport, l10n: L10n): string | undefined {
  if (oddLines === 0) return undefined;
  const lines = odd.map(({ line, detail }) => l10n.t('line {0}: {1}', line, detail));
  const more = oddLines - odd.length;
  const rest = more > 0 ? [l10n.t('and {0} more', more)] : [];
  return [l10n.t('Left out or read in part at the import:'), ...lines, ...rest].join('\n');
}
