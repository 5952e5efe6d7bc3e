/** Listing the files of a folder: ripgrep and the own walk give the same, by the rules of git and the settings. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLeftOut, listFiles } from '../../../../src/extension/workspace/node/list-files.ts';
import { newFolder } from '../../../new-folder.ts';
import { installedRipgrep } from './installed-ripgrep.ts';

const ripgrep = await installedRipgrep();
const root = path.join(newFolder('listed'), 'ws');
const put = (name: string) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), name === '.gitignore' ? 'dist\n*.log\n!keep.log\n' : 'x');
};
const SHOWN = ['.gitignore', '.hidden/a.ts', 'a b/[c].ts', 'keep.log', 'src/a.ts', 'src/gen/a.ts'];
for (const name of [...SHOWN, 'dist/a.js', 'src/dist/b.js', 'a.log', 'gen/a.ts', 'node_modules/m/i.js', '.git/config'])
  put(name);
symlinkSync(newFolder('elsewhere'), path.join(root, 'link'));
const excluded = ['**/node_modules', 'gen', '**/*.{off,bak}'];

describe.each([
  ['the own walk', undefined, false],
  ['ripgrep', ripgrep, ripgrep === undefined],
  ['a ripgrep that fails', '/no/such/rg', false],
] as const)('%s', (_, rg, skips) => {
  const list = async (below: string, most = Number.POSITIVE_INFINITY) => {
    const paths: string[] = [];
    await listFiles({ root, below, excluded, rg, limitMs: 60_000 }, (one) => paths.push(one) < most);
    return paths.toSorted();
  };

  it.skipIf(skips)('gives all files but those that are ignored or excluded, and follows no link', async () => {
    expect(await list('')).toEqual(SHOWN);
  });

  it.skipIf(skips)('gives those of a folder by the rules of the folders above it', async () => {
    expect(await list('src')).toEqual(['src/a.ts', 'src/gen/a.ts']);
    expect(await list('no-such')).toEqual([]);
  });

  it.skipIf(skips)('ends when enough was read', async () => {
    expect(await list('', 2)).toHaveLength(2);
  });
});

it('says of one file what a listing would', async () => {
  const leftOut = (name: string) => isLeftOut(path.join(root, name), { root, excluded });
  for (const name of SHOWN) expect([name, await leftOut(name)]).toEqual([name, false]);
  for (const name of ['dist/a.js', 'src/dist/b.js', 'a.log', 'gen/a.ts', 'node_modules/m/i.js'])
    expect([name, await leftOut(name)]).toEqual([name, true]);
});
