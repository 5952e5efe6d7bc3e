/** The check of citations: which comments are read, and what is said of a document, section, rule or case that is not there. */
import { expect, test } from 'vitest';
import { citationProblems, commentsIn } from '../../scripts/check/citations.mjs';
import { anchorOf, headingsOf } from '../../scripts/check/headings.mjs';
import { linkProblems } from '../../scripts/check/links.mjs';

const page = '# Page\n\n## The shape\n\n```sh\n# no heading\n```\n\n### `npm` and R1\n';
const find = (name: string) => (name === 'docs/a.md' ? page : undefined);
const known = {
  headings: (name: string) => (find(name) === undefined ? undefined : headingsOf(page)),
  isFile: (path: string) => path === 'src/core/a/one.ts',
  rules: { 1: 'first' },
  cases: { 5: 'fifth' },
};

test('comments are read as one line each', () => {
  const source = `
    /** One (docs/a.md,
     * "The shape"). */
    const url = 'https://x.example/'; // Two,
    // and more.
    const text = 'three';`;
  expect(commentsIn(source).map((comment) => comment.trim())).toEqual([
    '/** One (docs/a.md, "The shape"). */',
    '// Two, and more.',
  ]);
});

test.each<[string, readonly (string | RegExp)[]]>([
  ['Fine (docs/a.md, "The shape", "`npm` and R1"; R1, reliability case 5).', []],
  ['A vendor (platform.example.com, "Streaming"), (x.example/docs/b, "FAQs"), (the same page, "Limits").', []],
  ['The server says so, "Bad request" and no more.', []],
  ['See `core/a/one.ts`, src/core/a/one.ts and providers/NAME/adapter.ts.', []],
  ['See `core/a/two.ts`.', ['there is no core/a/two.ts']],
  ['See docs/b.md.', ['there is no docs/b.md']],
  ['See NOTES.md.', ['there is no NOTES.md']],
  ['Reads AGENTS.md of the workspace.', []],
  ['(docs/a.md, "The form")', ['docs/a.md has no section "The form"']],
  ['(docs/a.md, "The shape", "The form")', ['docs/a.md has no section "The form"']],
  ['(notes, "The shape")', [/^notes is no document/]],
  ['(R1; notes, "The shape")', [/^notes is no document/]],
  ['(notes, section 0)', [/^notes, section 0: cite/]],
  ['notes §3', [/^notes §3: cite/]],
  ['R1–R2', ['there is no rule R2']],
  ['reliability cases 5, 6', ['there is no reliability case 6']],
])('%s', (text, problems) => {
  const found = citationProblems(text, known);
  expect(found).toHaveLength(problems.length);
  for (const [at, problem] of problems.entries()) expect(found[at]).toMatch(problem);
});

test.each<[string, readonly string[]]>([
  ['[a](a.md) [b](a.md#the-shape) [c](https://x.example/#y)', []],
  ['[a](b.md)', ['docs/c.md: b.md leads nowhere']],
  ['[a](a.md#the-form)', ['docs/c.md: docs/a.md has no heading #the-form']],
])('links: %s', (text, problems) => expect(linkProblems('docs/c.md', text, find)).toEqual(problems));

test('an anchor is what GitHub makes of a heading', () => {
  expect(headingsOf(page).map(anchorOf)).toEqual(['page', 'the-shape', 'npm-and-r1']);
});
