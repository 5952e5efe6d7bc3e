/** Counts how many mutants of each folder the tests of a mutation run found. */
import path from 'node:path';

/** @typedef {{status: string, mutatorName: string, replacement?: string, location: {start: {line: number}}}} Mutant */
/** @typedef {{folder: string, killed: number, total: number}} Figure */

/** A mutant that runs for ever is found too; what never ran, or wasn't meant to, counts neither way. */
const found = new Set(['Killed', 'Timeout']);
const missed = new Set(['Survived', 'NoCoverage']);

/**
 * @param {Record<string, {mutants: readonly Mutant[]}>} files of Stryker's JSON report, by path from the root
 * @returns {readonly Figure[]} by folder
 */
export function figuresOf(files) {
  /** @type {Map<string, Figure>} */
  const figures = new Map();
  for (const [file, { mutants }] of Object.entries(files)) {
    const folder = path.posix.dirname(file);
    const { killed, total } = figures.get(folder) ?? { killed: 0, total: 0 };
    const more = mutants.filter(({ status }) => found.has(status)).length;
    const less = mutants.filter(({ status }) => missed.has(status)).length;
    figures.set(folder, { folder, killed: killed + more, total: total + more + less });
  }
  return [...figures.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** @param {Record<string, {mutants: readonly Mutant[]}>} files @returns {readonly string[]} a line for each mutant that no test found */
export function survivorsOf(files) {
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => missed.has(status))
      .map(
        ({ status, mutatorName, replacement, location }) =>
          `${file}:${location.start.line}  ${status === 'NoCoverage' ? 'no test runs it' : 'survived'}: ${mutatorName} → ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 100)}`,
      ),
  );
}
