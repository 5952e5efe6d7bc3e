/** Setup of the unit tests: properties get the same random values in every run, and again those with which they once failed. */
import fc from 'fast-check';
import { beforeAll, beforeEach, type RunnerTask } from 'vitest';
import { FAILED_SEEDS, type FailedSeed } from './failed-seeds.ts';
import { limitRuns } from './runs.ts';

/** What `npm run test:deep` prints sets these two for a failure that is looked for. */
const { PROPERTY_SEED = '1', PROPERTY_RUN = '0' } = process.env;
const first = { seed: Number(PROPERTY_SEED), run: Number(PROPERTY_RUN) };

// For values that are made outside of a test.
fc.configureGlobal({ seed: first.seed });

/** By the id of their test: what its next runs begin with. */
const waiting = new Map<string, Pick<FailedSeed, 'seed' | 'run'>[]>();

const testsOf = (task: RunnerTask): readonly RunnerTask[] =>
  task.type === 'suite' ? task.tasks.flatMap(testsOf) : [task];

// biome-ignore lint/correctness/noEmptyPattern: vitest takes nothing but a pattern here.
beforeAll(({}, suite) => {
  const tests = suite.tasks.flatMap(testsOf);
  for (const failed of FAILED_SEEDS.filter(({ file }) => suite.file.filepath.endsWith(`/${file}`))) {
    const test = tests.find(({ fullTestName }) => fullTestName === failed.test);
    if (!test) throw new Error(`test/property/failed-seeds.ts: ${failed.file} has no test "${failed.test}"`);
    waiting.set(test.id, [...(waiting.get(test.id) ?? []), failed]);
    test.repeats = (test.repeats ?? 0) + 1;
  }
});

beforeEach(({ task }) => {
  const isFirst = task.result?.repeatCount === 0;
  const failed = isFirst ? undefined : waiting.get(task.id)?.shift();
  // The other values of that seed are not the ones that failed.
  limitRuns(failed && 1);
  const { seed, run } = failed ?? first;
  // fast-check reads a path from here as well, though its type does not say so.
  fc.configureGlobal({ seed, ...(run > 0 && { path: String(run) }) });
});
