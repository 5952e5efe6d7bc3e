/** Setup of `npm run test:deep`: records how often each property ran, and the seed and value of each failure. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect } from 'vitest';
import type { PropertyRan, TestFailed } from '../../scripts/deep/report.mjs';

const { DEEP_RECORD: file, DEEP_END: end, PROPERTY_RUNS: runs } = process.env;
if (!file || !end || !runs) throw new Error('DEEP_RECORD is not set: these tests are started by npm run test:deep.');

const record = (one: PropertyRan | TestFailed) => appendFileSync(file, `${JSON.stringify(one)}\n`);

function current(): { file: string; test: string } {
  const { testPath = '', currentTestName: test = 'a property outside of a test' } = expect.getState();
  return { file: path.relative(process.cwd(), testPath), test };
}

const failed = new Set<string>();

fc.configureGlobal({
  numRuns: Number(runs),
  reporter: (details) => {
    const { numRuns, seed, counterexamplePath } = details;
    const message = details.failed ? (fc.defaultReportMessage(details) ?? 'failed') : undefined;
    const ran = { ...current(), runs: numRuns, seed, path: counterexamplePath };
    record({ type: 'property', ...ran, ...(message !== undefined && { message }) });
    if (message === undefined) return;
    failed.add(ran.test);
    throw new Error(message);
  },
});

beforeEach(({ skip }) => skip(Date.now() > Number(end), 'the time is over'));

afterEach(({ task }) => {
  const error = task.result?.errors?.[0];
  const { file, test } = current();
  if (error && !failed.has(test)) record({ type: 'test', file, test, message: error.stack ?? error.message });
});
