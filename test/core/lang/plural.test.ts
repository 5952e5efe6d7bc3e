/** Plurals follow the rules of the sentence's language, not of English alone. */
import { expect, it } from 'vitest';
import { pluralForm } from '../../../src/core/lang/plural.ts';

it.each([
  ['en', ['other', 'one', 'other', 'other']],
  ['fr', ['one', 'one', 'other', 'other']],
  ['ja', ['other', 'other', 'other', 'other']],
  ['ru', ['other', 'one', 'other', 'one']],
])('%s: of 0, 1, 2 and 21', (language, forms) => {
  expect([0, 1, 2, 21].map((n) => pluralForm(n, 'one', 'other', language))).toEqual(forms);
});
