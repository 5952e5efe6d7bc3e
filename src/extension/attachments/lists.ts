/** The attachments that are lists: the files of a folder, and the Problems panel. */
import * as vscode from 'vscode';
import { err, ok, type Result } from '../../core/lang/result.ts';
import type { StoredAttachment } from './attachment-files.ts';
import type { AttachProblem } from './attachment-text.ts';
import { checkSource } from './read-file.ts';
import { filesOf } from './workspace-files.ts';

const MOST_FILES = 500;
const MOST_PROBLEMS = 200;
const LONGEST_PROBLEM = 1_000;

/** The paths of its files, from the folder. */
export async function listFolder(
  uri: vscode.Uri,
  ownFolders: readonly string[],
): Promise<Result<StoredAttachment, AttachProblem>> {
  if (!vscode.workspace.isTrusted) return err({ type: 'restricted' });
  const checked = checkSource(uri, ownFolders);
  if (!checked.ok) return checked;
  const { name } = checked.value;
  const files = await filesOf(uri, MOST_FILES + 1);
  if (files.length === 0) return err({ type: 'empty-folder', name });
  const paths = files.slice(0, MOST_FILES);
  const more = files.length > MOST_FILES ? [`[There are more than ${MOST_FILES} files.]`] : [];
  const text = [...paths.toSorted(), ...more].join('\n');
  return ok({ block: { type: 'attachment', kind: 'folder', name, text } });
}

const SEVERITIES: Readonly<Record<vscode.DiagnosticSeverity, string>> = {
  0: 'error',
  1: 'warning',
  2: 'information',
  3: 'hint',
};

/** One line each, errors first. */
export function listProblems(): Result<StoredAttachment, AttachProblem> {
  const found = vscode.languages
    .getDiagnostics()
    .flatMap(([uri, diagnostics]) => diagnostics.map((diagnostic) => ({ uri, diagnostic })))
    .sort((a, b) => a.diagnostic.severity - b.diagnostic.severity);
  if (found.length === 0) return err({ type: 'no-problems' });
  const lines = found.slice(0, MOST_PROBLEMS).map(({ uri, diagnostic: { range, severity, message, source } }) => {
    const where = `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}:${range.start.character + 1}`;
    const from = source === undefined ? '' : ` (${source})`;
    return `${where} ${SEVERITIES[severity]}: ${message.slice(0, LONGEST_PROBLEM).replace(/\s+/g, ' ')}${from}`;
  });
  const more = found.length > MOST_PROBLEMS ? [`[${found.length - MOST_PROBLEMS} more problems are left out.]`] : [];
  return ok({ block: { type: 'attachment', kind: 'problems', text: [...lines, ...more].join('\n') } });
}
