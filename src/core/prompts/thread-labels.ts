/** The table of the texts that Spool writes into a thread, by language. */
import type { Language } from './guess-language.ts';
import { GERMAN } from './labels/de.ts';
import { ENGLISH } from './labels/en.ts';
import { SPANISH } from './labels/es.ts';
import { FRENCH } from './labels/fr.ts';
import { JAPANESE } from './labels/ja.ts';
import type { ThreadLabels } from './labels/labels.ts';
import { CHINESE } from './labels/zh.ts';

const LABELS: Readonly<Record<Language, ThreadLabels>> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  ja: JAPANESE,
  zh: CHINESE,
};

export const threadLabels = (language: Language): ThreadLabels => LABELS[language];

/** How a deterministic summary of Spool's begins, with the line after it, in the language of this one; undefined for another text. */
export function extractIntro(text: string): string | undefined {
  const found = Object.values(LABELS).find(({ intro }) => text.startsWith(intro));
  return found && `${found.intro}\n\n`;
}

/** Whether a text is a deterministic summary of Spool's, in any language: it can be made again from the log. */
export function isExtractText(text: string): boolean {
  return Object.values(LABELS).some(({ intro }) => text.startsWith(intro));
}
