/** What the buttons of a code block do: insert it at the cursor, compare and apply it, make a file of it. */
import * as vscode from 'vscode';
import { proposeCode } from '../documents/proposed-code.ts';
import { documentUri } from '../documents/provider.ts';
import { askToApply, offerChange, type Teller, tellNotWritten } from './offered-changes.ts';

/** Replaces the selection, which is empty where there is only a cursor. Whole lines stay lines of their own. */
export async function insertCode(host: Teller, text: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return tellNoEditor(host);
  const isDone = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, asLines(text, selection, editor.document));
  });
  if (!isDone) tellNotWritten(host, editor.document);
  else await vscode.window.showTextDocument(editor.document, editor.viewColumn);
}

/** With a line break after it where it is inserted in front of a line. */
function asLines(text: string, selection: vscode.Selection, document: vscode.TextDocument): string {
  const isInFront = selection.isEmpty && selection.start.character === 0;
  const needsBreak = isInFront && !/\n$/.test(text) && document.lineAt(selection.start.line).text !== '';
  return needsBreak ? `${text}\n` : text;
}

/** The code replaces what is selected, or the whole file. */
export async function compareCode(host: Teller, text: string): Promise<void> {
  const { l10n } = host;
  const editor = vscode.window.activeTextEditor;
  if (!editor) return tellNoEditor(host);
  const { document, selection } = editor;
  const { uri, version } = document;
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const range = selection.isEmpty ? whole : new vscode.Range(selection.start, selection.end);
  const now = document.getText();
  const changed = now.slice(0, document.offsetAt(range.start)) + text + now.slice(document.offsetAt(range.end));
  const name = vscode.workspace.asRelativePath(uri);
  const proposed = documentUri({ show: 'code', id: proposeCode(changed) }, name.split('/').at(-1) ?? name);
  const title = selection.isEmpty
    ? l10n.t('{0} ↔ the code block', name)
    : l10n.t('{0} ↔ with the selection replaced by the code block', name);
  const question = selection.isEmpty
    ? l10n.t('Replace the whole of {0} by the code block? Nothing is saved, and Undo takes it back.', name)
    : l10n.t('Replace the selection in {0} by the code block? Nothing is saved, and Undo takes it back.', name);
  await offerChange(proposed, { uri, version, range, text, question });
  await vscode.commands.executeCommand('vscode.diff', uri, proposed, title, { preview: true });
  await askToApply(host, proposed);
}

/** A file that is not saved yet, in the language of the code. */
export async function newFile(text: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content: text, language: await knownLanguage(language) });
  await vscode.window.showTextDocument(document);
}

/** The names that fences use and VS Code does not. */
const LANGUAGE_IDS: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescriptreact',
  js: 'javascript',
  jsx: 'javascriptreact',
  py: 'python',
  rs: 'rust',
  sh: 'shellscript',
  bash: 'shellscript',
  zsh: 'shellscript',
  yml: 'yaml',
  md: 'markdown',
  golang: 'go',
  'c++': 'cpp',
  'c#': 'csharp',
};

/** VS Code rejects a language that it does not know. */
async function knownLanguage(fence: string): Promise<string> {
  const name = fence.trim().split(/\s/)[0]?.toLowerCase() ?? '';
  const id = Object.hasOwn(LANGUAGE_IDS, name) ? (LANGUAGE_IDS[name] ?? name) : name;
  return (await vscode.languages.getLanguages()).includes(id) ? id : 'plaintext';
}

function tellNoEditor({ tell, l10n }: Teller): void {
  tell({
    severity: 'info',
    text: l10n.t('No file is open in an editor. Open one, put the cursor where the code belongs, and try again.'),
  });
}
