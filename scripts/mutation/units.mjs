/** The folders that mutation testing changes, each with the tests that must find the changes. */

/** @typedef {{name: string, folder: string, tests: readonly string[]}} Unit */

const core = 'src/core';
const tests = 'test/core';

/** @param {string} folder a folder of src whose tests are those of the same folder in test */
const unit = (folder) => ({
  name: folder.replace(/^src\/(core\/)?/, '').replaceAll('/', '-'),
  folder,
  tests: [`test/${folder.slice('src/'.length)}/**/*.test.ts`],
});

/**
 * A file belongs to the first unit whose folder it is in.
 * @type {readonly Unit[]}
 */
export const units = [
  unit(`${core}/tokens`),
  unit(`${core}/thread`),
  unit(`${core}/tool-output`),
  {
    name: 'extract',
    folder: `${core}/compaction/extract`,
    tests: [`${tests}/compaction/extract/**/*.test.ts`, `${tests}/compaction/extract.*.test.ts`],
  },
  { name: 'outputs', folder: `${core}/compaction/outputs`, tests: [`${tests}/compaction/outputs/**/*.test.ts`] },
  { name: 'replace', folder: `${core}/compaction/replace`, tests: [`${tests}/compaction/replace/**/*.test.ts`] },
  {
    name: 'summarize',
    folder: `${core}/compaction/summarize`,
    tests: [`${tests}/compaction/summarize/**/*.test.ts`, `${tests}/agent/run-compaction.test.ts`],
  },
  {
    name: 'compaction',
    folder: `${core}/compaction`,
    tests: [`${tests}/compaction/*.test.ts`, `${tests}/agent/{next-call,run-compaction}.test.ts`],
  },
  unit(`${core}/agent`),
  unit(`${core}/view`),
  unit('src/extension/agent'),
  unit('src/extension/session'),
  unit('src/extension/storage'),
];
