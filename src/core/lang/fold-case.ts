/** Folds the case of a text for searches: every character by itself, so that offsets and lengths stay those of the text. */

/** `toLowerCase` makes two units of İ, and of Σ another letter at the end of a word: such characters stay, or become σ. Linear. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length && !/[Σς]/.test(text)) return lower;
  let folded = '';
  for (const character of text) {
    const small = character === 'ς' ? 'σ' : character.toLowerCase();
    folded += small.length === character.length ? small : character;
  }
  return folded;
}
