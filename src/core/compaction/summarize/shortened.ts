/** Cuts a text that is longer than the room for it, at the end of a line, and says so. */
import { estimateText } from '../../tokens/estimate.ts';
import { cut } from '../extract/section.ts';

const NOTE = '[The rest did not fit and was cut off.]';

/** The text where it has at most `most` tokens, else as many of its first lines as fit with a note; the note alone at least. */
export function shortened(text: string, most: number): string {
  const tokens = estimateText(text);
  if (tokens <= most) return text;
  const room = most - estimateText(`\n\n${NOTE}`) - 2;
  let length = Math.floor((text.length * room) / tokens);
  for (; length > 0; length = Math.floor(length * 0.9)) {
    const head = wholeLines(cut(text, length));
    if (estimateText(head) <= room) return `${head}\n\n${NOTE}`;
  }
  return NOTE;
}

/** Without its last, halved line, unless that line is most of it. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n');
  return (end > text.length / 2 ? text.slice(0, end) : text).trimEnd();
}
