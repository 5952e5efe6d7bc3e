/** Cuts a long text into pieces, so that after an edit only the tokens of the pieces that it touched are counted again. */
import { changeOf } from './text-change.ts';

/** UTF-16 units of a piece. Pieces are counted one by one, which misses a token or two at each cut. */
export const PIECE_LENGTH = 16_000;
/** A piece that grew is cut beyond this. */
export const LONGEST_PIECE = 2 * PIECE_LENGTH;

export interface TextPiece {
  readonly length: number;
  /** Undefined until it is counted. */
  readonly tokens: number | undefined;
}

/** The pieces of `after`, with the counts of those that are as they were in `before`. A text that grows fills its last piece. */
export function cutAgain(pieces: readonly TextPiece[], before: string, after: string): readonly TextPiece[] {
  if (before === after) return pieces;
  const { from, to, by } = changeOf(before, after);
  let [head, start] = piecesWithin(pieces, from);
  const last = pieces[head - 1];
  if (last && last.length < PIECE_LENGTH) {
    head -= 1;
    start -= last.length;
  }
  const [tail, behind] = piecesWithin(pieces.slice(head).reverse(), before.length - to);
  const changed = before.length - behind + by - start;
  const most = changed > LONGEST_PIECE ? PIECE_LENGTH : LONGEST_PIECE;
  const between = Array.from({ length: Math.ceil(changed / most) }, (_, at) => ({
    length: Math.min(most, changed - at * most),
    tokens: undefined,
  }));
  return [...pieces.slice(0, head), ...between, ...pieces.slice(pieces.length - tail)];
}

/** How many of the first pieces lie within so many units, and where they end. */
function piecesWithin(pieces: readonly TextPiece[], units: number): [count: number, end: number] {
  let [count, end] = [0, 0];
  for (const { length } of pieces) {
    if (end + length > units) break;
    end += length;
    count += 1;
  }
  return [count, end];
}

/** The texts of the pieces that are not counted, in their order. */
export function uncounted(pieces: readonly TextPiece[], text: string): readonly string[] {
  let at = 0;
  return pieces.flatMap(({ length, tokens }) => {
    at += length;
    return tokens === undefined ? [text.slice(at - length, at)] : [];
  });
}

/** With the counts of those that were not counted, in their order. */
export function withCounts(pieces: readonly TextPiece[], counts: readonly number[]): readonly TextPiece[] {
  const next = counts.values();
  return pieces.map((piece) => (piece.tokens === undefined ? { ...piece, tokens: next.next().value } : piece));
}

/** Undefined while one of them is not counted. */
export function tokensOf(pieces: readonly TextPiece[]): number | undefined {
  return pieces.reduce<number | undefined>(
    (sum, { tokens }) => (sum === undefined || tokens === undefined ? undefined : sum + tokens),
    0,
  );
}
