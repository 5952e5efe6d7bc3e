/** What is tested by mutation, and with which tests: each unit with its own. */

/** @typedef {{name: string, folder: string, tests: readonly string[]}} Unit */

const src = 'src/core';
const test = 'test/core';

/**
 * A file belongs to the first unit whose folder it is in.
 * @type {readonly Unit[]}
 */
export const units = [
  { name: 'tool-output', folder: `${src}/tool-output`, tests: [`${test}/tool-output/**/*.test.ts`] },
  {
    name: 'extract',
    folder: `${src}/compaction/extract`,
    tests: [`${test}/compaction/extract/**/*.test.ts`, `${test}/compaction/extract.*.test.ts`],
  },
  { name: 'outputs', folder: `${src}/compaction/outputs`, tests: [`${test}/compaction/outputs/**/*.test.ts`] },
  { name: 'replace', folder: `${src}/compaction/replace`, tests: [`${test}/compaction/replace/**/*.test.ts`] },
  {
    name: 'summarize',
    folder: `${src}/compaction/summarize`,
    tests: [`${test}/compaction/summarize/**/*.test.ts`, `${test}/agent/run-compaction.test.ts`],
  },
  {
    name: 'compaction',
    folder: `${src}/compaction`,
    tests: [`${test}/compaction/*.test.ts`, `${test}/agent/{next-call,run-compaction}.test.ts`],
  },
];
