/** Finds what a person can attach by a word after `@`: files, folders and symbols of the workspace, the selection, the problems. */
import * as vscode from 'vscode';
import { isSecretPath } from '../../core/permission/judge-path.ts';
import type { Mentions, MentionView } from '../../core/protocol/mention.ts';
import { excludedGlob } from './excluded-glob.ts';

/** Of each kind. */
const MOST = 20;
/** Files that are looked at for the best ones. */
const MOST_FOUND = 400;
/** A language server may take its time, or never answer. */
const SYMBOLS_MS = 1_500;

export async function findMentions(text: string): Promise<Mentions> {
  const fixed = fixedMentions().filter(({ kind }) => kind.startsWith(text.toLowerCase()));
  const hasFolder = (vscode.workspace.workspaceFolders ?? []).length > 0;
  if (!hasFolder) return { list: fixed, lacks: 'no-folder' };
  if (!vscode.workspace.isTrusted) return { list: fixed, lacks: 'restricted' };
  const [files, folders, symbols] = await Promise.all([findFiles(text), findFolders(text), findSymbols(text)]);
  return { list: [...fixed, ...files, ...folders, ...symbols] };
}

/** Each only where there is such a thing. */
function fixedMentions(): readonly MentionView[] {
  const editor = vscode.window.activeTextEditor;
  const selected = editor?.selections.find(({ isEmpty }) => !isEmpty);
  const problems = vscode.languages.getDiagnostics().reduce((sum, [, found]) => sum + found.length, 0);
  const detail = (found: vscode.Range, uri: vscode.Uri) =>
    `${vscode.workspace.asRelativePath(uri)}:${found.start.line + 1}`;
  return [
    ...(editor && selected
      ? [{ kind: 'selection', detail: detail(selected, editor.document.uri), wish: { type: 'selection' } } as const]
      : []),
    ...(problems > 0 ? [{ kind: 'problems', detail: String(problems), wish: { type: 'problems' } } as const] : []),
  ];
}

async function findFiles(text: string): Promise<readonly MentionView[]> {
  const open = text === '' ? openFiles() : [];
  const found = await vscode.workspace.findFiles(globFor(text), excludedGlob(), text === '' ? MOST : MOST_FOUND);
  const byName = new Map([...open, ...found].map((uri) => [vscode.workspace.asRelativePath(uri), uri]));
  const names = [...byName.keys()].filter((name) => !isSecretPath(name));
  const best = text === '' ? names : names.sort((a, b) => rank(a, text) - rank(b, text) || a.length - b.length);
  return best.slice(0, MOST).flatMap((name): readonly MentionView[] => {
    const uri = byName.get(name)?.toString();
    return uri === undefined ? [] : [{ kind: 'file', name, wish: { type: 'file', uri } }];
  });
}

/** Of open tabs, those of files. */
function openFiles(): readonly vscode.Uri[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? [input.uri] : []));
}

/** The folders that hold files: their names are those of the files below them. */
async function findFolders(text: string): Promise<readonly MentionView[]> {
  if (text === '') return [];
  const found = await vscode.workspace.findFiles(`${globFor(text)}/**`, excludedGlob(), MOST_FOUND);
  const folders = new Map<string, string>();
  for (const uri of found) {
    const parts = vscode.workspace.asRelativePath(uri).split('/');
    for (let depth = parts.length - 1; depth > 0; depth--) {
      const name = parts.slice(0, depth).join('/');
      if (!name.toLowerCase().includes(text.toLowerCase())) break;
      const up = Array.from({ length: parts.length - depth }, () => '..');
      if (!isSecretPath(name)) folders.set(name, vscode.Uri.joinPath(uri, ...up).toString());
    }
  }
  const best = [...folders].sort(([a], [b]) => rank(a, text) - rank(b, text) || a.length - b.length);
  return best.slice(0, MOST / 2).map(([name, uri]) => ({ kind: 'folder', name, wish: { type: 'folder', uri } }));
}

async function findSymbols(text: string): Promise<readonly MentionView[]> {
  if (text.length < 2) return [];
  const asked = vscode.commands
    .executeCommand<readonly vscode.SymbolInformation[] | undefined>('vscode.executeWorkspaceSymbolProvider', text)
    .then(undefined, () => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), SYMBOLS_MS));
  const found = (await Promise.race([asked, late])) ?? [];
  return found
    .filter(({ location: { uri } }) => uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined)
    .filter(({ location: { uri } }) => !isSecretPath(vscode.workspace.asRelativePath(uri)))
    .slice(0, MOST / 2)
    .map(({ name, location: { uri, range } }) => ({
      kind: 'symbol',
      name,
      detail: `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`,
      wish: { type: 'symbol', uri: uri.toString(), from: range.start.line + 1, to: range.end.line + 1 },
    }));
}

/** Each part of the path in order, in either case: `findFiles` tells upper from lower case on most systems. */
function globFor(text: string): string {
  if (text === '') return '**/*';
  const parts = text.split('/').map((part) => [...part].map(eitherCase).join(''));
  return `**/${parts.map((part) => `*${part}*`).join('/')}`;
}

function eitherCase(character: string): string {
  if (/[*?{}[\]!,\\]/.test(character)) return '?';
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  return lower === upper ? character : `[${lower}${upper}]`;
}

/** The less, the better: the name begins with the text, the name holds it, the path does. */
function rank(path: string, text: string): number {
  const [whole, wanted] = [path.toLowerCase(), text.toLowerCase()];
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  return name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2;
}
