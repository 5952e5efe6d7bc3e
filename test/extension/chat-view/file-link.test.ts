/** File links lead into the workspace and nowhere else. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findInFolders } from '../../../src/extension/chat-view/file-link.ts';
import { newRoot } from '../storage/sample-entries.ts';

const root = newRoot();
const [first, second] = [path.join(root, 'first'), path.join(root, 'second')];
mkdirSync(path.join(first, 'src'), { recursive: true });
mkdirSync(path.join(second, '..inner'), { recursive: true });
mkdirSync(path.join(root, 'first-secret'));
for (const file of ['first/src/a.ts', 'second/b.ts', 'second/..inner/c.ts', 'secret.txt', 'first-secret/d.ts'])
  writeFileSync(path.join(root, file), '');
symlinkSync(path.join(root, 'secret.txt'), path.join(first, 'way-out'));
symlinkSync(path.join(first, 'src'), path.join(first, 'way-in'));
const found = (file: string) => findInFolders(file, [first, second]);

it.each([
  ['src/a.ts', 'first/src/a.ts'],
  ['./src/../src/a.ts', 'first/src/a.ts'],
  [path.join(first, 'src/a.ts'), 'first/src/a.ts'],
  ['b.ts', 'second/b.ts'],
  ['..inner/c.ts', 'second/..inner/c.ts'],
  ['way-in/a.ts', 'first/src/a.ts'],
  ['../second/b.ts', 'second/b.ts'],
])('finds %s', async (file, expected) => {
  expect(await found(file)).toBe(path.join(root, expected));
});

it.each([
  '../secret.txt',
  '\\\\host\\share\\a.ts',
  '//host/share/a.ts',
  path.join(root, 'secret.txt'),
  'way-out',
  '/etc/hostname',
  '../first-secret/d.ts',
  '.',
  '',
  'no.ts',
  'src/a.ts\0',
])('finds nothing for %j', async (file) => {
  expect(await found(file)).toBeUndefined();
});
