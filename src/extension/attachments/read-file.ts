/** Reads a file of the disk as an attachment, by the rules for secret files and within the limits of size. */
import path from 'node:path';
import * as vscode from 'vscode';
import { err, ok, type Result } from '../../core/lang/result.ts';
import { pathReasons } from '../../core/permission/judge-path.ts';
import type { CheckedPath } from '../../core/permission/request.ts';
import { MOST_TEXT } from '../../core/protocol/draft-attachment.ts';
import { checkedFile, withSlashes } from '../workspace/node/check-path.ts';
import { diskFolders, VsCodeFiles } from '../workspace/vscode/vscode-files.ts';
import type { StoredAttachment } from './attachment-files.ts';
import type { AttachProblem } from './attachment-text.ts';

export interface CheckedSource extends CheckedPath {
  /** From the workspace folder, or absolute outside of it. */
  readonly name: string;
}

/** Refuses what the rules for reading call secret. A file outside of the workspace is one that the person chose. */
export function checkSource(uri: vscode.Uri, ownFolders: readonly string[]): Result<CheckedSource, AttachProblem> {
  const checked = checkedFile(withSlashes(uri.fsPath), diskFolders());
  const name = checked.inside || checked.given;
  for (const reason of pathReasons(checked, 'read', ownFolders)) {
    if (reason.type === 'secret' || reason.type === 'ambiguous-name')
      return err({ type: 'secret', name, part: reason.name });
    if (reason.type === 'own-storage') return err({ type: 'own-storage', name });
  }
  return ok({ ...checked, name });
}

/** What a file is attached as: text (of an open editor also what is not saved yet), an image or a PDF. */
export async function readFile(
  uri: vscode.Uri,
  ownFolders: readonly string[],
): Promise<Result<StoredAttachment, AttachProblem>> {
  const source = uri.toString();
  if (uri.scheme !== 'file') return err({ type: 'file', name: uri.path, problem: { type: 'unreachable' } });
  if (!vscode.workspace.isTrusted) return err({ type: 'restricted' });
  const checked = checkSource(uri, ownFolders);
  if (!checked.ok) return checked;
  const { name } = checked.value;
  const read = await new VsCodeFiles().read(checked.value);
  if (!read.ok) return err({ type: 'file', name, problem: read.error });
  switch (read.value.type) {
    case 'binary':
      return err({ type: 'binary', name });
    case 'media':
      return ok({ block: { ...read.value.block, name: path.basename(name) }, source });
    case 'text': {
      const { text } = read.value;
      if (text.length > MOST_TEXT) return err({ type: 'too-long', name, length: text.length, most: MOST_TEXT });
      return ok({ block: { type: 'attachment', kind: 'file', name, text }, source });
    }
  }
}
