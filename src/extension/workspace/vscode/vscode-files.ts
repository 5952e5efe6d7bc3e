/** The files of a workspace in VS Code: unsaved text of open editors is what is read, and is written through the editor. */
import path from 'node:path';
import * as vscode from 'vscode';
import { err, ok, type Result } from '../../../core/lang/result.ts';
import type { Signal } from '../../../core/lang/signal.ts';
import type { CheckedPath } from '../../../core/permission/request.ts';
import type { FileChange, FileContent, FileProblem, Files, TextContent } from '../../../core/workspace/ports.ts';
import { type WorkspaceFolder, withOwnNames } from '../node/check-path.ts';
import { isMoved, isThere } from '../node/file-bytes.ts';
import { fileProblemOf } from '../node/file-problem.ts';
import { NodeFiles, versionOf } from '../node/node-files.ts';
import { openDocument } from './open-document.ts';
import { VSCODE_CODEC } from './vscode-codec.ts';
import { writeDocument } from './write-document.ts';

/** The folders on a disk; a virtual one has no files that could be reached. */
export function diskFolders(): readonly WorkspaceFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const onDisk = folders.filter(({ uri }) => uri.scheme === 'file');
  return withOwnNames(onDisk.map(({ name, uri }) => ({ name, path: uri.fsPath })));
}

/** Files that are closed, or open without unsaved text, are read and written as bytes; VS Code reloads their editors itself. */
export class VsCodeFiles implements Files {
  readonly #disk = new NodeFiles(diskFolders, VSCODE_CODEC);

  folders = () => this.#disk.folders();
  check = (given: string) => this.#disk.check(given);
  list = (folder: CheckedPath) => this.#disk.list(folder);
  find = (folder: CheckedPath, pattern: string, limit: number, signal: Signal) =>
    this.#disk.find(folder, pattern, limit, signal);

  async read(checked: CheckedPath): Promise<Result<FileContent, FileProblem>> {
    const found = await this.#disk.read(checked);
    const document = dirtyDocument(checked);
    if (!document) return found;
    if (found.ok && found.value.type !== 'text') return found;
    if (!found.ok && found.error.type !== 'missing') return found;
    return ok(unsavedContent(document, found.ok && found.value.type === 'text' ? found.value : undefined));
  }

  async write(checked: CheckedPath, change: FileChange): Promise<Result<TextContent, FileProblem>> {
    const document = dirtyDocument(checked);
    if (!document) return this.#disk.write(checked, change);
    const now = await this.read(checked);
    if (!now.ok) return now;
    if (now.value.version !== change.expected) return err({ type: 'outdated' });
    if (now.value.type !== 'text') return err({ type: 'not-text' });
    if (now.value.obstacle) return err(now.value.obstacle);
    const { encoding } = document;
    const bytes = await vscode.workspace.encode(change.text, { encoding });
    if ((await vscode.workspace.decode(bytes, { encoding })).replace(/^\ufeff/, '') !== change.text)
      return err({ type: 'unencodable', encoding });
    const obstacle = await linkTo(document.uri.fsPath);
    if (obstacle) return err(obstacle);
    const done = await writeDocument(document, change.text);
    if (!done.ok) return done;
    const moved = await linkTo(document.uri.fsPath);
    if (moved) return err(moved);
    const written = await this.#disk.read(checked);
    if (!written.ok) return written;
    if (written.value.type !== 'text' || written.value.text !== document.getText())
      return err({ type: 'not-written', reason: 'the file on disk is not what the editor shows' });
    return ok(written.value);
  }

  async move(from: CheckedPath, to: CheckedPath, expected: string): Promise<Result<undefined, FileProblem>> {
    if (dirtyDocument(from) || dirtyDocument(to)) return err({ type: 'unsaved' });
    return this.#disk.move(from, to, expected);
  }

  async remove(checked: CheckedPath, expected: string): Promise<Result<'trash' | 'gone', FileProblem>> {
    if (dirtyDocument(checked)) return err({ type: 'unsaved' });
    const found = await this.#disk.read(checked);
    if (!found.ok) return found;
    if (found.value.version !== expected || checked.real === undefined) return err({ type: 'outdated' });
    try {
      await vscode.workspace.fs.delete(vscode.Uri.file(checked.real), { useTrash: true });
    } catch {
      // A remote machine has no trash.
      return this.#disk.remove(checked, expected);
    }
    return (await isThere(checked.real)) ? err({ type: 'not-written', reason: 'it is still there' }) : ok('trash');
  }
}

function dirtyDocument({ real }: CheckedPath): vscode.TextDocument | undefined {
  const document = real === undefined ? undefined : openDocument(path.normalize(real));
  return document?.isDirty ? document : undefined;
}

function unsavedContent(document: vscode.TextDocument, saved: TextContent | undefined): TextContent {
  const text = document.getText();
  // Deleted on disk: saving would bring it back.
  const obstacle: FileProblem | undefined = saved ? saved.obstacle : { type: 'unsaved' };
  const version = `${saved?.version ?? 'none'}+${versionOf(Buffer.from(text))}`;
  const { encoding } = document;
  return { type: 'text', version, text, encoding, isDirty: true, ...(obstacle && { obstacle }) };
}

async function linkTo(file: string): Promise<FileProblem | undefined> {
  try {
    return (await isMoved(file)) ? { type: 'link' } : undefined;
  } catch (error) {
    return fileProblemOf(error);
  }
}
