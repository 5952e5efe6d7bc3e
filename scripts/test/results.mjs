/** The slowest test files and the failed tests of a run, from the reports that vitest wrote. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../lib/paths.mjs';

/** Files that are listed. */
const LISTED = 25;

/**
 * @typedef {{fullName: string, status: string, failureMessages?: readonly string[]}} TestResult
 * @typedef {{name: string, status?: string, message?: string, startTime: number, endTime: number, assertionResults: readonly TestResult[]}} FileResult times in ms
 */

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

/**
 * A line for each failed test: its file, its name and the first line of its error. A file that could not be loaded has one too.
 * @param {readonly FileResult[]} results
 */
export function failedTests(results) {
  return results.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`];
    return failed.map(
      ({ fullName, failureMessages = [] }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`,
    );
  });
}

const firstLine = (text = '') => text.trim().split('\n')[0] ?? '';

/** @param {readonly string[]} reports paths; those that are not there, or count no files, give none */
export const readResults = (reports) =>
  reports
    .filter((report) => existsSync(report))
    .flatMap((report) => /** @type {FileResult[]} */ (JSON.parse(readFileSync(report, 'utf8')).testResults ?? []));
