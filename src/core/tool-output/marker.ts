/** The line that stands for a collapsed tool call (R18, R19). */

export interface CollapsedCall {
  readonly name: string;
  readonly failed: boolean;
  /** Messages from the result to the end of the context at the moment of the collapse; frozen with the text. */
  readonly turnsAgo: number;
  readonly ref?: string;
}

/** The exact text of R18; a failed result says so, and a ref comes last. */
export function collapseMarker({ name, failed, turnsAgo, ref }: CollapsedCall): string {
  const notes = `${failed ? ' | failed' : ''}${ref === undefined ? '' : ` | ref=${ref}`}`;
  return `[Tool: ${name} | Result summarized — called ${turnsAgo} turns ago${notes}]`;
}
