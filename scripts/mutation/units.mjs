/** What is tested by mutation, and with which tests: each unit with its own. */

/** @typedef {{name: string, folder: string, tests: readonly string[]}} Unit */

/** @type {readonly Unit[]} */
export const units = [
  { name: 'tool-output', folder: 'src/core/tool-output', tests: ['test/core/tool-output/**/*.test.ts'] },
  {
    name: 'compaction',
    folder: 'src/core/compaction',
    tests: ['test/core/compaction/**/*.test.ts', 'test/core/agent/**/*.test.ts'],
  },
];
