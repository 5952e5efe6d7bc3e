/** Rows of one reply to the first message, from the events that the server streams. */
import { type Answer, DONE, sse, stop } from './answers.ts';
import type { Row } from './drive.ts';

export const first =
  (answer: Answer): Row['answer'] =>
  ({ n }) =>
    n === 1 ? answer : undefined;

/** Calls, which run, and then an ordinary reply. */
export const calls = (id: string, what: string, results: number, ...events: readonly string[]): Row => ({
  api: 'openai-compatible',
  id,
  what,
  answer: first(sse(...events, stop('tool_calls'), DONE)),
  messages: [{ requests: 2, says: /Seven/ }],
  results,
});

/** Text; `hides` may not be shown. */
export const says = (
  id: string,
  what: string,
  said: RegExp,
  hides: RegExp | undefined,
  ...events: readonly string[]
): Row => ({
  api: 'openai-compatible',
  id,
  what,
  answer: first(sse(...events)),
  messages: [{ requests: 1, says: said, ...(hides && { hides }) }],
});
