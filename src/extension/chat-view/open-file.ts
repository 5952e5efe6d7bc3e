/** Opens a file that a thread names, at its line, when it is in the workspace. */
import * as vscode from 'vscode';
import type { CommandContext } from '../commands/command-context.ts';
import { findInFolders } from './file-link.ts';

/** `line` counts from 1. */
export async function openFileLink(
  { tell, l10n }: CommandContext,
  file: string,
  line: number | undefined,
): Promise<void> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const found = await findInFolders(
    file,
    folders.map(({ uri }) => uri.fsPath),
  );
  if (found === undefined) {
    tell({ severity: 'info', text: l10n.t('{0} is not a file of the open workspace.', file) });
    return;
  }
  const at = new vscode.Position(Math.max(0, Math.floor(line ?? 1) - 1), 0);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(found), { selection: new vscode.Range(at, at) });
}
