/** `npm test [-- PART… --changed [REF]]`: installs what is missing, runs every part (or those named), and ends with one line over all of them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { out } from './lib/paths.mjs';
import { runMain, say } from './lib/say.mjs';
import { affectedParts, changedFiles, optionsOf } from './test/options.mjs';
import { lanes, parts } from './test/parts.mjs';
import { prepare } from './test/prepare.mjs';
import { failedTests, readResults, slowestTable } from './test/results.mjs';
import { runPart } from './test/run-part.mjs';

runMain(async () => {
  const { named, since } = optionsOf(process.argv.slice(2), Object.keys(parts));
  const asked = Object.keys(parts).filter((name) => named.length === 0 || named.includes(name));
  const chosen = since === undefined ? asked : affectedParts(asked, await changedFiles(since));
  await ensureDependencies();
  say(`Parts: ${chosen.join(', ')}`);
  await prepare(chosen);
  const counts = await Promise.all(
    lanes.map(async (lane) => {
      const own = [];
      for (const name of lane)
        if (chosen.includes(name)) own.push(await runPart(name, { isAlone: chosen.length === 1, since }));
      return own;
    }),
  );
  const reports = chosen.map((name) => path.join(out, 'test', `${name}.json`));
  const table = path.join(out, 'test/slowest.txt');
  mkdirSync(path.dirname(table), { recursive: true });
  const results = readResults(reports);
  writeFileSync(table, `${slowestTable(results)}\n`);
  say(`The slowest test files: ${path.relative(process.cwd(), table)}`);
  // Once more at the end, where they are seen in a log that was cut.
  for (const line of new Set(failedTests(results))) say(`FAILED ${line}`);
  const sum = (/** @type {'passed' | 'failed'} */ which) => counts.flat().reduce((all, one) => all + one[which], 0);
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
  return sum('failed') === 0 ? 0 : 1;
});
