/** Mutation testing (Stryker), by `npm run mutation`: which mutants there are and where its files go. */

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  disableTypeChecks: false,
  concurrency: 1,
  // Only what the unit tests read: the sandbox is a copy.
  ignorePatterns: [
    '**',
    '!package.json',
    '!tsconfig*.json',
    '!vitest.config.ts',
    '!esbuild.mjs',
    '!src/**',
    '!test/**',
    '!scripts/**',
    '!media/**',
    // Stryker links it; a file of it that was copied would stand in the link's way.
    '**/node_modules/**',
  ],
  tempDirName: 'out/mutation/sandbox',
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: 'out/mutation/report.json' },
  logLevel: 'warn',
};
