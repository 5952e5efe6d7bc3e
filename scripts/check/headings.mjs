/** The headings of a Markdown page, as they are cited by title and as a link names them. */

/** @param {string} page Markdown @returns {readonly string[]} titles in their order; lines within fences are no headings */
export function headingsOf(page) {
  const withoutFences = page.replace(/^```[\s\S]*?^```/gm, '');
  return [...withoutFences.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, title = '']) => title);
}

/** The part behind `#` in a link to a heading, as GitHub makes it. @param {string} title */
export const anchorOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
