/** Chooses the singular or the plural form of a sentence by the rules of its language. */

const rules = new Map<string, Intl.PluralRules>();

/**
 * `language` is that of the sentence, as a BCP 47 tag. A language with more forms than two has `other` for all but its
 * singular. `one` is not only of the number 1: French has it for 0, too.
 */
export function pluralForm(n: number, one: string, other: string, language: string): string {
  const found = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, found);
  return found.select(n) === 'one' ? one : other;
}
