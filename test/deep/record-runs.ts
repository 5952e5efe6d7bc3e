/** Records of each property how often it ran and, where it failed, the seed that shows it again. */
import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';

const file = process.env.DEEP_REPORT;
if (!file) throw new Error('DEEP_REPORT is not set: these tests are started by npm run test:deep.');

fc.configureGlobal({
  numRuns: Number(process.env.PROPERTY_RUNS ?? 100),
  reporter: (details) => {
    const test = expect.getState().currentTestName ?? 'a property outside of a test';
    const { failed, numRuns: runs, seed, counterexamplePath: path } = details;
    const message = failed ? fc.defaultReportMessage(details) : undefined;
    appendFileSync(file, `${JSON.stringify({ test, runs, failed, seed, path, message })}\n`);
    if (failed) throw new Error(message);
  },
});
