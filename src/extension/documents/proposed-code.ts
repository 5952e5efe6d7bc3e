/** Texts that code blocks would make of files, for the diff editor: kept while the window is open, the newest ones. */
import { randomUUID } from 'node:crypto';

const MOST = 10;
const texts = new Map<string, string>();

/** Returns the id of the text. */
export function proposeCode(text: string): string {
  const id = randomUUID();
  texts.set(id, text);
  const [oldest] = texts.keys();
  if (texts.size > MOST && oldest !== undefined) texts.delete(oldest);
  return id;
}

export function proposedCode(id: string): string | undefined {
  return texts.get(id);
}
