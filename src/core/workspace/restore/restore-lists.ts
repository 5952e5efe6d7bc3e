/** Sorts the files of a restore into lists: those to put back, those to be chosen, and those that stay as they are. */
import { mapLimited } from '../../lang/map-limited.ts';
import { pathReasons } from '../../permission/judge-path.ts';
import type { PathReason } from '../../permission/reason.ts';
import type { CheckedPath } from '../../permission/request.ts';
import type { FileVersion } from '../../thread/entry.ts';
import type { FileProblem, Files } from '../ports.ts';
import { type FileHistory, type FilesSince, mayHold } from './file-history.ts';
import { type FileCopies, type FileState, isSameVersion } from './ports.ts';

export interface RestorableFile {
  readonly path: CheckedPath;
  /** As it is; null: there is no file. */
  readonly now: FileVersion | null;
  /** As it was. */
  readonly target: FileVersion | null;
  /** Another file, which goes, is where its folder was, or in a folder that is in its place now. */
  readonly isBlocked?: true;
}

export interface RestoreLists {
  /** As the agent left them. */
  readonly unchanged: readonly RestorableFile[];
  /** Each needs the word of a person. */
  readonly chosen: readonly (RestorableFile & { readonly why: readonly ChooseReason[] })[];
  /** Can't be put back. */
  readonly left: readonly { readonly path: string; readonly why: LeftReason }[];
  /** As they were already. */
  readonly same: number;
  /** Changed while commands ran, and no copy was taken: paths as they are shown. */
  readonly byCommands: readonly string[];
  readonly moreByCommands: number;
  /** Entries that don't count (`FilesSince`). */
  readonly foreign: number;
}

export type ChooseReason =
  /** Something else changed the file after the agent, or between two of its changes. */
  | { readonly type: 'changed-since' }
  | { readonly type: 'changed-between' }
  /** Since the agent changed it, the file changed while a command ran. */
  | { readonly type: 'changed-by-command' }
  | PathReason;

export type LeftReason =
  | { readonly type: 'outside' }
  /** `link`: its folder, or the file itself, is a link by now, or is spelled in another case. */
  | FileProblem;

const AT_ONCE = 16;

export interface RestorePorts {
  readonly files: Pick<Files, 'check' | 'folders'>;
  readonly copies: FileCopies;
  /** As in `PermissionState`. */
  readonly ownFolders: readonly string[];
}

/** Reads each file that the thread changed, and no other. */
export async function restoreLists(since: FilesSince, ports: RestorePorts): Promise<RestoreLists> {
  const commands = new Set(since.byCommands);
  const going = new Set(since.files.flatMap(({ path, target }) => (target ? [] : [path])));
  const checked = await mapLimited(since.files, AT_ONCE, async (file) => ({
    file,
    path: await ports.files.check(file.path),
  }));
  // Where two names lead to one file, taking one back would take the other along.
  const elsewhere = new Set(checked.flatMap(({ file, path }) => (path.real === file.path ? [] : [path.real])));
  const placed = await mapLimited(checked, AT_ONCE, async ({ file, path }): Promise<Placed> => {
    if (path.real === undefined) return left(path, { type: 'unreachable' });
    const isLink = path.real !== file.path || elsewhere.has(file.path);
    return isLink ? left(path, { type: 'link' }) : place(file, path, { ...ports, commands, going });
  });
  const known = new Set(since.files.map(({ path }) => path));
  const others = since.byCommands.filter((path) => !known.has(path));
  const shown = await mapLimited(others, AT_ONCE, (path) => ports.files.check(path));
  return {
    unchanged: placed.flatMap((one) => (one.type === 'unchanged' ? [one.file] : [])),
    chosen: placed.flatMap((one) => (one.type === 'chosen' ? [{ ...one.file, why: one.why }] : [])),
    left: placed.flatMap((one) => (one.type === 'left' ? [{ path: one.path, why: one.why }] : [])),
    same: placed.filter(({ type }) => type === 'same').length,
    byCommands: shown.flatMap(({ inside }) => (inside === undefined ? [] : [inside])),
    moreByCommands: since.moreByCommands,
    foreign: since.foreign,
  };
}

type Placed =
  | { readonly type: 'unchanged'; readonly file: RestorableFile }
  | { readonly type: 'chosen'; readonly file: RestorableFile; readonly why: readonly ChooseReason[] }
  | { readonly type: 'left'; readonly path: string; readonly why: LeftReason }
  | { readonly type: 'same' };

function left({ given, inside }: CheckedPath, why: LeftReason): Placed {
  return { type: 'left', path: inside ?? given, why };
}

async function place(
  { path: real, target, expected, others, isMixed }: FileHistory,
  path: CheckedPath,
  { copies, ownFolders, commands, going }: RestorePorts & Record<'commands' | 'going', ReadonlySet<string>>,
): Promise<Placed> {
  const reasons = pathReasons(path, 'write', ownFolders);
  if (
    path.inside === undefined ||
    path.inside === '' ||
    reasons.some(({ type }) => type === 'outside' || type === 'own-storage')
  )
    return left(path, { type: 'outside' });
  const state = await copies.look(path);
  const isBlocked = !state.ok && target !== null && isBlockedBy(real, state.error, going);
  if (!state.ok && !isBlocked) return left(path, state.error);
  const { version: now, isUnsaved }: FileState = state.ok ? state.value : { version: null };
  if (isUnsaved) return left(path, { type: 'unsaved' });
  if (isSameVersion(now, target)) return { type: 'same' };
  if (target && !(await copies.has(target)))
    return left(path, target.uncopied ? { type: 'uncopied', why: target.uncopied } : { type: 'no-copy' });
  const why: ChooseReason[] = [
    ...(mayHold(now, expected, others)
      ? []
      : [{ type: commands.has(real) ? 'changed-by-command' : 'changed-since' } as const]),
    ...(isMixed ? [{ type: 'changed-between' } as const] : []),
    ...reasons,
  ];
  const file = { path, now, target, ...(isBlocked && { isBlocked: true as const }) };
  return why.length === 0 ? { type: 'unchanged', file } : { type: 'chosen', file, why };
}

function isBlockedBy(path: string, { type }: FileProblem, going: ReadonlySet<string>): boolean {
  switch (type) {
    case 'folder':
      return [...going].some((other) => other.startsWith(`${path}/`));
    case 'no-folder':
      return path.split('/').some((_, at, names) => going.has(names.slice(0, at).join('/')));
    default:
      return false;
  }
}
