/** A passage of a text for an answer to the model: numbered lines within a bound, long lines cut around the passage. */
import { boundaryBefore, startOf } from '../../lang/clip.ts';
import { positionsOf } from './text-lines.ts';

/** Lines of a passage, and UTF-16 units of one line, at most. */
const MOST_LINES = 24;
const WIDTH = 240;
/** Lines before and after the passage. */
const AROUND = 2;

/** Lines as `12\ttext`; of a line cut on its left `12:340\ttext`, from column 340. `from` and `to` are offsets. */
export function passage(text: string, from: number, to: number): string {
  const [start, end] = positionsOf(text, [from, Math.max(from, to)]);
  if (!start || !end) return '';
  const first = Math.max(1, start.line - AROUND);
  const last = Math.min(end.line + AROUND, first + MOST_LINES - 1);
  const shown: string[] = [];
  let line = 1;
  for (let at = 0; at <= text.length && line <= last; line++) {
    const next = text.indexOf('\n', at);
    const lineEnd = next < 0 ? text.length : next;
    if (line >= first && (at < text.length || line === 1))
      shown.push(shownLine(text, { line, at, lineEnd }, line === start.line ? from : at));
    if (next < 0) break;
    at = next + 1;
  }
  const more = end.line + AROUND - last;
  return more > 0 ? `${shown.join('\n')}\n… (${more} more)` : shown.join('\n');
}

interface LineBounds {
  readonly line: number;
  readonly at: number;
  readonly lineEnd: number;
}

/** A line that does not fit is shown from a little before `focus`. */
function shownLine(text: string, { line, at, lineEnd }: LineBounds, focus: number): string {
  const isShort = lineEnd - at <= WIDTH;
  const begin = isShort || focus - at < WIDTH / 2 ? at : boundaryBefore(text, focus - WIDTH / 4);
  const label = begin === at ? `${line}` : `${line}:${begin - at + 1}`;
  const shown = startOf(text.slice(begin, Math.min(lineEnd, begin + WIDTH + 1)), WIDTH);
  return `${label}\t${shown}${begin + shown.length < lineEnd ? '…' : ''}`;
}
