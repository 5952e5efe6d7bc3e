/** Every command and setting of package.json has its code, and the reverse; every %key% has its text. */
import { files, read } from './files.mjs';

/** @param {Set<string>} wanted @param {Set<string>} there @param {(id: string) => string} problem */
const missing = (wanted, there, problem) => [...wanted].filter((id) => !there.has(id)).map(problem);

/** @param {RegExp} pattern with one group @param {string} text */
const all = (pattern, text) => new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''));

/** @returns {readonly string[]} problems */
export function manifest() {
  const manifestText = read('package.json');
  const { contributes = {} } = JSON.parse(manifestText);
  const code = files
    .filter((file) => file.startsWith('src/') && file.endsWith('.ts'))
    .map(read)
    .join('\n');

  const commands = new Set((contributes.commands ?? []).map((/** @type {{command: string}} */ { command }) => command));
  const registered = all(/registerCommand\(\s*'(spool\.[\w.]+)'/g, code);
  const sections = [contributes.configuration ?? []].flat();
  const settings = new Set(sections.flatMap((section) => Object.keys(section.properties ?? {})));
  const texts = files.includes('package.nls.json') ? JSON.parse(read('package.nls.json')) : {};
  return [
    ...missing(commands, registered, (id) => `package.json: no code registers the command ${id}`),
    ...missing(registered, commands, (id) => `src: the command ${id} is registered but not in package.json`),
    ...missing(settings, all(/'(spool\.[\w.]+)'/g, code), (id) => `package.json: no code reads the setting ${id}`),
    ...missing(
      all(/"%([\w.]+)%"/g, manifestText),
      new Set(Object.keys(texts)),
      (key) => `package.nls.json: no text for %${key}%`,
    ),
    ...missing(
      new Set(Object.keys(texts)),
      all(/"%([\w.]+)%"/g, manifestText),
      (key) => `package.nls.json: ${key} is used nowhere`,
    ),
  ];
}
