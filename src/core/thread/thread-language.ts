/** The language in which a person writes in a thread. */
import type { List } from '../lang/grow-list.ts';
import { guessLanguage, type Language } from '../prompts/guess-language.ts';
import type { Entry, MessageEntry } from './entry.ts';

/** The newest typed messages tell it; their number is bounded, so that the cost does not grow with the thread. */
const MOST = 20;

export function threadLanguage(entries: List<Entry>): Language {
  return guessLanguage(languageMessages(entries).map(typedText));
}

/** The messages that tell the language, oldest first. */
export function languageMessages(entries: List<Entry>): readonly MessageEntry[] {
  const found: MessageEntry[] = [];
  for (let at = entries.length - 1; at >= 0 && found.length < MOST; at--) {
    const entry = entries.at(at);
    if (entry?.type === 'message' && entry.origin === 'typed') found.push(entry);
  }
  return found.reverse();
}

function typedText({ blocks }: MessageEntry): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
