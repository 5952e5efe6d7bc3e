/** Walks through the files of a folder without those that ignore files leave out; links are not followed. */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Signal } from '../../../core/lang/signal.ts';
import { type IgnoreRules, isIgnored, rulesBelow, rulesFor } from './ignore-rules.ts';

/** Folders of a repository that are never walked through, whatever the ignore files say. */
const NEVER = new Set(['.git', '.hg', '.svn']);

/** Folders that are read at the same time. */
const PARALLEL = 16;

/** Full paths of files, folder by folder in the order of their names. A folder that can't be read counts as empty. */
export async function* walkFiles(folder: string, root: string, signal: Signal): AsyncGenerator<string> {
  let level = [await rulesFor(folder, root)];
  while (level.length > 0) {
    const next: IgnoreRules[] = [];
    for (let at = 0; at < level.length; at += PARALLEL) {
      if (signal.aborted) return;
      const found = await Promise.all(level.slice(at, at + PARALLEL).map(readOne));
      for (const { files, folders } of found) {
        yield* files;
        next.push(...folders);
      }
    }
    level = next;
  }
}

async function readOne(rules: IgnoreRules) {
  const { shown } = await entriesOf(rules);
  const files = shown.filter((entry) => entry.isFile()).map(({ name }) => path.join(rules.folder, name));
  const folders = shown.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(rules.folder, name));
  return { files, folders: await Promise.all(folders.map((one) => rulesBelow(one, rules))) };
}

export interface FolderEntries {
  readonly shown: readonly Dirent[];
  readonly ignored: readonly Dirent[];
}

/** Sorted by name. */
export async function entriesOf(rules: IgnoreRules): Promise<FolderEntries> {
  let entries: Dirent[] = [];
  try {
    entries = await readdir(rules.folder, { withFileTypes: true });
  } catch {
    return { shown: [], ignored: [] };
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const isLeftOut = (entry: Dirent) =>
    NEVER.has(entry.name) || isIgnored(path.join(rules.folder, entry.name), entry.isDirectory(), rules);
  return { shown: entries.filter((entry) => !isLeftOut(entry)), ignored: entries.filter(isLeftOut) };
}
