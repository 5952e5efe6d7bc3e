/** Makes attachments of what a person asks for: a file, a selection, a folder, a symbol, the problems, a pasted text. */
import * as vscode from 'vscode';
import { err, ok, type Result } from '../../core/lang/result.ts';
import type { AttachmentKind } from '../../core/message/message.ts';
import { type AttachWish, MOST_TEXT } from '../../core/protocol/draft-attachment.ts';
import { mediaBlock } from '../workspace/node/media.ts';
import type { StoredAttachment } from './attachment-files.ts';
import type { AttachProblem } from './attachment-text.ts';
import { listFolder, listProblems } from './lists.ts';
import { checkSource, readFile } from './read-file.ts';

type Read = Result<readonly StoredAttachment[], AttachProblem>;

/** `ownFolders`: folders with Spool's own files. */
export async function readWish(wish: AttachWish, ownFolders: readonly string[]): Promise<Read> {
  switch (wish.type) {
    case 'file':
      return one(await readFile(vscode.Uri.parse(wish.uri), ownFolders));
    case 'folder':
      return one(await listFolder(vscode.Uri.parse(wish.uri), ownFolders));
    case 'problems':
      return one(listProblems());
    case 'selection':
      return readSelection(vscode.window.activeTextEditor, ownFolders);
    case 'symbol':
      return readSymbol(vscode.Uri.parse(wish.uri), wish, ownFolders);
    case 'text':
      return one(ok({ block: { type: 'attachment', kind: 'pasted', text: wish.text } }));
    case 'data':
      return one(readData(wish.name, Buffer.from(wish.data, 'base64')));
  }
}

function one(read: Result<StoredAttachment, AttachProblem>): Read {
  return read.ok ? ok([read.value]) : read;
}

/** Each selection of an editor that is not empty. */
function readSelection(editor: vscode.TextEditor | undefined, ownFolders: readonly string[]): Read {
  if (!editor) return err({ type: 'no-editor' });
  const selections = editor.selections.filter(({ isEmpty }) => !isEmpty);
  if (selections.length === 0) return err({ type: 'no-selection' });
  const made: StoredAttachment[] = [];
  for (const selection of selections) {
    const read = readRange(editor.document, selection, 'selection', ownFolders);
    if (!read.ok) return read;
    made.push(read.value);
  }
  return ok(made);
}

async function readSymbol(
  uri: vscode.Uri,
  { from, to }: { readonly from: number; readonly to: number },
  ownFolders: readonly string[],
): Promise<Read> {
  if (!vscode.workspace.isTrusted) return err({ type: 'restricted' });
  const checked = checkSource(uri, ownFolders);
  if (!checked.ok) return checked;
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    const range = document.validateRange(new vscode.Range(from - 1, 0, to, 0));
    return one(readRange(document, range, 'symbol', ownFolders));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err({ type: 'file', name: checked.value.name, problem: { type: 'other', reason } });
  }
}

function readRange(
  document: vscode.TextDocument,
  range: vscode.Range,
  kind: AttachmentKind,
  ownFolders: readonly string[],
): Result<StoredAttachment, AttachProblem> {
  const checked = checkSource(document.uri, ownFolders);
  if (!checked.ok) return checked;
  const { scheme } = document.uri;
  const name = scheme === 'file' ? checked.value.name : vscode.workspace.asRelativePath(document.uri);
  const text = document.getText(range);
  if (text.length > MOST_TEXT) return err({ type: 'too-long', name, length: text.length, most: MOST_TEXT });
  const from = range.start.line + 1;
  // A selection of whole lines ends before the first character of the next one.
  const to = range.end.character === 0 ? Math.max(from, range.end.line) : range.end.line + 1;
  const block = { type: 'attachment', kind, name, lines: { from, to }, text } as const;
  return ok({ block, ...(scheme === 'file' && { source: document.uri.toString() }) });
}

function readData(name: string, bytes: Buffer): Result<StoredAttachment, AttachProblem> {
  const media = mediaBlock(bytes, name);
  if (media) return ok({ block: { ...media, name } });
  const text = bytes.toString('utf8');
  // A NUL, or bytes that are no UTF-8, are no text that a person could read.
  if (text.includes('\0') || text.includes('\ufffd')) return err({ type: 'binary', name });
  if (text.length > MOST_TEXT) return err({ type: 'too-long', name, length: text.length, most: MOST_TEXT });
  return ok({ block: { type: 'attachment', kind: 'file', name, text } });
}
