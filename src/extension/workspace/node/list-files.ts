/** Lists the files of a workspace folder that neither ignore files of git nor the settings leave out; links are not followed. */
import path from 'node:path';
import type { Signal } from '../../../core/lang/signal.ts';
import { pathBelow, withSlashes } from './check-path.ts';
import { globMatcher } from './glob.ts';
import { isIgnored, rulesFor } from './ignore-rules.ts';
import { listWithRipgrep } from './ripgrep-files.ts';
import { walkFiles } from './walk.ts';

export interface ListedFolder {
  /** Absolute; the globs begin here. */
  readonly root: string;
  /** Globs as in `files.exclude`: one without `**` before it is of the root alone. */
  readonly excluded: readonly string[];
}

export interface FileListing extends ListedFolder {
  /** The folder below the root whose files are listed, with `/`; the root itself where it is empty. */
  readonly below: string;
  /** The path of ripgrep; undefined where it is missing, so that the folders are walked through. */
  readonly rg: string | undefined;
  /** Then it has given what it has found. */
  readonly limitMs: number;
}

/** Gives each path from the root, with `/`, until `onFile` returns false. */
export async function listFiles(
  { root, excluded, below, rg, limitMs }: FileListing,
  onFile: (relative: string) => boolean,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  const signal: Signal = {
    get aborted() {
      return performance.now() > deadline;
    },
  };
  const seen = new Set<string>();
  if (rg !== undefined) {
    const options = { rg, folder: root, below, excluded: excluded.map(anchored), limitMs };
    const ended = await listWithRipgrep(options, signal, (relative) => {
      seen.add(relative);
      return onFile(relative);
    });
    if (ended.type !== 'failed') return;
  }
  const isExcluded = matcherOf(excluded);
  for await (const file of walkFiles(path.join(root, below), root, signal)) {
    const relative = withSlashes(pathBelow(file, root) ?? '');
    if (!seen.has(relative) && !isExcluded(relative) && !onFile(relative)) return;
  }
}

/** Whether a listing of the root would leave the file out. `file` is an absolute path below the root. */
export async function isLeftOut(file: string, { root, excluded }: ListedFolder): Promise<boolean> {
  const relative = withSlashes(pathBelow(file, root) ?? '');
  return matcherOf(excluded)(relative) || isIgnored(file, false, await rulesFor(path.dirname(file), root));
}

function matcherOf(excluded: readonly string[]): (relative: string) => boolean {
  const matchers = excluded.map((glob) => globMatcher(anchored(glob)));
  return (relative) => matchers.some((matches) => matches(relative));
}

/** In a glob of ripgrep or git, a name without a `/` is of any folder. */
function anchored(glob: string): string {
  return glob.startsWith('/') || glob.startsWith('**/') ? glob : `/${glob}`;
}
