/** Searches the workspace's text with ripgrep; files that may hold secrets are left out before it begins. */
import { parseJson } from '../../../core/lang/json-fields.ts';
import { readField, readList } from '../../../core/lang/read-value.ts';
import { err, ok, type Result } from '../../../core/lang/result.ts';
import type { Signal } from '../../../core/lang/signal.ts';
import type { SearchProblem, TextMatch, TextMatches, TextQuery } from '../../../core/workspace/ports.ts';
import { globMatcher } from './glob.ts';
import { givenPath } from './node-files.ts';
import { listWithRipgrep, plainPath, RIPGREP_RULES } from './ripgrep-files.ts';
import { runRipgrep } from './run-ripgrep.ts';

export interface RipgrepOptions {
  readonly rg: string;
  readonly folder: string;
  /** A name in it, where one file is searched. */
  readonly file?: string;
  /** Whether a path, relative to the folder and with `/`, may hold secrets. */
  readonly isSecret: (relative: string) => boolean;
  readonly limitMs: number;
}

/** More secret files than this can't be left out one by one. */
const MOST_SECRETS = 2_000;

/** Undefined: ripgrep can't do this one (a pattern that only JavaScript knows, too many secrets). */
export async function searchWithRipgrep(
  query: TextQuery,
  { rg, folder, file, isSecret, limitMs }: RipgrepOptions,
  signal: Signal,
): Promise<Result<TextMatches, SearchProblem> | undefined> {
  const searched = file === undefined ? './' : `./${file}`;
  const include = query.include === undefined ? [] : ['--iglob', query.include.replace(/^\.\//, '/')];
  const run = { file: rg, cwd: folder, limitMs };
  const secrets: string[] = [];
  // Its globs win over ignore files and over those of `RIPGREP_RULES`: they only save time, and what counts is this list without them.
  const isIncluded = query.include === undefined ? undefined : globMatcher(query.include);
  const included = new Set<string>();
  const listed = await listWithRipgrep({ rg, folder, below: file ?? '', limitMs }, signal, (relative) => {
    if (isIncluded?.(relative) === false) return true;
    if (isSecret(relative)) secrets.push(relative);
    else if (isIncluded) included.add(relative);
    return secrets.length <= MOST_SECRETS;
  });
  if (listed.type !== 'done') return listed.type === 'stopped' ? stopped() : undefined;
  const args = [
    '--json',
    ...RIPGREP_RULES,
    ...include,
    ...secrets.flatMap((one) => ['--glob', `!/${one.replace(/[\\*?[\]{}!]/g, '\\$&')}`]),
    ...(query.ignoreCase ? ['--ignore-case'] : ['--case-sensitive']),
    ...(query.isRegex ? [] : ['--fixed-strings']),
    ...['--max-filesize', '50M', '--max-count', String(query.limit)],
    ...['-e', query.pattern, '--', searched],
  ];
  const matches: TextMatch[] = [];
  const ended = await runRipgrep({ ...run, args, separator: '\n' }, signal, (line) => {
    const match = readMatch(line);
    if (!match || isSecret(match.path) || (isIncluded && !included.has(match.path))) return true;
    if (matches.length === query.limit) return false;
    matches.push({ ...match, path: givenPath(query.path, file === undefined ? match.path : '') });
    return true;
  });
  switch (ended.type) {
    case 'failed':
      return undefined;
    case 'stopped':
      return stopped();
    default: {
      const why = ended.type === 'enough' ? 'limit' : ended.type === 'time' ? 'time' : undefined;
      const sorted = matches.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
      return ok({ matches: sorted, secretFiles: secrets.length, ...(why && { ended: why }) });
    }
  }
}

function stopped(): Result<TextMatches, SearchProblem> {
  return err({ type: 'other', reason: 'the search was stopped' });
}

/** UTF-16 units of a line that are kept: the part around the match. */
const BEFORE = 80;
const WIDTH = 400;

function readMatch(json: string): TextMatch | undefined {
  // Most lines of a search without matches are of other types, and parsing costs.
  if (!json.startsWith('{"type":"match"')) return undefined;
  const parsed = parseJson(json);
  const data = parsed.ok ? readField(parsed.value, 'data') : undefined;
  const file = textOf(readField(data, 'path'));
  const text = textOf(readField(data, 'lines'));
  const line = readField(data, 'line_number');
  const start = readField(readList(readField(data, 'submatches'))[0], 'start');
  if (file === undefined || text === undefined || typeof line !== 'number') return undefined;
  const whole = text.replace(/\r?\n$/, '');
  // `start` counts bytes.
  const at = typeof start === 'number' ? Buffer.from(text).subarray(0, start).toString().length : 0;
  const from = whole.length <= WIDTH ? 0 : Math.max(0, at - BEFORE);
  return { path: plainPath(file), line, column: at + 1, text: whole.slice(from, from + WIDTH) };
}

/** ripgrep gives what is not UTF-8 as base64. */
function textOf(value: unknown): string | undefined {
  const text = readField(value, 'text');
  if (typeof text === 'string') return text;
  const bytes = readField(value, 'bytes');
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64').toString('latin1') : undefined;
}
