/** Searches the workspace's text file by file, where there is no ripgrep or it can't do what is asked. */

import { mapLimited } from '../../../core/lang/map-limited.ts';
import { err, ok, type Result } from '../../../core/lang/result.ts';
import type { Signal } from '../../../core/lang/signal.ts';
import { type Finder, literalFinder, type RegexEngine } from '../../../core/tool-output/finder.ts';
import { searchText } from '../../../core/tool-output/search.ts';
import type { SearchProblem, TextMatch, TextMatches, TextQuery } from '../../../core/workspace/ports.ts';
import { pathBelow } from './check-path.ts';
import { readBytes } from './file-bytes.ts';
import { globMatcher } from './glob.ts';
import { givenPath } from './node-files.ts';
import { decodePlain } from './text-codec.ts';
import { walkFiles } from './walk.ts';

export interface OwnSearchOptions {
  readonly folder: string;
  /** A full path, where one file is searched. */
  readonly file?: string;
  readonly root: string;
  readonly isSecret: (relative: string) => boolean;
  readonly regex: RegexEngine;
  readonly limitMs: number;
}

/** Files that are read at the same time, and that are waited for together. */
const PARALLEL = 16;
const BATCH = 256;

export async function searchOurselves(
  query: TextQuery,
  { folder, file, root, isSecret, regex, limitMs }: OwnSearchOptions,
  signal: Signal,
): Promise<Result<TextMatches, SearchProblem>> {
  const { pattern, ignoreCase } = query;
  const started = query.isRegex
    ? await regex.start(pattern, { ignoreCase, signal })
    : ok(literalFinder(pattern, ignoreCase));
  if (!started.ok) return err({ type: 'pattern', reason: started.error });
  const finder = started.value;
  const isIncluded = query.include === undefined ? () => true : globMatcher(query.include);
  // A regular expression is searched by one worker, which takes one text at a time.
  const parallel = query.isRegex ? 1 : PARALLEL;
  const deadline = performance.now() + limitMs;
  const matches: TextMatch[] = [];
  let secretFiles = 0;
  let ended: TextMatches['ended'];
  const searchBatch = async (files: readonly string[]) => {
    const found = await mapLimited(files, parallel, (one) => searchFile(one, finder, query));
    for (const [at, inFile] of found.entries()) {
      const relative = pathBelow(files[at] ?? '', folder) ?? '';
      const given = givenPath(query.path, file === undefined ? relative : '');
      matches.push(...inFile.matches.map((match) => ({ ...match, path: given })));
      if (inFile.isOutOfTime) ended = 'time';
    }
    if (matches.length > query.limit) ended ??= 'limit';
    if (performance.now() > deadline) ended ??= 'time';
  };
  let batch: string[] = [];
  try {
    for await (const one of file === undefined ? walkFiles(folder, root, signal) : [file]) {
      const relative = pathBelow(one, folder) ?? '';
      if (!isIncluded(relative)) continue;
      if (isSecret(relative)) {
        secretFiles++;
        continue;
      }
      if (batch.push(one) < BATCH) continue;
      await searchBatch(batch);
      batch = [];
      if (ended || signal.aborted) break;
    }
    if (!ended && !signal.aborted) await searchBatch(batch);
  } finally {
    finder.close();
  }
  if (signal.aborted) return err({ type: 'other', reason: 'the search was stopped' });
  return ok({ matches: matches.slice(0, query.limit), secretFiles, ...(ended && { ended }) });
}

interface InFile {
  readonly matches: readonly Omit<TextMatch, 'path'>[];
  readonly isOutOfTime: boolean;
}

const NOTHING: InFile = { matches: [], isOutOfTime: false };

async function searchFile(
  file: string,
  finder: Finder,
  { pattern, isRegex, ignoreCase, limit }: TextQuery,
): Promise<InFile> {
  const bytes = await bytesOf(file);
  if (!bytes) return NOTHING;
  // Most files hold nothing: in UTF-8 that is seen without decoding them.
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe;
  if (!isRegex && !ignoreCase && !isWide && isPlain(pattern) && !bytes.includes(pattern)) return NOTHING;
  const decoded = decodePlain(bytes);
  if (!decoded) return NOTHING;
  const found = await searchText([decoded.text], finder, { start: { line: 1, column: 1 }, most: limit + 1 });
  return {
    matches: found.matches.map(({ line, column, text }) => ({ line, column, text })),
    isOutOfTime: found.isOutOfTime,
  };
}

function isPlain(pattern: string): boolean {
  return /^[\x20-\x7e\t]*$/.test(pattern);
}

async function bytesOf(file: string): Promise<Buffer | undefined> {
  const read = await readBytes(file);
  return read.ok ? read.value.bytes : undefined;
}
