/** Git, as it runs without a question, shows no text of a secret file: each command is decided, and run by a real git where it is allowed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { decide } from '../../../../src/core/permission/decide.ts';
import { mayShowSecrets } from '../../../../src/core/permission/git-attributes.ts';
import { objectTypes } from '../../../../src/extension/workspace/node/git-objects.ts';
import { createPathFacts } from '../../../../src/extension/workspace/node/path-facts.ts';
import { secretAttributesIn } from '../../../../src/extension/workspace/node/secret-attributes.ts';
import { newFolder } from '../../../new-folder.ts';

const SECRETS = [
  '.env',
  '.ENV.local',
  'src/.env~',
  'prod.env',
  'server.PEM',
  'server.key.bak',
  'id_rsa',
  '.npmrc',
  '.npmrc.old',
  '.aws/credentials',
  'a/.ssh/b/config',
  '.docker/config.json',
  'terraform.tfstate',
];
let root = '';
let storage = '';
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: root,
    stdio: 'pipe',
    encoding: 'utf8',
  });
const put = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

beforeAll(() => {
  const base = newFolder('git-secrets');
  [root, storage] = [path.join(base, 'ws'), path.join(base, 'storage')];
  mkdirSync(root);
  git('init', '-q', '-b', 'main');
  for (const file of SECRETS) put(file, 'first passw0rd\n');
  put('src/a.ts', 'first\n');
  git('add', '-f', '-A');
  git('commit', '-qm', 'one');
  git('tag', 'v1');
  for (const file of SECRETS) put(file, 'second passw0rd\n');
  put('src/a.ts', 'second\n');
  git('commit', '-qam', 'two');
  git('repack', '-adq');
  for (const file of SECRETS) put(file, 'third passw0rd\n');
  put('src/a.ts', 'third\n');
  git('add', 'src/.env~');
});

const facts = () => createPathFacts(() => [{ name: 'ws', path: root }], secretAttributesIn(storage));

function decided(command: string) {
  const cwd = { given: '.', real: root, inside: '' };
  return decide(
    { type: 'command', command, shell: 'bash', cwd, background: false },
    { mode: 'ask', isTrusted: true, rules: [], paths: facts(), ownFolders: [storage], changedSince: () => [] },
  );
}

/** What a real bash prints; undefined when it is asked. */
function printed(command: string): string | undefined {
  const verdict = decided(command);
  if (verdict.type !== 'allow') return undefined;
  const { PATH } = process.env;
  const { stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: root,
    env: { PATH, ...verdict.env },
    encoding: 'utf8',
  });
  return stdout + stderr;
}

describe('git without a question', () => {
  it.each([
    'git diff',
    'git diff HEAD',
    'git diff --cached',
    'git diff v1',
    'git diff v1..main -W --stat -p',
    'git diff v1 main --word-diff=porcelain',
    'git diff src',
    'git diff -R -B -M v1',
    'git log -p',
    'git log -p --all -m --reverse',
    'git log -p -Spassw0rd --pickaxe-all',
    'git log -p src a',
    'git show',
    'git show v1',
    'git show "HEAD~1" --no-renames',
    'git status && git diff',
  ])('%s shows changes of files, but none of secret ones', (command) => {
    const text = printed(command);
    expect(text).toMatch(/src\/(a\.ts|\.env~)/);
    expect(text).not.toContain('passw0rd');
  });

  it('shows a commit by its id', () => {
    const [one = '', two = ''] = git('rev-list', 'HEAD').trim().split('\n');
    for (const id of [one, one.slice(0, 7), two.toUpperCase(), `v1-1-g${one.slice(0, 8)}`])
      expect(printed(`git show ${id}`), id).toContain('src/a.ts');
    expect(printed(`git diff ${two.slice(0, 8)}..${one}`)).toContain('src/a.ts');
  });

  it('is asked for where it would show the text of an object, or what the attributes hide', () => {
    const blob = git('rev-parse', 'HEAD:.env').trim();
    const staged = git('rev-parse', ':src/.env~').trim();
    const short = blob.slice(0, 7);
    const commands = [
      ...[blob, short, staged, `x-g${blob}`, `v1-3-g${short}`, `${short}^{blob}`, `${blob}^0`].map(
        (id) => `git show ${id}`,
      ),
      ...[`${blob} ${staged}`, `${blob}..${staged}`, `HEAD ${short}`].map((ids) => `git diff ${ids}`),
      'git diff --text',
      'git diff -a',
      'git log -pa',
      'git show --binary',
      'git status -v',
      'git stash show -p',
      'git grep passw0rd',
      `git cat-file -p ${blob}`,
      'git blame .env',
      'git show HEAD:.env',
      'git add -A && git diff --cached',
    ];
    expect(commands.filter((command) => decided(command).type === 'allow')).toEqual([]);
  });

  it.each(['.env diff', '* diff', '*.pem diff=x', '.e* !diff', '[attr]shown diff'])(
    'is asked for with the attributes "%s"',
    (line) => {
      expect(decided('git diff').type).toBe('allow');
      put('.gitattributes', `${line}\n`);
      expect(decided('git diff').type).toBe('ask');
      rmSync(path.join(root, '.gitattributes'));
      put('.git/info/attributes', `*.ts text\n${line}\n`);
      expect(decided('git diff').type).toBe('ask');
      expect(decided('git status').type).toBe('allow');
      rmSync(path.join(root, '.git/info/attributes'));
    },
  );

  it('writes the file of attributes again when it was changed', () => {
    expect(decided('git diff').type).toBe('allow');
    writeFileSync(path.join(storage, 'secrets.gitattributes'), '');
    expect(printed('git diff')).not.toContain('passw0rd');
  });
});

it('attributes of ordinary files hide and show nothing', () => {
  const ordinary =
    '# .env diff\n* text=auto\n*.cs diff=csharp\n*.md diff=markdown eol=lf\n*.png binary\n.env -diff\npackage-lock.json -diff\n';
  expect(mayShowSecrets(ordinary)).toBe(false);
});

describe('the type of an object', () => {
  it('is what git says, for each object and each of its abbreviations, packed or not', () => {
    const text = Array.from({ length: 300 }, (_, at) => `line ${at} of a text that is stored as a difference`);
    for (let n = 0; n < 12; n++) {
      put('long.txt', text.map((line, at) => (at === n * 20 ? `${line} ${n}` : line)).join('\n'));
      git('add', '-A', '-f');
      git('commit', '-qm', `step ${n}`);
      if (n === 8) git('repack', '-adfq');
    }
    git('tag', '-a', 'v2', '-m', 'x');
    const objects = path.join(root, '.git', 'objects');
    const listed = git('cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype) %(deltabase)');
    const all = listed
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string, string]);
    expect(all.some(([, type, base]) => type === 'blob' && !/^0+$/.test(base))).toBe(true);
    for (const [id] of all) {
      for (const length of [4, 7, 40]) {
        const short = id.slice(0, length);
        const types = new Set(all.filter(([other]) => other.startsWith(short)).map(([, type]) => type));
        expect(objectTypes(objects, short), short).toEqual(types);
      }
    }
    expect(objectTypes(objects, '0000000')).toEqual(new Set());
  });
});
