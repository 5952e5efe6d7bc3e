/** Finds the open document of a file. */
import path from 'node:path';
import * as vscode from 'vscode';

/** `file` is a full path. Undefined when no editor has it open. */
export function openDocument(file: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri, isClosed }) => !isClosed && uri.scheme === 'file' && path.normalize(uri.fsPath) === path.normalize(file),
  );
}
