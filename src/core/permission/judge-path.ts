/** Whether a path may be read or written without a question, by where it is and what it is named. */
import { comparedPath } from './name-forms.ts';
import {
  PROTECTED_ENDINGS,
  PROTECTED_FILES,
  PROTECTED_FOLDERS,
  PROTECTED_NAME,
  SECRET_ENDINGS,
  SECRET_FILES,
  SECRET_FOLDERS,
  SECRET_NAME,
  SECRET_PAIRS,
} from './protected-names.ts';
import type { PathReason } from './reason.ts';
import type { CheckedPath } from './request.ts';

/** Whether the path, from a workspace folder, holds a secret: a search skips it. */
export function isSecretPath(inside: string): boolean {
  const { names, ambiguous } = comparedPath(inside);
  return ambiguous !== undefined || secretName(names) !== undefined;
}

/** Why a person is asked about the path; none means that it needs no question of its own. */
export function pathReasons(
  path: CheckedPath,
  use: 'read' | 'write',
  ownFolders: readonly string[],
): readonly PathReason[] {
  const { given, inside } = path;
  const reasons: PathReason[] = [];
  if (inside === undefined || leadsOut(inside)) reasons.push({ type: 'outside', path: given });
  // The name that was given counts too: `.git` may be a link to an ordinary folder.
  const paths = [...new Set([inside ?? path.real ?? '', givenNames(path)])].map(comparedPath);
  const ambiguous = paths.find((one) => one.ambiguous !== undefined)?.ambiguous;
  if (ambiguous !== undefined && inside !== undefined) {
    reasons.push({ type: 'ambiguous-name', path: given, name: ambiguous });
  }
  const names = paths.map((one) => one.names);
  const secret = first(names, secretName);
  if (secret !== undefined) reasons.push({ type: 'secret', path: given, name: secret });
  const guarded = use === 'write' ? first(names, protectedName) : undefined;
  if (guarded !== undefined) reasons.push({ type: 'protected', path: given, name: guarded });
  if (isOwn(path, ownFolders)) reasons.push({ type: 'own-storage', path: given });
  return reasons;
}

function first(lists: readonly (readonly string[])[], find: (names: readonly string[]) => string | undefined) {
  for (const names of lists) {
    const found = find(names);
    if (found !== undefined) return found;
  }
  return undefined;
}

const leadsOut = (inside: string) => /^([/\\]|[a-z]:)|(^|[/\\])\.\.([/\\]|$)/i.test(inside);
const isAbsolute = (path: string) => /^([/\\]|[a-z]:)/i.test(path);

/** The given path without the workspace folder before it, whose own name says nothing. */
function givenNames({ given, real, inside }: CheckedPath): string {
  const slashed = given.replaceAll('\\', '/');
  if (!isAbsolute(slashed) || real === undefined || inside === undefined) return slashed;
  for (const tail of [inside, inside.slice(inside.indexOf('/') + 1)]) {
    const root = tail === '' ? `${real}/` : real.slice(0, -tail.length);
    if (real.endsWith(tail) && root.endsWith('/') && `${slashed}/`.toLowerCase().startsWith(root.toLowerCase()))
      return slashed.slice(root.length);
  }
  return slashed.replace(/^[a-z]:/i, '');
}

function secretName(names: readonly string[]): string | undefined {
  return secretIn(names) ?? secretIn(names.map(withoutCopyMarks));
}

/** As editors and people name the copies of a file: `.env~`, `#.env#`, `..env.swp`, `server.key.bak`, `.npmrc.old.1`. */
function withoutCopyMarks(name: string): string {
  if (name.length > LONGEST_NAME) return name;
  const end = name.search(COPY_ENDING);
  return (end > 0 ? name.slice(0, end) : name).replace(/^(#|\.#|\.(?=\.[a-z_]))/, '');
}

/** No file system has longer names. */
const LONGEST_NAME = 255;
const COPY_ENDING = /(?:[~#]|[._-](?:bak|backup|orig|old|save|sav|sw[a-p]|tmp|copy|disabled|\d{1,14}))+$/;

function secretIn(names: readonly string[]): string | undefined {
  const last = names.length - 1;
  return names.find((name, at) => {
    if (SECRET_FOLDERS.has(name) || SECRET_FILES.has(name) || SECRET_NAME.test(name)) return true;
    if (SECRET_PAIRS.has(`${name}/${names[at + 1] ?? ''}`)) return true;
    // Those of submodules and work trees too, whose addresses may hold a password.
    if (name === '.git' && /^config(\.worktree|\.lock)?$/.test(names[last] ?? '')) return true;
    return at === last && SECRET_ENDINGS.some((ending) => name.endsWith(ending));
  });
}

function protectedName(names: readonly string[]): string | undefined {
  const last = names.length - 1;
  return names.find((name, at) => {
    if (PROTECTED_FOLDERS.has(name)) return true;
    // A folder of such a name counts too: `.eslintrc.js/` and `conftest.py/` are loaded as modules by some tools.
    if (PROTECTED_NAME.test(name)) return true;
    return at === last && (PROTECTED_FILES.has(name) || PROTECTED_ENDINGS.some((ending) => name.endsWith(ending)));
  });
}

const comparedForm = (path: string) => `${comparedPath(path).names.join('/')}/`;

/** Compared as the least careful file system does. */
function isOwn({ real }: CheckedPath, ownFolders: readonly string[]): boolean {
  if (real === undefined || ownFolders.length === 0) return false;
  const path = comparedForm(real);
  return ownFolders.some((folder) => path.startsWith(comparedForm(folder)));
}
