/** The note at the end of a cut output: it says how to read the rest (R21, R34). */
import type { ToolOutputConfig } from './config.ts';
import type { ViewCut } from './output-view.ts';
import { CACHE_TOOL } from './tool-names.ts';

/** One line, on a line of its own. */
export function cutNote(
  id: string,
  { lines, shownLines, cutLines }: ViewCut,
  config: Pick<ToolOutputConfig, 'maxLineLength'>,
): string {
  const next = shownLines + 1;
  const where = next <= lines ? ` in line ${next} of ${lines}` : '';
  const cut =
    cutLines > 0 ? ` ${where === '' ? '' : 'and '}${countOf(cutLines)} cut at ${config.maxLineLength} characters` : '';
  const offset = next <= lines ? ` offset=${next}` : '';
  return `\n[truncated${where}${cut}; the rest: ${CACHE_TOOL} ref_id=${id}${offset}]`;
}

function countOf(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`;
}
