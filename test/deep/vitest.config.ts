/** The files of property tests that DEEP_TESTS names (by comma), with new seeds and as many runs as `scripts/deep.mjs` wants. */
import { defineConfig } from 'vitest/config';
import unit from '../../vitest.config.ts';

export default defineConfig({
  ...unit,
  test: {
    ...unit.test,
    include: process.env.DEEP_TESTS?.split(',') ?? [],
    setupFiles: ['test/deep/record-runs.ts', 'test/remove-folders.ts'],
    testTimeout: 30 * 60_000,
  },
});
