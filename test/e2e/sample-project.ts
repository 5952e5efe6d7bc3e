/** A small project with a failing test, and long notes beside it: what the agent of the end-to-end tests works on. */

/** With a BOM and CRLF, so that a change or a restore that loses them shows. */
const source = [
  '\ufeff/** How long an upload waits before it is tried again, in milliseconds. */',
  'export function delayOf(attempt) {',
  '  return 100 * attempt;',
  '}',
  '',
  ...Array.from({ length: 12 }, (_, n) => `// Rule ${n + 1} of the upload queue is in docs/rules-${n + 1}.md.`),
  '',
  'export function limitOf(kind) {',
  "  return kind === 'upload' ? 3 : 5;",
  '}',
  '',
].join('\r\n');

const test = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delayOf, limitOf } from '../src/retry.mjs';

test('the delay doubles, and is never above a second', () => {
  assert.deepEqual([1, 2, 3, 4].map(delayOf), [100, 200, 400, 800]);
  assert.equal(delayOf(9), 1000);
});

test('an upload is tried three times', () => {
  assert.equal(limitOf('upload'), 3);
});
`;

/** About 2,000 tokens, no two lines alike. */
const rules = (n: number) =>
  Array.from(
    { length: 100 },
    (_, line) =>
      `${n}.${line + 1} Part ${n * 97 + line * 13} of an upload is kept until part ${n * 89 + line * 7} is known.`,
  ).join('\n');

export const NOTES = 12;

export const PROJECT: Readonly<Record<string, string>> = {
  'src/retry.mjs': source,
  'test/retry.test.mjs': test,
  'fixtures/limits.json': '{ "upload": 3 }\n',
  'docs/old.txt': 'Retries were counted by hand.\n',
  ...Object.fromEntries(Array.from({ length: NOTES }, (_, n) => [`docs/rules-${n + 1}.md`, rules(n + 1)])),
};
