/** Which files the .gitignore files leave out, from the repository's folder down. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { pathBelow } from './check-path.ts';

/** The rules of one folder and those of the folders above it: the nearest that says something decides. */
export interface IgnoreRules {
  readonly folder: string;
  readonly rules: Ignore | undefined;
  readonly above: IgnoreRules | undefined;
}

const NAME = '.gitignore';
const MOST_BYTES = 1_000_000;

/** The rules for a folder, with those of all folders up to the repository's, or to `root` where the folder is in no repository. */
export async function rulesFor(folder: string, root: string): Promise<IgnoreRules> {
  const chain = [folder];
  const parentOf = (at: string) => path.dirname(at);
  const isTop = async (at: string) => parentOf(at) === at || (await exists(path.join(at, '.git')));
  let top = folder;
  while (!(await isTop(top))) {
    top = parentOf(top);
    chain.unshift(top);
  }
  const hasRepository = await exists(path.join(top, '.git'));
  const used = hasRepository ? chain : chain.filter((at) => pathBelow(at, root) !== undefined);
  let rules: IgnoreRules | undefined;
  for (const at of used) rules = await rulesBelow(at, rules);
  return rules ?? rulesBelow(folder, undefined);
}

export async function rulesBelow(folder: string, above: IgnoreRules | undefined): Promise<IgnoreRules> {
  const text = await textOf(path.join(folder, NAME));
  return { folder, rules: text === undefined ? undefined : ignore({ ignorecase: false }).add(text), above };
}

/** `full` is a path below the folder of the rules. */
export function isIgnored(full: string, isFolder: boolean, rules: IgnoreRules): boolean {
  for (let at: IgnoreRules | undefined = rules; at; at = at.above) {
    const relative = pathBelow(full, at.folder);
    if (!at.rules || !relative) continue;
    const { ignored, unignored } = at.rules.test(isFolder ? `${relative}/` : relative);
    if (ignored || unignored) return ignored;
  }
  return false;
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    const stats = await stat(file);
    return stats.isFile() && stats.size <= MOST_BYTES ? await readFile(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    return false;
  }
}
