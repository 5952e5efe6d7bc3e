/** Searches the text of a workspace on a disk: with ripgrep where there is one, else file by file. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { err, type Result } from '../../../core/lang/result.ts';
import type { Signal } from '../../../core/lang/signal.ts';
import type { RegexEngine } from '../../../core/tool-output/finder.ts';
import type { SearchProblem, TextMatches, TextQuery, TextSearch } from '../../../core/workspace/ports.ts';
import { pathBelow, type WorkspaceFolder } from './check-path.ts';
import { isMoved } from './file-bytes.ts';
import { fileProblemOf } from './file-problem.ts';
import { givenPath } from './node-files.ts';
import { searchOurselves } from './own-search.ts';
import { searchWithRipgrep } from './ripgrep-search.ts';

export interface NodeSearchParts {
  readonly folders: () => readonly WorkspaceFolder[];
  /** The path of ripgrep; undefined where it is missing. */
  readonly ripgrep: () => Promise<string | undefined>;
  readonly regex: RegexEngine;
  /** For one search; then it gives what it has found. */
  readonly limitMs?: number;
  /** Whether a path from the workspace folder (or an absolute one) names a file that may hold secrets. */
  readonly isSecret: (path: string) => boolean;
}

const LIMIT_MS = 20_000;

export function createNodeSearch({
  folders,
  ripgrep,
  regex,
  isSecret,
  limitMs = LIMIT_MS,
}: NodeSearchParts): TextSearch {
  return {
    search: async (query: TextQuery, signal: Signal): Promise<Result<TextMatches, SearchProblem>> => {
      const { real } = query.path;
      if (real === undefined) return err({ type: 'unreachable' });
      const full = path.normalize(real);
      try {
        const stats = await stat(full);
        if (!stats.isDirectory() && !stats.isFile()) return err({ type: 'no-file' });
        if (await isMoved(full)) return err({ type: 'link' });
        const folder = stats.isDirectory() ? full : path.dirname(full);
        const base = stats.isDirectory() ? query.path : { ...query.path, ...parentOf(query.path) };
        // A single file was asked for by its name: permission to read it was decided on that name.
        const isHidden = (relative: string) => stats.isDirectory() && isSecret(givenPath(base, relative));
        const rg = await ripgrep();
        const file = stats.isFile() ? { file: path.basename(full) } : {};
        const found =
          rg && (await searchWithRipgrep(query, { rg, folder, ...file, isSecret: isHidden, limitMs }, signal));
        if (found) return found;
        const root = folders().find((one) => pathBelow(full, one.path) !== undefined)?.path ?? folder;
        const own = { folder, root, regex, isSecret: isHidden, limitMs, ...(stats.isFile() && { file: full }) };
        return await searchOurselves(query, own, signal);
      } catch (error) {
        return err(fileProblemOf(error));
      }
    },
  };
}

function parentOf({ given, inside }: { readonly given: string; readonly inside: string | undefined }) {
  return { given: path.dirname(given), inside: inside === undefined ? undefined : path.posix.dirname(inside) };
}
