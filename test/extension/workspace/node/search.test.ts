/** Searching a workspace on disk: ripgrep and the own search find the same, and neither shows secrets. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TextQuery } from '../../../../src/core/workspace/ports.ts';
import { createRegexEngine } from '../../../../src/extension/tools/regex-engine.ts';
import { findRipgrep } from '../../../../src/extension/workspace/node/find-ripgrep.ts';
import { NodeFiles } from '../../../../src/extension/workspace/node/node-files.ts';
import { createNodeSearch } from '../../../../src/extension/workspace/node/node-search.ts';
import { newFolder } from '../../../new-folder.ts';
import { installedRipgrep } from './installed-ripgrep.ts';

const worker = path.join(newFolder('search'), 'regex-worker.mjs');

beforeAll(async () => {
  const entry = path.join(import.meta.dirname, '../../../../src/extension/tools/regex-worker.ts');
  await build({ entryPoints: [entry], outfile: worker, bundle: true, platform: 'node', format: 'esm' });
});

const ripgrep = await installedRipgrep();
const ways = [
  ['the own search', undefined],
  ['ripgrep', ripgrep],
] as const;

describe.each(ways)('%s', (way, rg) => {
  const skips = way === 'ripgrep' && rg === undefined;
  const parent = newFolder('searched');
  const root = path.join(parent, 'ws');
  const put = (name: string, content: string | Uint8Array) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  };
  put('.gitignore', 'dist\n');
  put('.git/config', 'needle');
  put('a.ts', 'one\nconst needle = "Needle";\r\nneedle $& again\n');
  put('sub/b.md', '# needle\n');
  put('dist/c.ts', 'needle');
  put('.env', 'KEY=needle\n');
  put('sub/[odd] {name}!/.env', 'needle\n');
  put('bin.dat', Buffer.from('needle\0needle'));
  put('wide.txt', Buffer.from('\ufeffneedle ü\n', 'utf16le'));
  put('latin.txt', Buffer.from('needle caf\xe9\n', 'latin1'));
  put('long.js', `${'x'.repeat(2_000_000)}needle${'y'.repeat(2_000_000)}`);
  put('--pre', 'needle\n');
  mkdirSync(path.join(parent, 'outside'));
  writeFileSync(path.join(parent, 'outside', 'd.ts'), 'needle');
  symlinkSync(path.join(parent, 'outside'), path.join(root, 'link'));
  symlinkSync(path.join(parent, 'outside', 'd.ts'), path.join(root, 'link.ts'));

  const folders = () => [{ name: 'ws', path: root }];
  const search = async (query: Partial<TextQuery>, given = '.') => {
    const made = createNodeSearch({
      folders,
      ripgrep: async () => rg,
      regex: createRegexEngine(worker, 200_000),
      limitMs: 200_000,
      isSecret: (file) => path.basename(file) === '.env',
    });
    const checked = await new NodeFiles(folders).check(given);
    const whole = { pattern: 'needle', isRegex: false, ignoreCase: false, limit: 100, path: checked, ...query };
    const found = await made.search(whole, { aborted: false });
    if (!found.ok) return found.error;
    return {
      ...found.value,
      places: found.value.matches.map((match) => `${match.path}:${match.line}:${match.column}`).toSorted(),
    };
  };

  it.skipIf(skips)(
    'finds text as it is, in files of any encoding, and not in ignored, binary, linked and secret ones',
    async () => {
      const found = await search({});
      expect(found).toMatchObject({
        places: [
          '--pre:1:1',
          'a.ts:2:7',
          'a.ts:3:1',
          'latin.txt:1:1',
          'long.js:1:2000001',
          'sub/b.md:1:3',
          'wide.txt:1:1',
        ],
        secretFiles: 2,
      });
      for (const match of 'matches' in found ? found.matches : []) {
        expect(match.text).toContain('needle');
        expect(match.text.length).toBeLessThan(1000);
      }
    },
  );

  it.skipIf(skips)('finds nothing in ignored files and in `.git` by a glob either', async () => {
    for (const include of ['**', '*.ts', 'dist/**', '**/.git/**', 'config']) {
      const found = await search({ include });
      const places = 'places' in found ? found.places : ['failed'];
      expect(
        places.filter((one) => /^(dist|\.git)\/|failed/.test(one)),
        include,
      ).toEqual([]);
    }
  });

  it.skipIf(skips)('heeds case, regular expressions, globs and the path', async () => {
    expect(await search({ pattern: 'NEEDLE', ignoreCase: true, include: '*.ts' })).toMatchObject({
      places: ['a.ts:2:7', 'a.ts:3:1'],
    });
    expect(await search({ pattern: '$& again' })).toMatchObject({ places: ['a.ts:3:8'] });
    expect(await search({ pattern: '^needle\\b', isRegex: true, include: '*.{ts,md}' })).toMatchObject({
      places: ['a.ts:3:1'],
    });
    expect(await search({}, 'sub')).toMatchObject({ places: ['sub/b.md:1:3'], secretFiles: 1 });
    expect(await search({}, 'sub/b.md')).toMatchObject({ places: ['sub/b.md:1:3'] });
    expect(await search({ pattern: '(?<=const )needle', isRegex: true })).toMatchObject({ places: ['a.ts:2:7'] });
    expect(await search({ pattern: '-needle' })).toMatchObject({ places: [], secretFiles: 2 });
    expect(await search({ pattern: '(', isRegex: true })).toMatchObject({ type: 'pattern' });
  });

  it.skipIf(skips)('stops at the limit, and says what is not there', async () => {
    expect(await search({ limit: 2 })).toMatchObject({ ended: 'limit', matches: { length: 2 } });
    expect(await search({ limit: 7 })).not.toHaveProperty('ended');
    expect(await search({}, 'nothing')).toEqual({ type: 'missing' });
    expect(await search({}, '../outside')).toEqual({ type: 'unreachable' });
  });
});

describe('findRipgrep', () => {
  it('looks below the given folder only, at each place that VS Code had it', async () => {
    const root = newFolder('app-root');
    expect(await findRipgrep(root)).toBeUndefined();
    const file = path.join(root, 'node_modules/@vscode/ripgrep/bin', process.platform === 'win32' ? 'rg.exe' : 'rg');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '', { mode: 0o755 });
    expect(await findRipgrep(root)).toBe(file);
  });
});
