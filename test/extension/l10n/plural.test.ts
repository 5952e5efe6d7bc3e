/** Plurals of the host's sentences: by the language of the translation, by English where there is none. */
import { expect, it } from 'vitest';
import { createL10n } from '../../../src/extension/l10n/l10n.ts';

const inLanguage = (locale: string, isTranslated: boolean) =>
  createL10n(
    (message, ...args) => `${message} | ${args.join(' ')}`,
    locale,
    () => isTranslated,
  );

it.each([
  ['ja', false, 1, 'one | 1 x'],
  ['ja', true, 1, 'other | 1 x'],
  ['fr', false, 0, 'other | 0 x'],
  ['fr', true, 0, 'one | 0 x'],
  ['de', true, 1912, 'other | 1.912 x'],
])('%s, translated: %s, %i', (locale, isTranslated, n, words) => {
  expect(inLanguage(locale, isTranslated).plural(n, 'one', 'other', 'x')).toBe(words);
});
