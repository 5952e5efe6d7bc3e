/** Names of files as the model reads them: one name on one line, whatever is in it, in the results of every tool. */
import { expect, it } from 'vitest';
import { ok } from '../../../src/core/lang/result.ts';
import { namedPath } from '../../../src/core/workspace/named-path.ts';
import { MemoryFiles, session } from './memory-files.ts';

it.each([
  ['src/a b.ts', 'src/a b.ts'],
  ['src/é/日本.ts', 'src/é/日本.ts'],
  ['name\nnew.txt', String.raw`"name\nnew.txt"`],
  ['a\r.txt', String.raw`"a\r.txt"`],
  ['a\t.txt', String.raw`"a\t.txt"`],
  ['\u202Ertl.txt', String.raw`"\u202ertl.txt"`],
  ['a\u2066b\u2069/日本.ts', String.raw`"a\u2066b\u2069/日本.ts"`],
  ['a\u2028b', String.raw`"a\u2028b"`],
  ['a\u200Bb', String.raw`"a\u200bb"`],
  ['a\u{E0041}b', String.raw`"a\udb40\udc41b"`],
  ['a\u001B[31m', String.raw`"a\u001b[31m"`],
  ['"a"', String.raw`"\"a\""`],
])('%j', (path, named) => {
  expect(namedPath(path)).toBe(named);
  if (named !== path) expect(JSON.parse(named)).toBe(path);
});

const ODD = ['name\nnew.txt', '\u202Ertl.txt'];

it.each([
  ['list_files', {}],
  ['find_files', { pattern: '*.txt' }],
])('%s names odd files so that each is one', async (tool, input) => {
  const files = new MemoryFiles(Object.fromEntries(ODD.map((name) => [name, 'heron\n'])));
  const { text } = await session(files).call(tool, input);
  for (const name of ODD) {
    expect(text).toContain(namedPath(name));
    expect(text).not.toContain(name);
  }
});

it.each([
  ['read_file', {}],
  ['edit_file', { edits: [{ old: 'heron', new: 'crane' }] }],
  ['write_file', { content: 'crane\n' }],
  ['delete_file', {}],
])('%s names an odd file as it is listed', async (tool, more) => {
  const [, name = ''] = ODD;
  const { call } = session(new MemoryFiles({ [name]: 'heron\n' }));
  if (tool !== 'read_file') await call('read_file', { path: name });
  const { text } = await call(tool, { path: name, ...more });
  expect(text).toContain(namedPath(name));
  expect(text).not.toContain(name);
});

it('search_text names odd files so that each is one', async () => {
  const matches = ODD.map((path) => ({ path, line: 1, column: 1, text: 'heron' }));
  const search = { search: async () => ok({ matches, secretFiles: 0 }) };
  const { text } = await session(new MemoryFiles({}), { search }).call('search_text', { pattern: 'heron' });
  expect(text).toContain(ODD.map((name) => `${namedPath(name)}\n1\theron`).join('\n\n'));
});
