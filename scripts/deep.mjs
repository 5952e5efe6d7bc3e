/** `npm run test:deep [-- MINUTES] [--workers N]`: sends recorded threads at all their cuts, kills the agent at work, then runs every property test with new seeds until the time is over. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { optionsOf } from './deep/options.mjs';
import { hasFailed, recordedIn, reportOf } from './deep/report.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { bin, out, root } from './lib/paths.mjs';
import { start } from './lib/run.mjs';
import { runMain, say } from './lib/say.mjs';
import { withTemporaryFolder } from './lib/temporary.mjs';
import { prepare } from './test/prepare.mjs';

/** Runs of each property in one round. */
const ROUND = 100;
/** A property that runs when the time is over may end, and be recorded, within this many milliseconds. */
const GRACE = 60_000;
const record = path.join(out, 'test/deep.ndjson');
const report = path.join(out, 'test/deep.txt');

/** @returns {readonly string[]} paths from the root */
function propertyTests() {
  return readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name}`)
    .filter((file) => file.endsWith('.test.ts') && readFileSync(path.join(root, file), 'utf8').includes('fc.assert'));
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {number} end when it is ended, if it did not by itself
 * @returns {Promise<'passed' | 'failed' | 'ended'>}
 */
async function vitest(args, env, end) {
  const running = start(bin('vitest'), ['run', ...args, '--reporter=dot', '--silent'], { env, log: 2 });
  const timer = new AbortController();
  const isOver = sleep(end - Date.now(), true, { signal: timer.signal }).catch(() => false);
  const isEnded = await Promise.race([isOver, running.ended.then(() => false)]);
  timer.abort();
  await running.stop();
  if (isEnded) return 'ended';
  return running.exitCode === 0 ? 'passed' : 'failed';
}

/** @param {string} temporary @returns {Promise<number>} exit code */
async function deep(temporary) {
  const { minutes, workers } = optionsOf(process.argv.slice(2));
  const began = Date.now();
  const end = began + minutes * 60_000;
  const spent = () => (Date.now() - began) / 60_000;
  const shared = { ...process.env, TMPDIR: temporary };
  const onWorkers = `--maxWorkers=${workers}`;
  rmSync(record, { force: true });
  mkdirSync(path.dirname(record), { recursive: true });

  say('recorded threads at all their cuts, the sample made again, servers that misbehave, and an agent that is killed');
  const whole = [
    'test/providers/suite/transcripts.test.ts',
    'test/transcripts',
    'test/scripts/sample.test.ts',
    'test/scripts/chat-rows.test.ts',
    'test/scripts/chat-kills.test.ts',
  ];
  const sent = await vitest(
    [...whole, onWorkers],
    { ...shared, SPOOL_CUTS: 'all', SPOOL_SAMPLE: 'again', SPOOL_SIBLINGS: 'all', SPOOL_KILLS: '100' },
    end,
  );
  say('VS Code’s extension host, killed while the agent works');
  await prepare(['e2e']);
  const killed = await vitest(
    ['--config', 'test/e2e/vitest.config.ts', 'test/e2e/long-run.test.ts'],
    { ...shared, SPOOL_HOST_KILLS: '6' },
    end,
  );

  const env = {
    ...shared,
    DEEP_TESTS: propertyTests().join(','),
    DEEP_RECORD: record,
    DEEP_END: String(end),
    PROPERTY_RUNS: String(ROUND),
    SPOOL_TRANSCRIPTS: path.join(out, 'none'),
  };
  let unexplained = 0;
  for (let round = 1; Date.now() < end; round++) {
    const before = recordedIn(record).filter(hasFailed).length;
    const code = await vitest(['--config', 'test/deep/vitest.config.ts', onWorkers], env, end + GRACE);
    const failures = recordedIn(record).filter(hasFailed).length;
    if (code === 'failed' && failures === before) unexplained++;
    say(`round ${round}: ${failures} failures so far, ${spent().toFixed(1)} of ${minutes} minutes`);
  }

  const { runs, failed, text } = reportOf(recordedIn(record), spent());
  const more = [
    ...(unexplained > 0 ? [`${unexplained} rounds failed without a failed test; see the output above.`] : []),
    ...(sent === 'failed' ? ['A recorded thread failed at one of its cuts, or the sample; see the output above.'] : []),
    ...(killed === 'failed'
      ? ['The long run in VS Code failed, or a kill of its extension host; see the output above.']
      : []),
    ...(killed === 'ended' ? ['The time was over before the long run in VS Code was through.'] : []),
    ...(sent === 'ended' ? ['The time was over before the recorded threads were through.'] : []),
  ];
  writeFileSync(report, `${[text, ...more].join('\n')}\n`);
  process.stdout.write(`\n${[text, ...more].join('\n')} (${report})\n`);
  return failed + unexplained > 0 || runs === 0 || [sent, killed].includes('failed') ? 1 : 0;
}

runMain(async () => {
  await ensureDependencies();
  return withTemporaryFolder('spool-deep-', deep);
});
