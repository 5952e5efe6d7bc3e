/** Every file and folder that ARCHITECTURE.md names in "Where to change what" is there. */
import path from 'node:path';
import { files, read } from './files.mjs';

const page = 'ARCHITECTURE.md';
const isPath = /^[\w.-]*\/[\w./-]*$|^[\w.-]+\.(ts|mjs|json)$/;

/** A path as the map gives it: from src or from the root. @param {string} named */
const places = (named) => [`src/${named}`, named].map(path.posix.normalize);

/**
 * Problems of one row. A name without a folder is in the folder of the path before it.
 * @param {string} row @param {(place: string) => boolean} exists @returns {readonly string[]}
 */
export function problemsOfRow(row, exists) {
  let folder = '';
  return [...row.matchAll(/`([^`]+)`/g)].flatMap(([, named = '']) => {
    if (!isPath.test(named)) return [];
    const whole = named.includes('/') ? named : path.posix.join(folder, named);
    folder = whole.endsWith('/') ? whole : path.posix.dirname(whole);
    return places(whole).some(exists) ? [] : [`${page}: there is no ${whole}`];
  });
}

/** @returns {readonly string[]} problems */
export function map() {
  const text = read(page);
  const rows = text.slice(text.indexOf('## Where to change what')).split('\n');
  const table = rows.filter((row) => row.startsWith('| ') && !row.startsWith('| to change'));
  const known = new Set(files);
  const exists = (/** @type {string} */ place) =>
    known.has(place) || (place.endsWith('/') && files.some((file) => file.startsWith(place)));
  return table.length === 0 ? [`${page}: there is no table`] : table.flatMap((row) => problemsOfRow(row, exists));
}
