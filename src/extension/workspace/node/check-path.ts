/** Looks at a path that a model gave: where it really leads, and whether that is inside the workspace. */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { CheckedPath } from '../../../core/permission/request.ts';
import { errorCodeOf } from '../../storage/disk.ts';

export interface WorkspaceFolder {
  readonly name: string;
  /** Absolute, in the form of the system. */
  readonly path: string;
}

const URI = /^(?:[a-z][a-z0-9+.-]*:\/\/|(?:file|untitled|vscode[a-z-]*|data):)/i;
/** Escapes of `.`, `/`, `\` and NUL: no tool unescapes a path, and none is to be made to. */
const ESCAPE = /%(?:2e|2f|5c|00)/i;
const WINDOWS_DEVICE = /^\\\\|^\/\/[.?]\/|(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^\\/]*)?$/i;
const MOST_LINKS = 40;

/**
 * Never rejects. `real` is undefined for what is no path of a workspace: a URI, an escape, a NUL, a relative path that leads out of
 * its folder, a link that leads in circles, and, with several folders, a relative path that does not begin with one of their names.
 */
export async function checkPath(given: string, folders: readonly WorkspaceFolder[]): Promise<CheckedPath> {
  const none = { given, real: undefined, inside: undefined };
  const full = fullPath(given, folders);
  if (full === undefined) return none;
  return checkFullPath(given, full, folders) ?? none;
}

/** Undefined where links lead in circles, or a name is not allowed. `full` may hold `..`, which goes up from where a link leads. */
export function checkFullPath(
  given: string,
  full: string,
  folders: readonly WorkspaceFolder[],
): CheckedPath | undefined {
  const real = realPathOf(full, MOST_LINKS);
  return real === undefined ? undefined : { given, real: withSlashes(real), inside: insideOf(real, folders) };
}

/** The path without links, as far as it exists. Synchronous, as decisions on commands look at paths in the same way. */
function realPathOf(full: string, linksLeft: number): string | undefined {
  try {
    return realpathSync.native(full);
  } catch (error) {
    const code = errorCodeOf(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EACCES') return undefined;
  }
  const parent = path.dirname(full);
  if (parent === full) return full;
  const real = realPathOf(parent, linksLeft);
  if (real === undefined) return undefined;
  const here = path.join(real, path.basename(full));
  // A link whose target does not exist: what is written would be made there.
  const target = targetOf(here);
  if (target === undefined) return here;
  return linksLeft > 0 ? realPathOf(path.resolve(real, target), linksLeft - 1) : undefined;
}

/** A file that is known to be one: by its absolute path, with `/`. */
export function checkedFile(full: string, folders: readonly WorkspaceFolder[]): CheckedPath {
  return checkFullPath(full, full, folders) ?? { given: full, real: full, inside: undefined };
}

/**
 * Folders with names by which paths can begin: without slashes, and each once, as a rule for a folder of one name must not hold in
 * another. The second of one name, in the order of the paths, becomes `name (2)`.
 */
export function withOwnNames(folders: readonly WorkspaceFolder[]): readonly WorkspaceFolder[] {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const byPath = folders.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (const { name, path: full } of byPath) {
    const plain = name.replace(/[/\\]/g, '-');
    let own = plain;
    for (let n = 2; taken.has(own.toLowerCase()); n++) own = `${plain} (${n})`;
    taken.add(own.toLowerCase());
    names.set(full, own);
  }
  return folders.map((folder) => ({ ...folder, name: names.get(folder.path) ?? folder.name }));
}

/** Where a folder really is; the path as it is where it does not exist. */
export function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

function targetOf(full: string): string | undefined {
  try {
    return lstatSync(full).isSymbolicLink() ? readlinkSync(full) : undefined;
  } catch {
    return undefined;
  }
}

function fullPath(given: string, folders: readonly WorkspaceFolder[]): string | undefined {
  const [first] = folders;
  if (!first || given.includes('\0') || URI.test(given) || ESCAPE.test(given)) return undefined;
  if (process.platform === 'win32' && WINDOWS_DEVICE.test(given)) return undefined;
  if (path.isAbsolute(given)) return path.normalize(given);
  const parts = path.normalize(given).split(path.sep);
  const folder = folders.length === 1 ? first : folders.find(({ name }) => name === parts[0]);
  if (!folder) return undefined;
  const rest = path.join(...(folders.length === 1 ? parts : ['.', ...parts.slice(1)]));
  return rest === '..' || rest.startsWith(`..${path.sep}`) ? undefined : path.join(folder.path, rest);
}

function insideOf(real: string, folders: readonly WorkspaceFolder[]): string | undefined {
  for (const folder of folders) {
    const root = realPathOf(folder.path, MOST_LINKS);
    const inside = root === undefined ? undefined : pathBelow(real, root);
    if (inside === undefined) continue;
    if (folders.length === 1) return inside;
    return inside === '' ? folder.name : `${folder.name}/${inside}`;
  }
  return undefined;
}

/** With `/`; '' for the folder itself, undefined for what is not below it. */
export function pathBelow(full: string, folder: string): string | undefined {
  const relative = path.relative(folder, full);
  if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) return undefined;
  return withSlashes(relative);
}

export function withSlashes(full: string): string {
  return path.sep === '/' ? full : full.replaceAll(path.sep, '/');
}
