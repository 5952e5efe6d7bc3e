/** Every relative link and picture in the documentation leads to a file of the project, and to a heading where it names one. */
import path from 'node:path';
import { files, read } from './files.mjs';
import { anchorOf, headingsOf } from './headings.mjs';

/**
 * @param {string} file the page, by its path from the root
 * @param {string} text of the page
 * @param {(file: string) => string | undefined} find the text of a file of the project
 * @returns {readonly string[]}
 */
export function linkProblems(file, text, find) {
  return [...text.matchAll(/\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(([, target = '', anchor]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const at = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
    const found = find(at);
    if (found === undefined) return [`${file}: ${target} leads nowhere`];
    return anchor === undefined || headingsOf(found).map(anchorOf).includes(anchor)
      ? []
      : [`${file}: ${at} has no heading #${anchor}`];
  });
}

/** @returns {readonly string[]} problems */
export function links() {
  const known = new Set(files);
  return files
    .filter((file) => file.endsWith('.md') && !file.startsWith('scripts/sample/') && !file.includes('/golden/'))
    .flatMap((file) => linkProblems(file, read(file), (at) => (known.has(at) ? read(at) : undefined)));
}
