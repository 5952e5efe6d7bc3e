/** The list of checks: tools with a configuration of their own, then rules of this project. */
import { bin } from '../lib/paths.mjs';
import { capture } from '../lib/run.mjs';
import { say } from '../lib/say.mjs';
import { citations } from './citations.mjs';
import { dependencies } from './dependencies.mjs';
import { fileSizes } from './file-sizes.mjs';
import { links } from './links.mjs';
import { machinePaths } from './machine-paths.mjs';
import { manifest } from './manifest.mjs';
import { map } from './map.mjs';
import { noticesCheck } from './notices.mjs';
import { rulesCheck } from './rules.mjs';
import { staleSchemas } from './sdk-types.mjs';
import { settings } from './settings.mjs';
import { uniqueNames } from './unique-names.mjs';

/**
 * What a check has to say, and whether all is well.
 * @typedef {{passed: boolean, said: readonly string[]}} Found
 * @typedef {{name: string, run: () => Promise<Found>}} Check
 */

/** @param {string} name @param {string} program @param {readonly string[]} args @returns {Check} */
const tool = (name, program, args) => ({
  name,
  run: async () => {
    const { code, output } = await capture(bin(program), args);
    return { passed: code === 0, said: output.trim() === '' ? [] : [output.trim()] };
  },
});

/** @param {string} name @param {() => readonly string[]} find @returns {Check} */
const rule = (name, find) => ({
  name,
  run: async () => {
    const problems = find();
    return { passed: problems.length === 0, said: problems };
  },
});

/** @type {readonly Check[]} */
const checks = [
  tool('format and lint (biome)', 'biome', ['check', '--error-on-warnings']),
  tool('types (tsc)', 'tsc', ['-b']),
  { name: 'import rules (dependency-cruiser)', run: dependencies },
  tool('unused code (knip)', 'knip', ['--no-progress']),
  rule('file sizes and first lines', fileSizes),
  rule('exported names', uniqueNames),
  rule('commands and settings', manifest),
  { name: 'settings by their tables', run: settings },
  rule('no paths of one machine', machinePaths),
  rule('links of the documentation', links),
  rule('citations of documents and rules', citations),
  rule('where to change what', map),
  rule('rules and their tests', rulesCheck),
  rule('schemas of the official libraries', staleSchemas),
  { name: 'third-party notices', run: noticesCheck },
];

/** @param {Check} check */
async function passes({ name, run }) {
  const began = Date.now();
  const { passed, said } = await run().catch((error) => ({ passed: false, said: [String(error.stack ?? error)] }));
  said.forEach(say);
  say(`${passed ? 'passed' : 'FAILED'}  ${name}  (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  return passed;
}

/** Runs all checks at once, and says of each how it ended when it has. */
export async function runChecks() {
  const ended = await Promise.all(checks.map(passes));
  const failed = ended.filter((passed) => !passed).length;
  return { passed: checks.length - failed, failed };
}
