/** Finds what to concede after a server's refusal: the first row of the table of refusals that matches the message. */
import type { Concession } from './conceded.ts';
import { EVERYTHING, type Refusal, type SentParts } from './refusal.ts';
import { REFUSALS } from './refusals.ts';
import { TOOL_REFUSAL } from './tool-refusal.ts';

/** Characters that are searched: an error page can be very long. */
const SEARCHED = 4_000;

/** What the message concedes, with the row that says so; rows in `made` were tried already. */
export function findConcession(
  message: string,
  sent: SentParts,
  made: ReadonlySet<Refusal> = new Set(),
): { readonly refusal: Refusal; readonly concession: Concession } | undefined {
  const head = message.slice(0, SEARCHED);
  // Each time it is another tool, so this row counts more than once.
  const ofTool = TOOL_REFUSAL.match.exec(head);
  const without = ofTool ? TOOL_REFUSAL.concede(ofTool, sent) : undefined;
  if (without) return { refusal: TOOL_REFUSAL, concession: without };
  for (const refusal of REFUSALS) {
    const found = made.has(refusal) ? null : refusal.match.exec(head);
    const concession = found ? refusal.concede(found, sent) : undefined;
    if (concession) return { refusal, concession };
  }
  return undefined;
}

/** Whether the message is about what a request may hold, so that sending it again is of no use. */
export function namesRequest(message: string): boolean {
  return TOOL_REFUSAL.match.test(message.slice(0, SEARCHED)) || findConcession(message, EVERYTHING) !== undefined;
}
