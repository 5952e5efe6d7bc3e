/** The line that replaces a collapsed tool call (R18, R19). */
import type { ToolResultBlock, ToolUseBlock } from '../../message/message.ts';

interface Collapsed {
  /** Undefined: the call is not known to have one. */
  readonly result: ToolResultBlock | undefined;
  /** Messages from the result to the end of the context at the moment of the collapse; frozen with the text. */
  readonly turnsAgo: number;
  /** The ref of the result. */
  readonly ref: string | undefined;
}

/** The exact text of R18; a failed result says so, and a ref comes last. */
export function collapseMarker({ name }: ToolUseBlock, { result, turnsAgo, ref }: Collapsed): string {
  const notes = `${result?.isError ? ' | failed' : ''}${ref === undefined ? '' : ` | ref=${ref}`}`;
  return `[Tool: ${name} | Result summarized — called ${turnsAgo} turns ago${notes}]`;
}
