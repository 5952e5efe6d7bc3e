/** README.md and CHANGELOG.md as the Marketplace and VS Code's page of the extension show them. */

/** In README.md, around what only a checkout has: commands, pictures, documents. */
const checkoutOnly = /<!-- checkout only -->\n[\s\S]*?<!-- end of checkout only -->\n+/g;
const relativeLink = /(?<!!)\[([^\]]*)\]\((?!https?:|#)[^)]*\)/g;
const linkInParentheses = /\s+\(\[[^\]]*\]\((?!https?:|#)[^)]*\)\)/g;

/**
 * A text without what leads into a checkout, because nothing says where that is on the internet: parts that are marked so are
 * left out, and relative links become their text. A relative picture outside of those parts stays, and vsce refuses it.
 * @param {string} markdown
 */
export const listing = (markdown) =>
  markdown.replace(checkoutOnly, '').replace(linkInParentheses, '').replace(relativeLink, '$1');
