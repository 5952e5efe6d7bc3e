/** The languages in which the gallery shows the panel: `?language=ja` in the address gives its page what the host would put into it. */
import japanese from '../../l10n/bundle.l10n.ja.json' with { type: 'json' };

export const LANGUAGES = ['en', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

const TEXTS: Readonly<Record<Language, object>> = { en: {}, ja: japanese };

/** Before the panel's script runs. */
export function setLanguage({ search }: Location, page: Document): void {
  const named = new URLSearchParams(search).get('language');
  const language = LANGUAGES.find((one) => one === named) ?? 'en';
  const table = page.getElementById('l10n');
  page.documentElement.lang = language;
  if (table) table.textContent = JSON.stringify(TEXTS[language]);
}
