/** `npm run mutation [-- [--force] PATH…]`: changes the code piece by piece and counts the changes that the unit tests find. PATH: a file, folder or glob. */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { bin, out, root } from './lib/paths.mjs';
import { mustRun } from './lib/run.mjs';
import { Refusal, runMain, say } from './lib/say.mjs';
import { figuresOf, survivorsOf, tableOf } from './mutation/figures.mjs';
import { forgetUntied } from './mutation/known.mjs';
import { units } from './mutation/units.mjs';

const report = path.join(out, 'mutation/report.json');

/** @param {string} named @returns {string} the glob of what is changed */
function globOf(named) {
  const where = path.posix.normalize(named).replace(/\/$/, '');
  const at = path.join(root, where);
  return existsSync(at) && statSync(at).isDirectory() ? `${where}/**/*.ts` : where;
}

/**
 * What the last run found is taken over where neither code nor test was changed since, unless `options` say `--force`.
 * @param {import('./mutation/units.mjs').Unit} unit
 * @param {readonly string[]} globs
 * @param {readonly string[]} options
 */
async function mutate({ name, folder, tests }, globs, options) {
  say(`Changing ${globs.join(', ')}`);
  rmSync(report, { force: true });
  const env = {
    ...process.env,
    MUTATION_TESTS: tests.join(','),
    PROPERTY_RUNS: '20',
    SPOOL_TRANSCRIPTS: path.join(out, 'none'),
  };
  const known = path.join(out, `mutation/${name}.json`);
  forgetUntied(known);
  const args = ['run', '--mutate', globs.join(','), '--incremental', '--incrementalFile', known, ...options];
  await mustRun(`Mutation testing of ${folder}`, bin('stryker'), args, { env });
  return JSON.parse(readFileSync(report, 'utf8')).files;
}

runMain(async () => {
  const options = process.argv.slice(2).filter((arg) => arg === '--force');
  const globs = process.argv
    .slice(2)
    .filter((arg) => arg !== '--force')
    .map(globOf);
  const stray = globs.find((glob) => !units.some(({ folder }) => glob.startsWith(`${folder}/`)));
  if (stray !== undefined)
    throw new Refusal(
      `${stray} is in no unit that is tested by mutation; there are ${units.map(({ folder }) => folder).join(', ')}.`,
    );
  await ensureDependencies();
  /** @type {Parameters<typeof figuresOf>[0]} */
  const files = {};
  for (const unit of units) {
    const own =
      globs.length === 0 ? [`${unit.folder}/**/*.ts`] : globs.filter((glob) => glob.startsWith(`${unit.folder}/`));
    if (own.length > 0) Object.assign(files, await mutate(unit, own, options));
  }
  survivorsOf(files).forEach(say);
  process.stdout.write(`${tableOf(figuresOf(files))}\n`);
  return 0;
});
