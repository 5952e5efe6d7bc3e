/** Counts the lines that a patch adds and removes, in three formats: Codex `apply_patch`, unified diff, Cline SEARCH/REPLACE. */
import type { LinesChanged } from './row.ts';

const CODEX = /\*\*\* Begin Patch$/m;
const HUNK = /^@@ -\d/;
const SEARCH = /^[<-]{7,} ?SEARCH>?$/;
const MIDDLE = /^={7,}$/;
const REPLACE = /^[>+]{7,} ?REPLACE>?$/;

/** Undefined where the text is no patch of these forms. Linear. */
export function linesOfPatch(text: string): LinesChanged | undefined {
  const lines = text.split('\n');
  if (CODEX.test(text)) return marked(lines);
  if (lines.some((line) => SEARCH.test(line))) return inBlocks(lines);
  const first = lines.findIndex((line) => HUNK.test(line));
  return first < 0 ? undefined : marked(lines.slice(first).filter((line) => !isFileHead(line)));
}

/** What a unified diff has between the hunks of two files. */
function isFileHead(line: string): boolean {
  return /^(--- (a\/|\/dev\/null|"a\/)|\+\+\+ (b\/|\/dev\/null|"b\/))/.test(line);
}

function marked(lines: readonly string[]): LinesChanged {
  let [added, removed] = [0, 0];
  for (const line of lines) {
    if (line.startsWith('+')) added++;
    else if (line.startsWith('-')) removed++;
  }
  return { added, removed };
}

/** A block counts as a whole: what stays the same in it is not taken out. */
function inBlocks(lines: readonly string[]): LinesChanged | undefined {
  let [added, removed] = [0, 0];
  let part: 'none' | 'search' | 'replace' = 'none';
  for (const line of lines) {
    if (part === 'none' && SEARCH.test(line)) part = 'search';
    else if (part === 'search' && MIDDLE.test(line)) part = 'replace';
    else if (part === 'replace' && REPLACE.test(line)) part = 'none';
    else if (part === 'search') removed++;
    else if (part === 'replace') added++;
  }
  return part === 'none' ? { added, removed } : undefined;
}
