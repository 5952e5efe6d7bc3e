/** Folders of a workspace have names of their own, by which paths and rules tell them apart. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkPath, withOwnNames } from '../../../../src/extension/workspace/node/check-path.ts';
import { newFolder } from '../../../new-folder.ts';

const named = (...folders: readonly (readonly [string, string])[]) =>
  withOwnNames(folders.map(([name, full]) => ({ name, path: full }))).map(({ name }) => name);

it('are as given where they differ', () => {
  expect(named(['b', '/x/b'], ['a', '/a'])).toEqual(['b', 'a']);
});

it('do not depend on the order of the folders', () => {
  expect(named(['app', '/b/app'], ['app', '/a/app'], ['App', '/c/App'])).toEqual(['app (2)', 'app', 'App (3)']);
  expect(named(['app', '/a/app'], ['App', '/c/App'], ['app', '/b/app'])).toEqual(['app', 'App (3)', 'app (2)']);
  expect(named(['app (2)', '/0'], ['app', '/1'], ['app', '/2'])).toEqual(['app (2)', 'app', 'app (3)']);
  expect(named(['apps/web', '/a'], ['apps\\web', '/b'])).toEqual(['apps-web', 'apps-web (2)']);
});

it('lead each to its own folder', async () => {
  const base = newFolder('names');
  for (const folder of ['a/app', 'b/app']) mkdirSync(path.join(base, folder), { recursive: true });
  const folders = withOwnNames(['a', 'b'].map((one) => ({ name: 'app', path: path.join(base, one, 'app') })));
  const second = path.join(base, 'b/app/x.ts');
  expect(await checkPath('app (2)/x.ts', folders)).toMatchObject({ real: second, inside: 'app (2)/x.ts' });
  expect(await checkPath(second, folders)).toMatchObject({ inside: 'app (2)/x.ts' });
  expect(await checkPath('app/x.ts', folders)).toMatchObject({ real: path.join(base, 'a/app/x.ts') });
});
