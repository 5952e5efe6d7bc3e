/** Unit tests for mutation testing: those that MUTATION_TESTS names (globs, by comma), with fixed random seeds. */
import { defineConfig } from 'vitest/config';
import unit from '../../vitest.config.ts';

export default defineConfig({
  ...unit,
  test: {
    ...unit.test,
    include: process.env.MUTATION_TESTS?.split(',') ?? [],
  },
});
