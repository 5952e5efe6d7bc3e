/** Each name that src exports is declared once; only the folders of the providers share names, for the same role in each. */
import { files, read } from './files.mjs';

const declaration =
  /^export (?:declare )?(?:abstract )?(?:const|let|function\*?|async function\*?|class|interface|type|enum) (\w+)/gm;

/** @param {Readonly<Record<string, string>>} sources text by path @returns {readonly string[]} problems */
export function repeatedNames(sources) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const [file, text] of Object.entries(sources))
    for (const [, name = ''] of text.matchAll(declaration)) found.set(name, [...(found.get(name) ?? []), file]);
  return [...found].flatMap(([name, where]) => {
    const places = [...new Set(where)];
    const isRole = places.every((file) => file.startsWith('src/providers/'));
    return places.length < 2 || isRole
      ? []
      : [`${name} is exported by ${places.join(' and ')}: give one of them a more specific name`];
  });
}

/** @returns {readonly string[]} problems */
export const uniqueNames = () =>
  repeatedNames(
    Object.fromEntries(files.filter((file) => /^src\/.*\.ts$/.test(file)).map((file) => [file, read(file)])),
  );
