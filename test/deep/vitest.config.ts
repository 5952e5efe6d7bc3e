/** The files of property tests that DEEP_TESTS names (by comma), with new seeds and as many runs as `scripts/deep.mjs` wants. */
import { defineConfig } from 'vitest/config';
import unit, { FIXED_SEED, SETUP_FILES } from '../../vitest.config.ts';

export default defineConfig({
  ...unit,
  test: {
    ...unit.test,
    include: process.env.DEEP_TESTS?.split(',') ?? [],
    // Those of every run, but for the seeds: new ones are what this is for.
    setupFiles: SETUP_FILES.map((file) => (file === FIXED_SEED ? 'test/deep/record-runs.ts' : file)),
    testTimeout: 30 * 60_000,
  },
});
