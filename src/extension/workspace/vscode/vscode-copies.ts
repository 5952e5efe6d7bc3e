/** What VS Code adds to the copies of files: unsaved text of open editors, and the trash. */
import * as vscode from 'vscode';
import type { EditorOfCopies } from '../node/node-copies.ts';
import { openDocument } from './open-document.ts';

export const EDITOR_OF_COPIES: EditorOfCopies = {
  unsaved: async (file) => {
    const document = openDocument(file);
    if (!document?.isDirty) return undefined;
    return vscode.workspace.encode(document.getText(), { encoding: document.encoding });
  },
  trash: (file) => Promise.resolve(vscode.workspace.fs.delete(vscode.Uri.file(file), { useTrash: true })),
};
