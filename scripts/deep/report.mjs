/** What the rounds of `npm run test:deep` have recorded, and the report of it for a person. */
import { existsSync, readFileSync } from 'node:fs';

/** Characters of a failure's message that are shown. */
const SHOWN = 2_000;

/**
 * A property that was run, or a test that failed without one. See test/deep/record-runs.ts, which writes these lines.
 * @typedef {{type: 'property', file: string, test: string, runs: number, seed: number, path: string | null, message?: string}} PropertyRan
 * @typedef {{type: 'test', file: string, test: string, message: string}} TestFailed
 * @typedef {PropertyRan | TestFailed} Recorded
 */

/** @param {string} file @returns {readonly Recorded[]} */
export function recordedIn(file) {
  if (!existsSync(file)) return [];
  // A round that was ended may have left a line without its end.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** @param {Recorded} one */
export const hasFailed = (one) => one.message !== undefined;

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** How to see a failure again, and how it is kept. @param {PropertyRan} ran */
function again({ file, test, seed, path }) {
  const run = Number(path?.split(':')[0] ?? 0);
  const pattern = test.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' > ', ' .*');
  return [
    `  again: PROPERTY_SEED=${seed} PROPERTY_RUN=${run} npx vitest run ${file} -t ${quoted(pattern)}`,
    `  keep it in test/property/failed-seeds.ts: ${JSON.stringify({ file, test, seed, run })}`,
  ];
}

/** @param {Recorded} failed */
const failure = (failed) =>
  [
    `${failed.file}: ${failed.test}`,
    ...(failed.type === 'property' ? again(failed) : ['  no property failed in it']),
    (failed.message ?? '').slice(0, SHOWN),
    '',
  ].join('\n');

/**
 * @param {readonly Recorded[]} recorded
 * @param {number} minutes that it took
 */
export function reportOf(recorded, minutes) {
  const failures = recorded.filter(hasFailed);
  const properties = recorded.filter((one) => one.type === 'property');
  const runs = properties.reduce((sum, one) => sum + one.runs, 0);
  const names = new Set(properties.map(({ file, test }) => `${file}: ${test}`));
  const summary = `${runs} runs of ${names.size} properties in ${minutes.toFixed(1)} minutes: ${failures.length} failures`;
  return { runs, failed: failures.length, text: [...failures.map(failure), summary].join('\n') };
}
