/** The list of checks: tools with a configuration of their own, then rules of this project. */
import { bin } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { say } from '../lib/say.mjs';
import { dependencies } from './dependencies.mjs';
import { fileSizes } from './file-sizes.mjs';
import { links } from './links.mjs';
import { machinePaths } from './machine-paths.mjs';
import { manifest } from './manifest.mjs';
import { rulesCheck } from './rules.mjs';

/**
 * A check prints what is wrong and resolves to whether all is well.
 * @typedef {{name: string, run: () => Promise<boolean>}} Check
 */

/** @param {string} name @param {string} program @param {readonly string[]} args @returns {Check} */
const tool = (name, program, args) => ({ name, run: async () => (await run(bin(program), args)) === 0 });

/** @param {string} name @param {() => readonly string[]} find @returns {Check} */
const rule = (name, find) => ({
  name,
  run: async () => {
    const problems = find();
    problems.forEach(say);
    return problems.length === 0;
  },
});

/** @type {readonly Check[]} */
const checks = [
  tool('format and lint (biome)', 'biome', ['check', '--error-on-warnings']),
  tool('types (tsc)', 'tsc', ['-b']),
  { name: 'import rules (dependency-cruiser)', run: dependencies },
  tool('unused code (knip)', 'knip', ['--no-progress']),
  rule('file sizes and first lines', fileSizes),
  rule('commands and settings', manifest),
  rule('no paths of one machine', machinePaths),
  rule('links of the documentation', links),
  rule('rules and their tests', rulesCheck),
];

/** Runs all checks, in order, and says how each ended. */
export async function runChecks() {
  let failed = 0;
  for (const check of checks) {
    const began = Date.now();
    const passed = await check.run().catch((error) => {
      say(String(error.stack ?? error));
      return false;
    });
    if (!passed) failed++;
    say(`${passed ? 'passed' : 'FAILED'}  ${check.name}  (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  }
  return { passed: checks.length - failed, failed };
}
