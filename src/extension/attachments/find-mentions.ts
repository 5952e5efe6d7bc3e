/** Finds what a person can attach by a word after `@`: files, folders and symbols of the workspace, the selection, the problems. */
import * as vscode from 'vscode';
import { isSecretPath } from '../../core/permission/judge-path.ts';
import type { Mentions, MentionView } from '../../core/protocol/mention.ts';
import { isLeftOutOfLists, type ListedFiles, listWorkspace } from './workspace-files.ts';

/** Of each kind. */
const MOST = 20;
/** Symbols of a language server that are looked at. */
const MOST_SYMBOLS = 200;
/** A language server may take its time, or never answer. */
const SYMBOLS_MS = 1_500;

export async function findMentions(text: string): Promise<Mentions> {
  const fixed = fixedMentions().filter(({ kind }) => kind.startsWith(text.toLowerCase()));
  const hasFolder = (vscode.workspace.workspaceFolders ?? []).length > 0;
  if (!hasFolder) return { list: fixed, lacks: 'no-folder' };
  if (!vscode.workspace.isTrusted) return { list: fixed, lacks: 'restricted' };
  const [listed, symbols] = await Promise.all([listWorkspace(), findSymbols(text)]);
  return { list: [...fixed, ...findFiles(text, listed), ...findFolders(text, listed), ...symbols] };
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

/** Of no text, those of open tabs come first. */
function findFiles(text: string, listed: readonly ListedFiles[]): readonly MentionView[] {
  const byName = new Map((text === '' ? openFiles() : []).map((uri) => [vscode.workspace.asRelativePath(uri), uri]));
  const isWanted = matcherOf(text);
  for (const { folder, paths } of listed) {
    for (const path of text === '' ? paths.slice(0, MOST) : paths) {
      if (!isWanted(path)) continue;
      const uri = vscode.Uri.joinPath(folder, path);
      byName.set(vscode.workspace.asRelativePath(uri), uri);
    }
  }
  const names = [...byName].filter(([name]) => !isSecretPath(name));
  const best = text === '' ? names : names.sort(byRank(text));
  return best
    .slice(0, MOST)
    .map(([name, uri]) => ({ kind: 'file', name, wish: { type: 'file', uri: uri.toString() } }));
}

/** Of open tabs, those of files. */
function openFiles(): readonly vscode.Uri[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? [input.uri] : []));
}

/** The folders that hold files: their names are those of the files below them. */
function findFolders(text: string, listed: readonly ListedFiles[]): readonly MentionView[] {
  if (text === '') return [];
  const wanted = text.toLowerCase();
  const folders = new Map<string, vscode.Uri>();
  for (const { folder, paths } of listed) {
    const seen = new Set<string>();
    for (const path of paths) {
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        const below = path.slice(0, end);
        if (seen.has(below) || !below.toLowerCase().includes(wanted)) break;
        seen.add(below);
        const uri = vscode.Uri.joinPath(folder, below);
        const name = vscode.workspace.asRelativePath(uri);
        if (!isSecretPath(name)) folders.set(name, uri);
      }
    }
  }
  const best = [...folders].sort(byRank(text)).slice(0, MOST / 2);
  return best.map(([name, uri]) => ({ kind: 'folder', name, wish: { type: 'folder', uri: uri.toString() } }));
}

async function findSymbols(text: string): Promise<readonly MentionView[]> {
  if (text.length < 2) return [];
  const asked = vscode.commands
    .executeCommand<readonly vscode.SymbolInformation[] | undefined>('vscode.executeWorkspaceSymbolProvider', text)
    .then(undefined, () => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), SYMBOLS_MS));
  const found = (await Promise.race([asked, late])) ?? [];
  const ours = found
    .filter(({ location: { uri } }) => uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined)
    .filter(({ location: { uri } }) => !isSecretPath(vscode.workspace.asRelativePath(uri)))
    .slice(0, MOST_SYMBOLS);
  const files = new Map(ours.map(({ location: { uri } }) => [uri.toString(), uri]));
  const hidden = new Set<string>();
  await Promise.all(
    [...files].map(async ([file, uri]) => {
      if (await isLeftOutOfLists(uri)) hidden.add(file);
    }),
  );
  return ours
    .filter(({ location: { uri } }) => !hidden.has(uri.toString()))
    .slice(0, MOST / 2)
    .map(({ name, location: { uri, range } }) => ({
      kind: 'symbol',
      name,
      detail: `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`,
      wish: { type: 'symbol', uri: uri.toString(), from: range.start.line + 1, to: range.end.line + 1 },
    }));
}

/** Whether the last parts of a path hold the parts of the text, in either case. */
function matcherOf(text: string): (path: string) => boolean {
  const wanted = text.toLowerCase().split('/');
  return (path) => {
    const parts = path.toLowerCase().split('/').slice(-wanted.length);
    return parts.length === wanted.length && wanted.every((part, at) => parts[at]?.includes(part));
  };
}

function byRank(text: string): (a: readonly [string, unknown], b: readonly [string, unknown]) => number {
  return ([a], [b]) => rank(a, text) - rank(b, text) || a.length - b.length;
}

/** The less, the better: the name begins with the text, the name holds it, the path does. */
function rank(path: string, text: string): number {
  const [whole, wanted] = [path.toLowerCase(), text.toLowerCase()];
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  return name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2;
}
