/** What decisions are told of the disk: where a word leads, which repository git would use, and what its config names. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { configKeysOf } from '../../../../src/extension/workspace/node/git-config.ts';
import { createPathFacts } from '../../../../src/extension/workspace/node/path-facts.ts';
import { secretAttributesIn } from '../../../../src/extension/workspace/node/secret-attributes.ts';
import { newFolder } from '../../../new-folder.ts';

let base = '';
let root = '';
const facts = () => createPathFacts(() => [{ name: 'ws', path: root }], secretAttributesIn(path.join(base, 'storage')));
const at = (inside: string) => ({ given: inside, real: path.join(root, inside), inside });
const put = (file: string, text = '') => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    stdio: 'pipe',
    encoding: 'utf8',
  });

beforeEach(() => {
  base = newFolder('path-facts');
  root = path.join(base, 'ws');
  mkdirSync(root);
});

describe('a word of a command', () => {
  it.each([
    ['a.ts', 'sub', 'sub/a.ts'],
    ['.', '', ''],
    ['no/such/file', '', 'no/such/file'],
    ['../a.ts', 'sub', 'a.ts'],
    ['../out', '', undefined],
    ['/etc/passwd', '', undefined],
    ['link/file', '', undefined],
    ['dangling', '', undefined],
    // The system goes up from where the link leads.
    ['link/../ws/a.ts', '', 'a.ts'],
    ['link/../a.ts', '', undefined],
    ['a%2eb', '', 'a%2eb'],
  ])('%s in "%s" leads to %s', (word, folder, inside) => {
    mkdirSync(path.join(root, 'sub'));
    mkdirSync(path.join(base, 'other'));
    symlinkSync(path.join(base, 'other'), path.join(root, 'link'));
    symlinkSync(path.join(base, 'missing'), path.join(root, 'dangling'));
    expect(facts().check(word, at(folder))).toMatchObject({ given: word, inside });
  });

  it('can’t be looked at with a NUL, in circles, or longer than a name may be', () => {
    symlinkSync('circle', path.join(root, 'circle'));
    for (const word of ['a\0b', 'circle', 'circle/a', 'x'.repeat(5_000)])
      expect(facts().check(word, at(''))).toBeUndefined();
  });
});

describe('the repository', () => {
  const own = { place: 'workspace', hasBareFolder: false };

  it('is the workspace’s own, one around it, one below it, or none', () => {
    expect(facts().repository(at(''))).toBeUndefined();
    git(base, 'init', '-q');
    expect(facts().repository(at(''))).toMatchObject({ place: 'around' });
    git(root, 'init', '-q');
    mkdirSync(path.join(root, 'sub/deep'), { recursive: true });
    expect(facts().repository(at('sub/deep'))).toMatchObject(own);
    git(path.join(root, 'sub'), 'init', '-q');
    expect(facts().repository(at('sub/deep'))).toMatchObject({ place: 'below' });
  });

  it.each([
    ['objects and refs', ['HEAD', 'objects/x', 'refs/x']],
    ['a link to a common folder', ['HEAD', 'commondir']],
  ])('is not to be believed beside a folder with %s', (_, files) => {
    git(root, 'init', '-q');
    for (const file of files) put(`x/${file}`, 'ref: refs/heads/main');
    mkdirSync(path.join(root, 'x/y'));
    expect(facts().repository(at('x/y'))).toMatchObject({ hasBareFolder: true });
    expect(facts().repository(at('.git'))).toMatchObject({ hasBareFolder: true });
    expect(facts().repository(at(''))).toMatchObject(own);
  });

  it('is not known where a file or a link `.git` points at a folder that the agent can write', () => {
    git(root, 'init', '-q', '--bare', 'fake');
    put('y/.git', 'gitdir: ../fake\n');
    expect(facts().repository(at('y'))).toBeUndefined();
    mkdirSync(path.join(root, 'z'));
    symlinkSync(path.join(root, 'fake'), path.join(root, 'z/.git'));
    expect(facts().repository(at('z'))).toBeUndefined();
    put('empty/.git/x');
    expect(facts().repository(at('empty'))).toBeUndefined();
  });

  it('names the keys of a linked work tree and of submodules', () => {
    const main = path.join(base, 'main');
    git(base, 'init', '-q', 'main');
    git(main, 'config', 'filter.x.clean', 'evil');
    git(main, 'commit', '-q', '--allow-empty', '-m', 'a');
    git(main, 'worktree', 'add', '-q', path.join(root, 'tree'));
    const inTree = createPathFacts(
      () => [{ name: 'tree', path: path.join(root, 'tree') }],
      () => undefined,
    );
    const found = inTree.repository({ given: '', real: path.join(root, 'tree'), inside: '' });
    expect(found).toMatchObject({ ...own, configKeys: expect.arrayContaining(['filter.x.clean']) });

    git(root, 'init', '-q');
    git(root, 'submodule', '--quiet', 'add', main, 'deep/part');
    put('.git/modules/deep/part/config.worktree', '[diff "x"]\n\ttextconv = evil\n');
    const keys = facts().repository(at(''))?.configKeys;
    expect(keys).toEqual(expect.arrayContaining(['submodule.deep/part.url', 'core.worktree', 'diff.x.textconv']));
    expect(facts().repository(at('deep/part'))).toMatchObject({ place: 'below' });
  });

  it('names the keys of the list of submodules, and has no known config where that is gone', () => {
    git(root, 'init', '-q');
    git(root, 'init', '-q', 'sub');
    git(path.join(root, 'sub'), 'commit', '-q', '--allow-empty', '-m', 'a');
    put('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\tignore = none\n');
    git(root, 'add', 'sub', '.gitmodules');
    expect(facts().repository(at(''))?.configKeys).toContain('submodule.sub.ignore');
    rmSync(path.join(root, '.gitmodules'));
    expect(facts().repository(at(''))).toMatchObject({ ...own, configKeys: undefined });
    git(root, 'rm', '-q', '-f', '--cached', 'sub');
    expect(facts().repository(at(''))?.configKeys).not.toBeUndefined();
  });

  it('has no known config where a file can’t be read as git reads it', () => {
    git(root, 'init', '-q');
    for (const text of [
      'key = 1',
      '[a',
      '[a]\nb = "c',
      '[a]\nb = \\x',
      '[a]\n1 = 2',
      '[a]\nb # c',
      '[a "b\n"]',
      '[a]\nb\0',
    ])
      for (const name of ['config', 'config.worktree']) {
        put('.git/config', '');
        put('.git/config.worktree', '');
        put(`.git/${name}`, text);
        expect(facts().repository(at('')), text).toMatchObject({ ...own, configKeys: undefined });
      }
  });
});

it.each([
  '',
  '\uFEFF[core]\n\tbare = false\n',
  '[a]b=1\n[c]\nd\n',
  '[a] b = 1 ; [x] y = 2\n[c "D e"]\nF-g = "x # y" # z\n',
  '[a "q\\"r\\\\s"]\nb = one \\\n two = three\nc = 1',
  '[Filter.Smudge]\r\nclean = x\r\n# [no]\r\nb = "a\\\r\nc"\r\n',
  '[a]\nb = x # c \\\nd = 1\n',
  '[a]\n\tb = \\"x\nc = "y" z\n[include]path = q',
])('the keys of %j are those that git lists', (text) => {
  const file = path.join(base, 'config');
  writeFileSync(file, text);
  const listed = git(base, 'config', '--file', file, '--list', '--name-only', '-z').split('\0').filter(Boolean);
  expect(configKeysOf(text)).toEqual(listed);
});
