/** Every command and setting of package.json has its code, and the reverse; every %key% has its text. */
import { files, read } from './files.mjs';

/** @param {Iterable<string>} wanted @param {ReadonlySet<string>} there @param {(id: string) => string} problem */
const missing = (wanted, there, problem) => [...wanted].filter((id) => !there.has(id)).map(problem);

/** @param {RegExp} pattern with one group @param {string} text */
const all = (pattern, text) => new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''));

/**
 * @param {string} manifest package.json
 * @param {string} texts package.nls.json
 * @param {string} code all sources
 * @returns {readonly string[]}
 */
export function manifestProblems(manifest, texts, code) {
  const { contributes = {} } = JSON.parse(manifest);
  const commands = new Set((contributes.commands ?? []).map((/** @type {{command: string}} */ { command }) => command));
  const registered = all(/registerCommand\(\s*'(spool\.[\w.]+)'/g, code);
  const sections = [contributes.configuration ?? []].flat();
  const settings = new Set(sections.flatMap((section) => Object.keys(section.properties ?? {})));
  // A command has one name after `spool.`, a setting two or more, unless the code says that it is one.
  const read = new Set([...all(/'(spool\.[\w-]+\.[\w.]+)'/g, code), ...all(/\bsetting\(\s*'(spool\.\w+)'/g, code)]);
  const keys = new Set(Object.keys(JSON.parse(texts)));
  const used = all(/"%([\w.-]+)%"/g, manifest);
  return [
    ...missing(commands, registered, (id) => `package.json: no code registers the command ${id}`),
    ...missing(registered, commands, (id) => `src: the command ${id} is registered but not in package.json`),
    ...missing(settings, read, (id) => `package.json: no code reads the setting ${id}`),
    ...missing(read, settings, (id) => `src: the setting ${id} is read but not in package.json`),
    ...missing(used, keys, (key) => `package.nls.json: no text for %${key}%`),
    ...missing(keys, used, (key) => `package.nls.json: ${key} is used nowhere`),
  ];
}

/** @returns {readonly string[]} problems */
export function manifest() {
  const sources = files.filter((file) => file.startsWith('src/') && file.endsWith('.ts'));
  return manifestProblems(read('package.json'), read('package.nls.json'), sources.map(read).join('\n'));
}
