/** Keeps the line ends of a file: edits are made on a text with `\n` alone, and the file's own ends are put back after. */
import { hunksBetween } from './hunks.ts';
import { linesWithEnds } from './text-lines.ts';

/** The text with each `\r\n` as `\n`; a `\r` alone is a character like others, also in a file whose lines end so. */
export function withPlainEnds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

export type LineEnds = 'lf' | 'crlf' | 'cr' | 'mixed';

export function lineEndsOf(text: string): LineEnds {
  if (!text.includes('\r\n')) return text.includes('\r') && !text.includes('\n') ? 'cr' : 'lf';
  return /(?<!\r)\n/.test(text) ? 'mixed' : 'crlf';
}

/**
 * `after` (with `\n` alone) with the line ends of `before`. In a mixed file each line that stays keeps its end; a changed line takes
 * that of the line in its place, and an added one that of the line before it.
 */
export function withLineEndsOf(before: string, after: string): string {
  switch (lineEndsOf(before)) {
    case 'lf':
      return after;
    case 'crlf':
      return after.replaceAll('\n', '\r\n');
    case 'cr':
      return after.replaceAll('\n', '\r');
    case 'mixed':
      return withMixedEnds(linesWithEnds(before), linesWithEnds(after));
  }
}

function withMixedEnds(before: readonly string[], after: readonly string[]): string {
  const isCrlf = before.map((line) => line.endsWith('\r\n'));
  const parts: string[] = [];
  const put = (line: string, crlf: boolean | undefined) =>
    parts.push(crlf && line.endsWith('\n') ? `${line.slice(0, -1)}\r\n` : line);
  let at = 0;
  let newAt = 0;
  const keep = (to: number) => {
    for (; at < to; at++) put(after[newAt++] ?? '', isCrlf[at]);
  };
  for (const { from, to, newFrom, newTo } of hunksBetween(before.map(withPlainEnds), after)) {
    keep(from);
    const last = Math.max(0, to - 1);
    for (let line = newFrom; line < newTo; line++)
      put(after[line] ?? '', isCrlf[Math.min(from + line - newFrom, last)]);
    at = to;
    newAt = newTo;
  }
  keep(before.length);
  return parts.join('');
}
