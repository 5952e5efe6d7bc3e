/** The title of a thread that has none of its own: the first words of its first message. */
import { oneLine } from '../lang/clip.ts';

/** UTF-16 units. */
const LONGEST = 80;

/** The first line of `text` that is not blank, on one line and at most 80 characters; undefined when all lines are blank. */
export function titleFrom(text: string): string | undefined {
  const line = /\S[^\n\r\u2028\u2029]*/.exec(text)?.[0];
  return line === undefined ? undefined : oneLine(line, LONGEST);
}

/** Whether a title is a command of an agent: `/clear`, `/model opus`. A path is none. */
export function isSlashCommand(title: string): boolean {
  return /^\/[a-z][\w:-]*(?:\s|$)/i.test(title);
}
