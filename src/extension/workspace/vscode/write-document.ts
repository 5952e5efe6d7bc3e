/** Writes a text through an open document with unsaved changes, so that the person can undo it, and saves the document. */
import * as vscode from 'vscode';
import { err, ok, type Result } from '../../../core/lang/result.ts';
import type { FileProblem } from '../../../core/workspace/ports.ts';

/** A formatter that hangs: the save goes on, and the result says so. */
const SAVE_MS = 30_000;

/** Undone when the editor does not save it: `save` gives false for a file that changed on disk, and leaves the document dirty. */
export async function writeDocument(
  document: vscode.TextDocument,
  text: string,
): Promise<Result<undefined, FileProblem>> {
  const before = document.getText();
  if (!(await replaceText(document, text)))
    return err({ type: 'not-written', reason: 'the editor refused the change' });
  const saved = await Promise.race([saveDocument(document), later(SAVE_MS)]);
  if (saved === true) return ok(undefined);
  if (saved === 'late')
    return err({
      type: 'not-written',
      reason: 'the editor did not finish saving it (a formatter may hang); the change is in the editor',
    });
  // What a formatter or the person did meanwhile stays.
  const isUndone = document.getText() === text && (await replaceText(document, before));
  const rest = isUndone ? 'the change was taken back' : 'the change is in the editor, unsaved';
  return err({ type: 'not-written', reason: `the editor did not save it; ${rest}` });
}

async function saveDocument(document: vscode.TextDocument): Promise<boolean> {
  try {
    return await document.save();
  } catch {
    return false;
  }
}

/** Replaces what lies between the common start and end, so that cursors elsewhere stay. False when VS Code did not do it. */
async function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
  const before = document.getText();
  if (before === text) return true;
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start < most && before[start] === text[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === text.at(-1 - end)) end++;
  // Never between the halves of a line end.
  if (before[start - 1] === '\r') start--;
  if (end > 0 && before.at(-end) === '\n') end--;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(start), document.positionAt(before.length - end));
  edit.replace(document.uri, range, text.slice(start, text.length - end));
  // `applyEdit` gives true for read-only documents too.
  return (await vscode.workspace.applyEdit(edit)) && document.getText() === text;
}

function later(ms: number): Promise<'late'> {
  return new Promise((resolve) => setTimeout(resolve, ms, 'late' as const));
}
