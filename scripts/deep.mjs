/** `npm run test:deep [-- MINUTES]`: sends recorded threads at all their cuts, then runs every property test again and again with new seeds, for an hour or as long as is said. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { bin, out, root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { Refusal, runMain, say } from './lib/say.mjs';

/** Runs of each property in one round; after each round the clock decides. */
const ROUND = 500;
const SHOWN = 2_000;
const report = path.join(out, 'test/deep.ndjson');

/** @typedef {{test: string, runs: number, failed: boolean, seed: number, path: string | null, message?: string}} Ran */

/** @returns {Ran[]} */
function ran() {
  if (!existsSync(report)) return [];
  return readFileSync(report, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function propertyTests() {
  return ['test/core', 'test/providers']
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
    .filter(
      (file) => file.endsWith('.test.ts') && readFileSync(path.join(root, file), 'utf8').includes("'fast-check'"),
    );
}

/** Every cut of every recorded thread, through every provider; nothing where there are no recorded threads. */
async function sendsAllCuts() {
  say('recorded threads at all their cuts');
  const args = ['run', 'test/providers/suite/transcripts.test.ts', '--reporter=dot'];
  return (await run(bin('vitest'), args, { env: { ...process.env, SPOOL_CUTS: 'all' } })) === 0;
}

/** @param {string | undefined} given */
function minutesOf(given) {
  const minutes = Number(given ?? 60);
  if (minutes > 0 && Number.isFinite(minutes)) return minutes;
  throw new Refusal(`"${given}" is no number of minutes: npm run test:deep -- 60`);
}

runMain(async () => {
  const minutes = minutesOf(process.argv[2]);
  await ensureDependencies();
  const began = Date.now();
  rmSync(report, { force: true });
  mkdirSync(path.dirname(report), { recursive: true });
  const env = {
    ...process.env,
    DEEP_TESTS: propertyTests().join(','),
    DEEP_REPORT: report,
    PROPERTY_RUNS: String(ROUND),
    SPOOL_TRANSCRIPTS: path.join(out, 'none'),
  };
  const args = ['run', '--config', 'test/deep/vitest.config.ts', '--reporter=dot', '--silent'];
  const isAllSent = await sendsAllCuts();
  let broken = 0;
  for (let round = 1; round === 1 || Date.now() < began + minutes * 60_000; round++) {
    const before = ran().filter(({ failed }) => failed).length;
    const code = await run(bin('vitest'), args, { env });
    const failures = ran().filter(({ failed }) => failed).length;
    if (code !== 0 && failures === before) broken++;
    say(
      `round ${round}: ${failures} failures so far, ${Math.round((Date.now() - began) / 60_000)} of ${minutes} minutes`,
    );
  }
  const all = ran();
  const failures = all.filter(({ failed }) => failed);
  for (const { test, seed, path: shrunk, message } of failures)
    process.stdout.write(`\n${test}\n  seed ${seed}, path "${shrunk}"\n${(message ?? '').slice(0, SHOWN)}\n`);
  const runs = all.reduce((sum, one) => sum + one.runs, 0);
  const properties = new Set(all.map(({ test }) => test)).size;
  const spent = ((Date.now() - began) / 60_000).toFixed(1);
  if (broken > 0) process.stdout.write(`${broken} rounds failed without a property's failure; see the output above.\n`);
  process.stdout.write(
    `${runs} runs of ${properties} properties in ${spent} minutes: ${failures.length} failures (${report})\n`,
  );
  if (!isAllSent)
    process.stdout.write('A provider refused a recorded thread at one of its cuts; see the output above.\n');
  return failures.length + broken > 0 || runs === 0 || !isAllSent ? 1 : 0;
});
