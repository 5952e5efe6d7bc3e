/** THIRD_PARTY_NOTICES.md is made from what is bundled, and the check finds what it lacks. */
import { expect, test } from 'vitest';
import { noticesProblems } from '../../scripts/check/notices.mjs';
import { packagesOf } from '../../scripts/notices/bundled.mjs';
import { render } from '../../scripts/notices/notices.mjs';

test('packages are found by their bundled files, nested ones and vendored copies too', () => {
  const files = [
    'src/core/thread/thread.ts',
    'node_modules/openai/client.mjs',
    'node_modules/openai/_vendor/partial-json-parser/parser.mjs',
    'node_modules/@google/genai/dist/index.mjs',
    'node_modules/@google/genai/node_modules/p-retry/index.js',
  ];
  expect(packagesOf(files)).toEqual({
    folders: ['node_modules/@google/genai', 'node_modules/@google/genai/node_modules/p-retry', 'node_modules/openai'],
    vendored: ['partial-json-parser'],
  });
});

const lit = { title: 'lit 3.3.3 (BSD-3-Clause)', text: 'BSD' };
const retry = { title: 'retry 0.13.1 (MIT)', text: 'MIT', note: 'A note.' };

test('packages with the same text share it', () => {
  const text = render([lit, retry, { ...lit, title: 'lit-html 3.3.3 (BSD-3-Clause)' }]);
  expect(text.match(/^(##.*|BSD|MIT|A note\.)$/gm)).toEqual([
    '## lit 3.3.3 (BSD-3-Clause)',
    '## lit-html 3.3.3 (BSD-3-Clause)',
    'BSD',
    '## retry 0.13.1 (MIT)',
    'A note.',
    'MIT',
  ]);
});

test.each([
  ['a package that is missing', [lit], 'retry 0.13.1 (MIT) is bundled but not named'],
  [
    'another version',
    [{ ...lit, title: 'lit 3.3.2 (BSD-3-Clause)' }, retry],
    'lit 3.3.3 (BSD-3-Clause) is bundled but',
  ],
  ['another licence', [{ ...lit, title: 'lit 3.3.3 (MIT)' }, retry], 'lit 3.3.3 (BSD-3-Clause) is bundled but'],
  [
    'a package that is no longer bundled',
    [lit, retry, { ...lit, title: 'old 1.0.0 (MIT)' }],
    'old 1.0.0 (MIT) is named',
  ],
  ['another text', [lit, { ...retry, text: 'MIT, changed' }], 'a text differs'],
])('the check finds %s', (_, there, problem) => {
  expect(noticesProblems(render(there), render([lit, retry])).join('\n')).toContain(problem);
});

test('the check says nothing when all is named', () => {
  expect(noticesProblems(render([lit, retry]), render([lit, retry]))).toEqual([]);
});
