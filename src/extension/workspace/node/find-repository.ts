/** Finds the repository that git would use in a folder, and what its config files name, by files alone: git is never run. */
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { RepositoryFacts } from '../../../core/permission/request.ts';
import { errorCodeOf } from '../../storage/disk.ts';
import { pathBelow } from './check-path.ts';
import { configKeysOf } from './git-config.ts';
import { objectTypes } from './git-objects.ts';

/** Bytes of a config file. */
const MOST_BYTES = 1_000_000;
/** Folders below `.git/modules` that are looked at. */
const MOST_MODULE_FOLDERS = 1_000;
/** Objects of one command that are looked up: each reads files. */
const MOST_LOOK_UPS = 50;

interface GitFolder {
  readonly folder: string;
  /** Where its config is: a linked work tree shares it with others. */
  readonly common: string;
}

/**
 * Undefined when git would find none, or when it is not clear which. `start` and `roots` are real paths.
 * @param secretAttributes the path of the file with attributes for secret files
 */
export function findRepository(
  start: string,
  roots: readonly string[],
  secretAttributes: () => string | undefined,
): RepositoryFacts | undefined {
  let hasBareFolder = false;
  let lookUps = MOST_LOOK_UPS;
  for (let at = start; ; at = path.dirname(at)) {
    const entry = statsOf(path.join(at, '.git'));
    if (entry === 'unknown') return undefined;
    if (entry) {
      const git = gitFolderOf(path.join(at, '.git'), entry);
      if (!git) return undefined;
      return {
        place: placeOf(at, roots),
        hasBareFolder,
        configKeys: keysOf(git, at),
        attributes: attributesOf(git, at),
        secretAttributes: secretAttributes(),
        isCommit: (id) => --lookUps >= 0 && isCommit(git, id),
      };
    }
    hasBareFolder ||= isGitFolder(at);
    if (path.dirname(at) === at) return undefined;
  }
}

function placeOf(at: string, roots: readonly string[]): RepositoryFacts['place'] {
  if (roots.includes(at)) return 'workspace';
  return roots.some((root) => pathBelow(root, at) !== undefined) ? 'around' : 'below';
}

function isCommit({ common }: GitFolder, id: string): boolean {
  const types = objectTypes(path.join(common, 'objects'), id);
  return types !== undefined && types.size > 0 && [...types].every((type) => type === 'commit' || type === 'tree');
}

function attributesOf({ common }: GitFolder, tree: string): readonly string[] | undefined {
  const texts: string[] = [];
  for (const file of [path.join(tree, '.gitattributes'), path.join(common, 'info', 'attributes')]) {
    if (statsOf(file) === undefined) continue;
    const text = readSmall(file);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts;
}

/** As setup.c of git tells one: objects and refs may be elsewhere. */
function isGitFolder(folder: string): boolean {
  const has = (name: string) => existsSync(path.join(folder, name));
  const hasHead = typeof statsOf(path.join(folder, 'HEAD')) === 'object';
  return hasHead && (has('commondir') || (has('objects') && has('refs')));
}

function gitFolderOf(dotGit: string, entry: Stats): GitFolder | undefined {
  const folder = entry.isFile() ? pointedAt(dotGit, /^gitdir: ([^\r\n\0]+)[\r\n]*$/) : realFolder(dotGit);
  if (folder === undefined || !isGitFolder(folder)) return undefined;
  const file = path.join(folder, 'commondir');
  const common = existsSync(file) ? pointedAt(file, /^([^\r\n\0]+)[\r\n]*$/) : folder;
  return common === undefined ? undefined : { folder, common };
}

/** The folder that a small file names from where it is. */
function pointedAt(file: string, form: RegExp): string | undefined {
  const named = form.exec(readSmall(file) ?? '')?.[1];
  return named === undefined ? undefined : realFolder(path.resolve(path.dirname(file), named));
}

/** Undefined for a folder that is in no `.git`: the agent may write there without a question. */
function realFolder(folder: string): string | undefined {
  try {
    const real = realpathSync.native(folder);
    return statSync(real).isDirectory() && real.split(path.sep).includes('.git') ? real : undefined;
  } catch {
    return undefined;
  }
}

function keysOf({ folder, common }: GitFolder, tree: string): readonly string[] | undefined {
  const modules = moduleFolders(path.join(common, 'modules'));
  if (!modules) return undefined;
  const folders = new Set([common, folder, ...modules]);
  // `.gitmodules` may say that git looks into submodules; where the file is gone, git reads the one of the index or of HEAD.
  const list = path.join(tree, '.gitmodules');
  if (statsOf(list) === undefined && mayHaveSubmodules(folder)) return undefined;
  const files = [...folders].flatMap((one) => ['config', 'config.worktree'].map((name) => path.join(one, name)));
  const keys: string[] = [];
  for (const file of [...files, list]) {
    if (statsOf(file) === undefined) continue;
    const text = readSmall(file);
    const found = text === undefined ? undefined : configKeysOf(text);
    if (!found) return undefined;
    keys.push(...found);
  }
  return keys;
}

/** The mode of a submodule's entry in the index, in each of its formats; https://git-scm.com/docs/index-format. */
const SUBMODULE_MODE = Buffer.from([0, 0, 0xe0, 0]);

/** A FIFO would never be read to its end. */
function holdsSubmodule(file: string): boolean {
  return !statSync(file).isFile() || readFileSync(file).includes(SUBMODULE_MODE);
}

/** Whether the index, or the part of it that work trees share, may hold a submodule. */
function mayHaveSubmodules(folder: string): boolean {
  try {
    const names = readdirSync(folder).filter((name) => name === 'index' || name.startsWith('sharedindex.'));
    return names.map((name) => path.join(folder, name)).some(holdsSubmodule);
  } catch {
    return true;
  }
}

/** The repositories of submodules, whose names may hold `/`, and of theirs; undefined where there are too many to look at. */
function moduleFolders(modules: string): readonly string[] | undefined {
  const found: string[] = [];
  const left = [modules];
  for (let count = 0; ; count++) {
    const folder = left.pop();
    if (folder === undefined) return found;
    if (count === MOST_MODULE_FOLDERS) return undefined;
    if (isGitFolder(folder)) {
      found.push(folder);
      left.push(path.join(folder, 'modules'));
      continue;
    }
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      left.push(...entries.filter((one) => !one.isFile()).map(({ name }) => path.join(folder, name)));
    } catch {
      // It is no folder, or there are no submodules.
    }
  }
}

/** Undefined: there is nothing. */
function statsOf(file: string): Stats | 'unknown' | undefined {
  try {
    return lstatSync(file);
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error)) ? undefined : 'unknown';
  }
}

function readSmall(file: string): string | undefined {
  try {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= MOST_BYTES ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
