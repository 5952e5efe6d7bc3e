/** THIRD_PARTY_NOTICES.md names what is bundled, each with its version, licence and licence text. */
import { notices, page } from '../notices/notices.mjs';
import { read } from './files.mjs';

/** @param {string} text @returns {ReadonlySet<string>} */
const titles = (text) => new Set([...text.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title));

/** @param {string} there the page @param {string} wanted what it must be @returns {readonly string[]} problems */
export function noticesProblems(there, wanted) {
  if (there === wanted) return [];
  const [has, needs] = [titles(there), titles(wanted)];
  const problems = [
    ...[...needs].filter((title) => !has.has(title)).map((title) => `${page}: ${title} is bundled but not named`),
    ...[...has].filter((title) => !needs.has(title)).map((title) => `${page}: ${title} is named but not bundled`),
  ];
  return [...(problems.length > 0 ? problems : [`${page}: a text differs`]), 'Run npm run notices.'];
}

/** @returns {Promise<import('./all.mjs').Found>} */
export async function noticesCheck() {
  const problems = noticesProblems(read(page), await notices());
  return { passed: problems.length === 0, said: problems };
}
