/** The table of the slowest test files of a run, from the reports that vitest wrote. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../lib/paths.mjs';

/** Files that are listed. */
const LISTED = 25;

/** @typedef {{name: string, startTime: number, endTime: number, assertionResults: readonly unknown[]}} FileResult times in ms */

/** @param {readonly FileResult[]} results */
export function slowestTable(results) {
  const files = results
    .map(({ name, startTime, endTime, assertionResults }) => ({
      name: path.relative(root, name),
      seconds: (endTime - startTime) / 1000,
      tests: assertionResults.length,
    }))
    .toSorted((a, b) => b.seconds - a.seconds);
  const rows = files
    .slice(0, LISTED)
    .map(({ name, seconds, tests }) => `${seconds.toFixed(1).padStart(8)} ${String(tests).padStart(6)}  ${name}`);
  const sum = files.reduce((all, { seconds }) => all + seconds, 0);
  return ['       s  tests  file', ...rows, `${sum.toFixed(1).padStart(8)}         all ${files.length} files`].join(
    '\n',
  );
}

/** @param {readonly string[]} reports paths; those that are not there, or count no files, give none */
export const readResults = (reports) =>
  reports
    .filter((report) => existsSync(report))
    .flatMap((report) => /** @type {FileResult[]} */ (JSON.parse(readFileSync(report, 'utf8')).testResults ?? []));
