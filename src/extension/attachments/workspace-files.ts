/** The files of the workspace that can be attached by their name: without those that ignore files and the settings hide. */
import * as vscode from 'vscode';
import { findRipgrep } from '../workspace/node/find-ripgrep.ts';
import { isLeftOut, type ListedFolder, listFiles } from '../workspace/node/list-files.ts';

export interface ListedFiles {
  readonly folder: vscode.Uri;
  /** From the folder, with `/`. */
  readonly paths: readonly string[];
}

/** Files of all folders that are looked at, and how long. */
const MOST_FILES = 200_000;
const LIMIT_MS = 3_000;

let ripgrep: Promise<string | undefined> | undefined;
let listing: Promise<readonly ListedFiles[]> | undefined;

/** Questions that come while a listing runs are answered by that one, so that fast typing starts one at a time. */
export function listWorkspace(): Promise<readonly ListedFiles[]> {
  listing ??= listFolders().finally(() => {
    listing = undefined;
  });
  return listing;
}

async function listFolders(): Promise<readonly ListedFiles[]> {
  const lists: ListedFiles[] = [];
  let left = MOST_FILES;
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    if (uri.scheme !== 'file') continue;
    const paths = await filesBelow(uri, '', left);
    left -= paths.length;
    lists.push({ folder: uri, paths });
  }
  return lists;
}

/** Paths of its files, from the folder, at most `most`. The rules of the workspace folder that it is in hold for them. */
export async function filesOf(folder: vscode.Uri, most: number): Promise<readonly string[]> {
  const root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  const below = folder.path.slice(root.path.length).replace(/^\//, '').replace(/\/$/, '');
  const paths = await filesBelow(root, below, most);
  return below === '' ? paths : paths.map((one) => one.slice(below.length + 1));
}

async function filesBelow(root: vscode.Uri, below: string, most: number): Promise<readonly string[]> {
  ripgrep ??= findRipgrep(vscode.env.appRoot);
  const paths: string[] = [];
  if (most > 0)
    await listFiles({ ...listedFolder(root), below, rg: await ripgrep, limitMs: LIMIT_MS }, (relative) => {
      paths.push(relative);
      return paths.length < most;
    });
  return paths;
}

/** Whether a file of the workspace is hidden from lists of files. */
export async function isLeftOutOfLists(uri: vscode.Uri): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  return folder !== undefined && isLeftOut(uri.fsPath, listedFolder(folder));
}

function listedFolder(folder: vscode.Uri): ListedFolder {
  const settings = vscode.workspace.getConfiguration(undefined, folder);
  const excluded = ['files.exclude', 'search.exclude'].flatMap((key) =>
    Object.entries(settings.get<Readonly<Record<string, unknown>>>(key) ?? {}).flatMap(([glob, isOn]) =>
      isOn === true ? [glob] : [],
    ),
  );
  return { root: folder.fsPath, excluded: [...new Set(excluded)] };
}
