/** Export Thread…: asks for a form and a file, and writes the thread there whole or not at all. */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { assertNever } from '../../../core/lang/assert-never.ts';
import type { Entry } from '../../../core/thread/entry.ts';
import { subThreadsIn } from '../../../core/thread/sub-agents.ts';
import { replay } from '../../../core/thread/thread.ts';
import { claudeCodeLines } from '../../../core/transfer/export/claude-code-lines.ts';
import { threadMarkdown } from '../../documents/thread-markdown.ts';
import type { L10n } from '../../l10n/l10n.ts';
import { errorCodeOf } from '../../storage/disk.ts';
import { openOutputs } from '../../storage/outputs.ts';
import { exportLines } from '../../storage/own-export.ts';
import type { LogContent } from '../../storage/read-log.ts';
import { readSubThread } from '../../storage/sub-threads.ts';
import { threadFolder } from '../../storage/thread-folder.ts';
import { diskReason } from '../../words/disk-reason.ts';
import type { CommandContext } from '../command-context.ts';

const FORMS = ['markdown', 'spool', 'claude-code'] as const;
export type ExportForm = (typeof FORMS)[number];

/** What a person would choose; what is left out is asked. */
export interface ExportWish {
  readonly id?: string;
  readonly form?: ExportForm;
  readonly file?: string;
}

export type ExportOutcome =
  | { readonly type: 'exported'; readonly file: string; readonly form: ExportForm }
  | { readonly type: 'no-thread' }
  | { readonly type: 'disk'; readonly reason: string; readonly file: string };

export function parseExportWish(argument: unknown): ExportWish {
  const { id, form, file } = (typeof argument === 'object' && argument ? argument : {}) as {
    readonly [Key in keyof ExportWish]?: unknown;
  };
  const known = FORMS.find((one) => one === form);
  return {
    ...(typeof id === 'string' && { id }),
    ...(known && { form: known }),
    ...(typeof file === 'string' && { file }),
  };
}

/** Undefined when the person left a question. */
export async function exportThread(host: CommandContext, wish: ExportWish): Promise<ExportOutcome | undefined> {
  const { session, l10n, tell } = host;
  const { t } = l10n;
  const id = wish.id ?? session.state.open?.id;
  if (id === undefined) {
    tell({ severity: 'info', text: t('No thread is open. Open or import one first.') });
    return { type: 'no-thread' };
  }
  const form = wish.form ?? (await askForForm(l10n));
  if (!form) return undefined;
  const outcome = await exportAs(host, id, form, wish.file);
  if (outcome?.type === 'disk') {
    const why = diskReason(outcome.reason, l10n);
    tell({ severity: 'error', text: t('{0}: {1} Nothing was exported.', outcome.file, why) });
  } else if (outcome) {
    const open = t('Open File');
    void vscode.window.showInformationMessage(t('Exported to {0}.', outcome.file), open).then((chosen) => {
      if (chosen === open) return vscode.commands.executeCommand('vscode.open', vscode.Uri.file(outcome.file));
    });
  }
  return outcome;
}

async function exportAs(
  { store, storage, l10n }: CommandContext,
  id: string,
  form: ExportForm,
  given: string | undefined,
): Promise<Exclude<ExportOutcome, { readonly type: 'no-thread' }> | undefined> {
  let file = given ?? '';
  try {
    const log = await store.read(id);
    const title = replay(log.entries).title ?? l10n.t('Untitled Thread');
    const target = given === undefined ? await askForFile(title, form, l10n) : vscode.Uri.file(given);
    if (!target) return undefined;
    file = target.fsPath;
    await write(target, textOf(form, id, log, threadFolder(storage.root, id), l10n));
    return { type: 'exported', file, form };
  } catch (error) {
    return { type: 'disk', reason: errorCodeOf(error), file: file || id };
  }
}

async function* textOf(
  form: ExportForm,
  id: string,
  log: LogContent,
  folder: string,
  l10n: L10n,
): AsyncGenerator<string> {
  switch (form) {
    case 'markdown':
      yield* threadMarkdown(replay(log.entries), l10n);
      yield* subAgentsMarkdown(log.entries, folder, l10n);
      return;
    case 'spool':
      yield* exportLines(log.entries, openOutputs(folder), (agent) => readSubThread(folder, agent));
      return;
    case 'claude-code': {
      const cwd = log.header?.workspace === undefined ? '/' : vscode.Uri.parse(log.header.workspace).fsPath;
      const subThread = async (agent: string) => {
        const read = await readSubThread(folder, agent);
        return read && replay(read.entries);
      };
      const head = { session: id, cwd, version: '2.0.0' };
      for await (const line of claudeCodeLines(replay(log.entries), head, subThread)) yield `${line}\n`;
      return;
    }
    default:
      assertNever(form);
  }
}

/** The threads of the sub-agents, in the order in which they began. One that can't be read is left out. */
async function* subAgentsMarkdown(entries: readonly Entry[], folder: string, l10n: L10n): AsyncGenerator<string> {
  for (const id of subThreadsIn(entries)) {
    const read = await readSubThread(folder, id);
    if (!read) continue;
    const thread = replay(read.entries);
    const title = l10n.t('Sub-agent: {0}', thread.title ?? l10n.t('Untitled Thread'));
    yield '\n---\n\n';
    yield* threadMarkdown({ ...thread, title }, l10n, l10n.t('The agent that asked'));
  }
}

/** On a disk the file is written next to the target first, so that a failed export leaves the old file. Other file systems take a file only as a whole. */
async function write(target: vscode.Uri, text: AsyncIterable<string>): Promise<void> {
  if (target.scheme !== 'file') {
    const parts: string[] = [];
    for await (const part of text) parts.push(part);
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(parts.join('')));
    return;
  }
  const unfinished = `${target.fsPath}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    await fs.writeFile(unfinished, text, { mode: 0o600 });
    await fs.rename(unfinished, target.fsPath);
  } catch (error) {
    await fs.rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function askForForm({ t }: L10n): Promise<ExportForm | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly form: ExportForm })[] = [
    {
      label: t('Markdown'),
      detail: t('For people: everything that was said, also by sub-agents, with tool calls and summaries.'),
      form: 'markdown',
    },
    {
      label: t('Spool (JSONL)'),
      detail: t('Lossless: Import Thread… reads it again, with whole outputs.'),
      form: 'spool',
    },
    {
      label: t('Claude Code (JSONL)'),
      detail: t(
        'For Claude Code and programs that read its files: messages, also of sub-agents, tool calls, and each compaction as its summary.',
      ),
      form: 'claude-code',
    },
  ];
  return (await vscode.window.showQuickPick(items, { title: t('Export Thread'), placeHolder: t('In which form?') }))
    ?.form;
}

/** Each form has its own, so that no export is offered the file of another one. */
const ENDINGS = { markdown: 'md', spool: 'jsonl', 'claude-code': 'claude-code.jsonl' } as const satisfies Record<
  ExportForm,
  string
>;

/** The name that is suggested for the file of an export. */
export function exportName(title: string, form: ExportForm): string {
  // What no file system takes in a name, or shells read as something else.
  const name =
    title
      .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 60)
      .trim() || 'thread';
  return `${name}.${ENDINGS[form]}`;
}

function askForFile(title: string, form: ExportForm, { t }: L10n): Thenable<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    title: t('Export Thread'),
    saveLabel: t('Export'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, exportName(title, form)) }),
    filters: form === 'markdown' ? { Markdown: ['md'] } : { JSONL: ['jsonl'] },
  });
}
