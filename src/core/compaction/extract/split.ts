/** Splits a text into lines, and long lines into pieces. */
import { pairBoundaryBefore } from '../../lang/clip.ts';
import { estimateText } from '../../tokens/estimate.ts';

/** A line, or a piece of a long one; `key` is its text without line number and without the blanks around it. */
export interface PassageLine {
  readonly key: string;
  readonly tokens: number;
  /** It stood on one line with the piece before it. */
  readonly continues: boolean;
}

const LINE_NUMBER = /^\s*\d{1,6}(?:→|\t|\s?\|\s)/;
const PIECE = 300;
const MOST_PIECES = 60;

/** Prose is cut at its sentences too: a model repeats itself by the sentence, not by the paragraph. */
export function linesOf(text: string, isProse = false): readonly PassageLine[] {
  const lines: PassageLine[] = [];
  for (const whole of text.split('\n')) {
    const bare = whole.replace(LINE_NUMBER, '');
    let continues = false;
    for (const piece of isProse ? sentences(bare) : pieces(bare)) {
      const key = piece.trim();
      if (key === '') continue;
      lines.push({ key, tokens: estimateText(key) + 1, continues });
      continues = true;
    }
  }
  return lines;
}

const SENTENCE_END = /[.?!:;]["')\]`*]*\s+(?=\S)/g;
const SHORTEST_SENTENCE = 40;

function sentences(line: string): readonly string[] {
  if (line.length <= SHORTEST_SENTENCE) return [line];
  const found: string[] = [];
  let from = 0;
  for (const match of line.slice(0, MOST_PIECES * PIECE).matchAll(SENTENCE_END)) {
    const to = match.index + match[0].length;
    if (to - from < SHORTEST_SENTENCE) continue;
    found.push(line.slice(from, to));
    from = to;
  }
  found.push(line.slice(from));
  return found.flatMap(pieces);
}

/** A very long line in pieces that end at a sentence or a word; what lies far out is left. */
function pieces(line: string): readonly string[] {
  if (line.length <= PIECE) return [line];
  const found: string[] = [];
  for (let from = 0; from < line.length && found.length < MOST_PIECES; ) {
    const to = endOfPiece(line, from);
    found.push(line.slice(from, to));
    from = to;
  }
  return found;
}

function endOfPiece(line: string, from: number): number {
  const most = from + PIECE;
  if (most >= line.length) return line.length;
  const sentence = line.lastIndexOf('. ', most - 2);
  if (sentence > from + PIECE / 3) return sentence + 2;
  const blank = line.lastIndexOf(' ', most - 1);
  if (blank > from + PIECE / 3) return blank + 1;
  return pairBoundaryBefore(line, most);
}
