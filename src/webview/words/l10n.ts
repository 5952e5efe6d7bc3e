/** The language of the panel: the locale and the table of translations that the host put into the page. */

import { pluralForm } from '../../core/lang/plural.ts';
import { filled } from '../../core/lang/translate.ts';
import { formatCount } from '../../core/view/format.ts';

let table: Readonly<Record<string, string>> = {};
let language: string | undefined;

/** The part of `Document` that is read. */
interface Page {
  readonly documentElement: { readonly lang: string };
  getElementById(id: string): { readonly textContent: string | null } | null;
}

/** Reads `<html lang>` and the JSON in `<script type="application/json" id="l10n">`; without them the panel speaks English. */
export function readLanguage(page: Page): void {
  language = page.documentElement.lang || undefined;
  const text = page.getElementById('l10n')?.textContent;
  const parsed: unknown = text ? JSON.parse(text) : {};
  table = Object.fromEntries(
    Object.entries(parsed ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The locale for numbers and times; undefined lets the browser choose. */
export function locale(): string | undefined {
  return language;
}

/** The language of what has no message of its own, such as counts in words: English where the panel is not translated. */
export function wordsLanguage(): string {
  return table['{0} tokens'] === undefined ? 'en' : (language ?? 'en');
}

/** The message in the person's language, `{0}`, `{1}` … replaced by the arguments. */
export function t(message: string, ...args: readonly (string | number)[]): string {
  return filled(table[message] ?? message, ...args);
}

/**
 * The form of a message for `n`, which replaces `{0}`; further arguments replace `{1}` and so on. A message without a
 * translation is English, whatever the locale.
 */
export function plural(n: number, one: string, other: string, ...args: readonly string[]): string {
  const messageLanguage = table[other] === undefined ? 'en' : (language ?? 'en');
  return t(pluralForm(n, one, other, messageLanguage), formatCount(n, language), ...args);
}
