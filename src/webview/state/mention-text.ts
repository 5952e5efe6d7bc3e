/** Where a draft holds an `@` that is being typed, and the draft once something was chosen for it. */

/** A word of more characters is no search. */
const LONGEST = 100;

/** The word after `@` that ends at the caret; undefined where there is none. An address such as `a@b` is none. */
export function mentionAt(text: string, caret: number): { readonly from: number; readonly query: string } | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST - 2), caret);
  const found = /(?:^|\s)@([^\s@]*)$/.exec(before);
  const query = found?.[1];
  if (query === undefined || query.length > LONGEST) return undefined;
  return { from: caret - query.length - 1, query };
}

/** `name` stands for the word, or nothing does. */
export function withMention(
  text: string,
  caret: number,
  name: string | undefined,
): { readonly text: string; readonly caret: number } {
  const found = mentionAt(text, caret);
  if (!found) return { text, caret };
  const put = name === undefined ? '' : `\`${name}\` `;
  const rest = text.slice(caret);
  const after = put !== '' && rest.startsWith(' ') ? rest.slice(1) : rest;
  return { text: `${text.slice(0, found.from)}${put}${after}`, caret: found.from + put.length };
}
