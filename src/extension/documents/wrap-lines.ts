/** Wraps long lines of a document for the diff editor: VS Code draws and compares lines of many thousand characters badly. */
import { pairBoundaryBefore } from '../../core/lang/clip.ts';

/** UTF-16 units of a line. */
const WIDTH = 200;

/** Ends a line that goes on below, so that it is told apart from one that the text itself ends there. */
export const GOES_ON = '↩';

/**
 * Breaks each longer line after a blank, else at the width. Which blank depends on the words behind it and not on where the line
 * began: two lines that differ in one place are soon broken at the same blanks again, so that a comparison marks only what differs.
 * Linear.
 */
export function wrapLines(text: string): string {
  return text.split('\n').map(wrapLine).join('\n');
}

function wrapLine(line: string): string {
  if (line.length <= WIDTH) return line;
  const pieces: string[] = [];
  let from = 0;
  while (line.length - from > WIDTH) {
    const to = breakIndex(line, from);
    pieces.push(line.slice(from, to) + GOES_ON);
    from = to;
  }
  return [...pieces, line.slice(from)].join('\n');
}

/** The index behind a blank in the second half of the width before the greatest text, by the order of its units. */
function breakIndex(line: string, from: number): number {
  let best = -1;
  for (let at = from + WIDTH / 2; at < from + WIDTH; at++)
    if (line[at] === ' ' && (best < 0 || wordsAt(line, at) > wordsAt(line, best))) best = at;
  return best < 0 ? pairBoundaryBefore(line, from + WIDTH) : best + 1;
}

function wordsAt(line: string, blank: number): string {
  return line.slice(blank + 1, blank + 17);
}
