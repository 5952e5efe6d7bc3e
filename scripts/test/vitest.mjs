/** Runs vitest with one of our configurations and reads what it counted. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bin, out } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { Refusal } from '../lib/say.mjs';

/**
 * @param {string} name of the report in out/test/
 * @param {string} config
 * @param {string} [since] only tests that are affected by what changed since this commit or branch
 * @returns {Promise<import('./parts.mjs').Counts>}
 */
export async function runVitest(name, config, since) {
  const report = path.join(out, 'test', `${name}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const code = await run(bin('vitest'), [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(since === undefined ? [] : [`--changed=${since}`]),
  ]);
  if (!existsSync(report))
    throw new Refusal(`vitest ended with code ${code} before it could report; its output is above.`);
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  // A file that cannot be loaded holds no test that could fail.
  const unloaded = testResults.filter(
    (/** @type {{status: string, assertionResults: unknown[]}} */ { status, assertionResults }) =>
      status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + unloaded;
  if (since !== undefined && testResults.length === 0 && code === 0)
    return { passed: 0, failed: 0, isUnaffected: true };
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}
