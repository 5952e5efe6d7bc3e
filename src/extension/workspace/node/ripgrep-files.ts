/** Lists files with ripgrep, and holds the switches by which ripgrep leaves out the same files as the own search. */
import path from 'node:path';
import type { Signal } from '../../../core/lang/signal.ts';
import { withSlashes } from './check-path.ts';
import { type RipgrepEnd, runRipgrep } from './run-ripgrep.ts';

/** As the own search does: hidden files too, ignore files of git alone, no links. */
export const RIPGREP_RULES = [
  '--no-config',
  '--no-follow',
  '--hidden',
  '--no-ignore-dot',
  '--no-ignore-exclude',
  '--no-ignore-global',
  '--no-require-git',
  ...['.git', '.hg', '.svn'].flatMap((name) => ['--glob', `!**/${name}`]),
];

export interface RipgrepListing {
  readonly rg: string;
  readonly folder: string;
  /** What is listed, from the folder: a file or a folder; the whole folder where it is empty. */
  readonly below: string;
  /** Globs from the folder, of files that are left out too. */
  readonly excluded?: readonly string[];
  readonly limitMs: number;
}

/** `onFile` is given the path from the folder, with `/`, and returns false when no more is needed. */
export function listWithRipgrep(
  { rg, folder, below, excluded = [], limitMs }: RipgrepListing,
  signal: Signal,
  onFile: (relative: string) => boolean,
): Promise<RipgrepEnd> {
  const globs = excluded.flatMap((glob) => ['--glob', `!${glob}`]);
  const args = ['--files', '--null', ...RIPGREP_RULES, ...globs, '--', `./${below}`];
  return runRipgrep({ file: rg, args, cwd: folder, limitMs, separator: '\0' }, signal, (line) =>
    onFile(plainPath(line)),
  );
}

export function plainPath(file: string): string {
  return withSlashes(path.normalize(file));
}
