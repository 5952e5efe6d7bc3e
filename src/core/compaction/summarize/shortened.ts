/** Shortens a text to a number of tokens at the end of a line. */
import { startOf } from '../../lang/clip.ts';
import { estimateText } from '../../tokens/estimate.ts';

/** Says that a text was cut. */
export const CUT_NOTE = '\n\n[The rest did not fit and was cut off.]';

/** The text where it has at most `most` tokens, else as many of its first lines as fit beside the note; the note alone at least. */
export function shortened(text: string, most: number): string {
  const tokens = estimateText(text);
  if (tokens <= most || text === '') return text;
  const room = most - estimateText(CUT_NOTE) - 2;
  for (let length = Math.floor((text.length * room) / tokens); length > 0; length = Math.floor(length * 0.9)) {
    const head = wholeLines(startOf(text, length));
    if (estimateText(head) <= room) return head + CUT_NOTE;
  }
  return CUT_NOTE.trim();
}

/** Without its last, halved line, unless that line is most of it. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n');
  return (end > text.length / 2 ? text.slice(0, end) : text).trimEnd();
}
