/** Finds the passage of a file that is most like a text which the file does not hold, to show it to the model; nothing is edited there. */

/** Offsets in the text. `unlike`: in what alone the passage differs, where that is known. */
export interface Nearest {
  readonly from: number;
  readonly to: number;
  readonly unlike: 'white-space' | 'punctuation' | undefined;
}

/** Linear in the text: a fixed number of searches for pieces of `wanted`. */
export function findNearest(text: string, wanted: string): Nearest | undefined {
  return (
    findSqueezed(text, wanted, 'white-space') ??
    findSqueezed(withPlainPunctuation(text), withPlainPunctuation(wanted), 'punctuation') ??
    findSimilar(text, wanted)
  );
}

/** Typographic characters become plain ones, each one unit for one, so that offsets stay. */
function withPlainPunctuation(text: string): string {
  return text
    .replace(/[\u201c\u201d\u201e\u201f\u2033]/g, '"')
    .replace(/[\u2018\u2019\u201a\u201b\u2032]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}

function findSqueezed(text: string, wanted: string, unlike: 'white-space' | 'punctuation'): Nearest | undefined {
  // Without `+`: a run of millions of blanks would overflow the stack of the search.
  const key = wanted.replace(/\s/g, '');
  if (key === '') return undefined;
  const found = text.replace(/\s/g, '').indexOf(key);
  if (found < 0) return undefined;
  const from = offsetOfNth(text, found, 0);
  return { from, to: offsetOfNth(text, key.length - 1, from) + 1, unlike };
}

/** The offset of the nth character (from 0) that is no white space, counted from `from` on. */
function offsetOfNth(text: string, nth: number, from: number): number {
  let left = nth;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isWhite = code <= 0x20 || code >= 0xa0 ? /\s/.test(text.charAt(at)) : false;
    if (!isWhite && --left < 0) return at;
  }
  return text.length;
}

/** Pieces of `wanted` that are searched, places of each that count, and UTF-16 units of a piece. */
const MOST_PIECES = 24;
const MOST_PLACES = 6;
const PIECE = { least: 6, most: 40 };
/** A word's part is a piece too, where a line is changed within. */
const SHORT_PIECE = 12;

interface Vote {
  /** Where `wanted` would begin, by this piece. */
  readonly start: number;
  readonly weight: number;
}

/** Each piece that the text has votes for where `wanted` would begin; votes close to each other are added up. */
function findSimilar(text: string, wanted: string): Nearest | undefined {
  const votes = piecesOf(wanted).flatMap(({ piece, offset }) => votesFor(text, piece, offset));
  if (votes.length === 0) return undefined;
  votes.sort((a, b) => a.start - b.start);
  const width = Math.max(80, wanted.length / 4);
  let best: Vote = { start: 0, weight: 0 };
  let sum = 0;
  let first = 0;
  for (const vote of votes) {
    sum += vote.weight;
    for (let left = votes[first]; left && left.start < vote.start - width; left = votes[++first]) sum -= left.weight;
    if (sum > best.weight) best = { start: votes[first]?.start ?? 0, weight: sum };
  }
  const from = Math.min(Math.max(0, best.start), text.length);
  return { from, to: Math.min(text.length, from + wanted.length), unlike: undefined };
}

function votesFor(text: string, piece: string, offset: number): readonly Vote[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(piece);
    at >= 0 && places.length < MOST_PLACES;
    at = text.indexOf(piece, at + piece.length)
  )
    places.push(at);
  return places.map((at) => ({ start: at - offset, weight: piece.length / places.length }));
}

interface Piece {
  readonly piece: string;
  readonly offset: number;
}

/** Pieces from all over the text: the starts of its lines, and parts of them. */
function piecesOf(wanted: string): readonly Piece[] {
  const pieces = new Map<string, number>();
  const add = (piece: string, offset: number) => {
    if (piece.length >= PIECE.least && !pieces.has(piece)) pieces.set(piece, offset);
  };
  const sample = spread([...wanted.slice(0, 1_000_000).matchAll(/[^\s].*/g)], MOST_PIECES);
  for (const { 0: line, index } of sample) {
    add(line.slice(0, PIECE.most).trimEnd(), index);
    const parts = Math.floor(line.length / SHORT_PIECE);
    for (const part of spread(
      Array.from({ length: Math.min(parts, 10_000) }, (_, at) => at * SHORT_PIECE),
      MOST_PIECES,
    ))
      add(line.slice(part, part + SHORT_PIECE).trim(), index + part);
  }
  return spread([...pieces], MOST_PIECES * 2).map(([piece, offset]) => ({ piece, offset }));
}

/** At most `most` of the items, evenly. */
function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)]).filter(
    (item) => item !== undefined,
  );
}
