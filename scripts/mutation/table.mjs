/** The table of mutation figures in docs/mutation.md: keeps the row of each folder that the last run did not test. */

/** @typedef {import('./figures.mjs').Figure} Figure */

const heading = '| folder | mutants | killed | % | measured at |';
const rule = '| --- | ---: | ---: | ---: | --- |';

/**
 * @param {string} document the text of docs/mutation.md, whose last part is the table
 * @param {readonly string[]} folders all folders that can be tested, from the root
 * @param {readonly Figure[]} figures of the folders that were tested now, each as a whole
 * @param {string} measuredAt date and commit of this run
 * @returns {string} the document with the new table
 */
export function withFigures(document, folders, figures, measuredAt) {
  const at = document.indexOf(heading);
  if (at < 0) throw new Error(`The document has no table that begins with "${heading}"`);
  const known = new Map(
    document
      .slice(at)
      .split('\n')
      .map((line) => [line.split('|')[1]?.trim() ?? '', line]),
  );
  for (const { folder, killed, total } of figures)
    known.set(folder, `| ${folder} | ${total} | ${killed} | ${((100 * killed) / total).toFixed(1)} | ${measuredAt} |`);
  const rows = folders.map((folder) => known.get(folder) ?? `| ${folder} |  |  |  | not run |`);
  return `${document.slice(0, at)}${[heading, rule, ...rows].join('\n')}\n`;
}
