/** `npm run mutation [-- [--force] PATH…]`: changes the code of files or folders piece by piece and counts the changes that the unit tests find. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { bin, out, root } from './lib/paths.mjs';
import { capture, mustRun } from './lib/run.mjs';
import { Refusal, runMain, say } from './lib/say.mjs';
import { figuresOf, survivorsOf } from './mutation/figures.mjs';
import { forgetUntied } from './mutation/known.mjs';
import { withFigures } from './mutation/table.mjs';
import { units } from './mutation/units.mjs';

const report = path.join(out, 'mutation/report.json');
const document = path.join(root, 'docs/mutation.md');

/** @param {string} folder @returns {readonly string[]} its TypeScript files, from the root */
const filesIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.ts'));

const all = [...new Set(units.flatMap(({ folder }) => filesIn(folder)))];

/** @param {string} named @returns {readonly string[]} the files of all units at or below it, from the root */
function filesAt(named) {
  const where = path.posix.normalize(named).replace(/\/$/, '');
  const found = all.filter((file) => file === where || file.startsWith(`${where}/`));
  if (found.length > 0) return found;
  throw new Refusal(
    `${named} holds nothing to change: name files or folders of ${units.map(({ folder }) => folder).join(', ')}.`,
  );
}

/**
 * What the last run found is taken over where neither code nor test was changed since, unless `options` say `--force`.
 * @param {import('./mutation/units.mjs').Unit} unit
 * @param {readonly string[]} files
 * @param {readonly string[]} options
 */
async function mutate({ name, folder, tests }, files, options) {
  say(`Changing ${files.length} files of ${folder}`);
  rmSync(report, { force: true });
  const env = {
    ...process.env,
    MUTATION_TESTS: tests.join(','),
    PROPERTY_RUNS: '20',
    SPOOL_TRANSCRIPTS: path.join(out, 'none'),
  };
  const known = path.join(out, `mutation/${name}.json`);
  forgetUntied(known);
  const args = ['run', '--mutate', files.join(','), '--incremental', '--incrementalFile', known, ...options];
  await mustRun(`Mutation testing of ${folder}`, bin('stryker'), args, { env });
  return JSON.parse(readFileSync(report, 'utf8')).files;
}

/** @param {string} folder @param {ReadonlySet<string>} tested @returns {boolean} whether every file of the folder was tested */
const isWhole = (folder, tested) =>
  all.filter((file) => path.posix.dirname(file) === folder).every((file) => tested.has(file));

/** @param {readonly import('./mutation/figures.mjs').Figure[]} figures */
async function writeFigures(figures) {
  const { output } = await capture('git', ['rev-parse', '--short', 'HEAD']);
  const measuredAt = `${new Date().toISOString().slice(0, 10)}, ${output.trim()}`;
  const folders = [...new Set(all.map((file) => path.posix.dirname(file)))].toSorted();
  writeFileSync(document, withFigures(readFileSync(document, 'utf8'), folders, figures, measuredAt));
  say(`Wrote ${figures.length} rows of docs/mutation.md`);
}

runMain(async () => {
  const args = process.argv.slice(2);
  const options = args.filter((arg) => arg === '--force');
  const named = args.filter((arg) => arg !== '--force');
  const chosen = new Set((named.length > 0 ? named : ['src']).flatMap(filesAt));
  await ensureDependencies();
  /** @type {Parameters<typeof figuresOf>[0]} */
  const found = {};
  for (const unit of units) {
    const own = [...chosen].filter((file) => units.find(({ folder }) => file.startsWith(`${folder}/`)) === unit);
    if (own.length > 0) Object.assign(found, await mutate(unit, own, options));
  }
  survivorsOf(found).forEach(say);
  const figures = figuresOf(found);
  for (const { folder, killed, total } of figures) say(`${folder}: ${killed} of ${total} killed`);
  await writeFigures(figures.filter(({ folder }) => isWhole(folder, chosen)));
  return 0;
});
