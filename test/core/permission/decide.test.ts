/** Properties of decisions: what is offered would have been enough, and disguises don't help. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/core/permission/decide.ts';
import { isSecretPath } from '../../../src/core/permission/judge-path.ts';
import { readCommand } from '../../../src/core/permission/read-command.ts';
import { parseCommand } from '../../../src/core/permission/shell-tree.ts';
import { runs } from '../../property/runs.ts';
import { git } from './cases/git.ts';
import { known } from './cases/known.ts';
import { places } from './cases/places.ts';
import { unsafePrograms } from './cases/unsafe-programs.ts';
import { waysAround } from './cases/ways-around.ts';
import { checked, commandOf, stateOf, words } from './world.ts';

const cases = [...waysAround, ...unsafePrograms, ...known, ...git, ...places];

describe('an offer', () => {
  it('would have allowed the request', () => {
    let offered = 0;
    for (const { name, request, setting } of cases) {
      const verdict = decide(request, stateOf(setting));
      for (const { rule } of verdict.type === 'ask' ? verdict.offers : []) {
        offered++;
        const rules = [...(setting.rules ?? []), rule];
        expect(decide(request, stateOf({ ...setting, rules, changedSince: () => [] })), name).toMatchObject({
          type: 'allow',
        });
      }
    }
    expect(offered).toBeGreaterThan(100);
  });

  it('is the program with its sub-command, where its table covers the rest, and the line', () => {
    const verdict = decide(commandOf('npm run build --silent 2>&1 | tail -5'), stateOf());
    expect(verdict).toEqual({
      type: 'ask',
      reasons: [{ type: 'no-rule', words: ['npm', 'run', 'build', '--silent'] }],
      offers: [
        { rule: words('npm', 'run', 'build') },
        { rule: { tool: 'run_command', line: 'npm run build --silent 2>&1 | tail -5' } },
      ],
    });
  });
});

describe('what a command must be run with', () => {
  it('keeps git from running programs by itself', () => {
    expect(decide(commandOf('git status && ls'), stateOf())).toEqual({
      type: 'allow',
      env: {
        GIT_CONFIG_COUNT: '6',
        GIT_CONFIG_KEY_0: 'safe.bareRepository',
        GIT_CONFIG_VALUE_0: 'explicit',
        GIT_CONFIG_KEY_1: 'core.fsmonitor',
        GIT_CONFIG_VALUE_1: 'false',
        GIT_CONFIG_KEY_2: 'core.hooksPath',
        GIT_CONFIG_VALUE_2: '/dev/null',
        GIT_CONFIG_KEY_3: 'log.showSignature',
        GIT_CONFIG_VALUE_3: 'false',
        GIT_CONFIG_KEY_4: 'diff.ignoreSubmodules',
        GIT_CONFIG_VALUE_4: 'all',
        GIT_CONFIG_KEY_5: 'status.submoduleSummary',
        GIT_CONFIG_VALUE_5: 'false',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_PAGER: 'cat',
        PAGER: 'cat',
        GIT_TERMINAL_PROMPT: '0',
        GIT_NO_LAZY_FETCH: '1',
      },
    });
  });
});

const allowed = cases.filter(({ expected, request }) => expected === 'allow' && request.type === 'command');
const poison = fc.constantFrom(
  ...[
    '$(x)',
    '`x`',
    '<(x)',
    '>x',
    '<x',
    ' & ',
    '|&',
    '\\',
    '*',
    '?',
    '~',
    '#',
    '!',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '^',
    '$x',
  ],
  ...[
    '\r',
    '\0',
    '\u200b',
    '\u202e',
    '\u00a0',
    'é',
    "'",
    '"',
    ';;',
    '; rm x',
    '&& rm x',
    '|| rm x',
    '| rm x',
    '\nrm x',
  ],
);

describe('an allowed command', () => {
  it('is asked once something is added to it that is not plain', () => {
    fc.assert(
      fc.property(fc.constantFrom(...allowed), poison, fc.boolean(), (one, added, isBefore) => {
        if (one.request.type !== 'command') return;
        const { command } = one.request;
        const changed = isBefore ? `${added.replace(/ x$/, ' x;')}${command}` : `${command}${added}`;
        expect(decide({ ...one.request, command: changed }, stateOf(one.setting)).type).toBe('ask');
      }),
      runs(2000),
    );
  });
});

describe('any text', () => {
  it('is decided without throwing, and read as both readings have it', () => {
    const piece = fc.oneof(
      poison,
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom('ls', ' ', 'git', 'a', '|', '&&', "'a'", '"b"'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const command = pieces.join('');
        const verdict = decide(commandOf(command), stateOf());
        const read = readCommand(command);
        if (verdict.type === 'allow') expect(read.ok).toBe(true);
        if (read.ok) expect(parseCommand(command)).toEqual(read.value);
      }),
      runs(1000),
    );
  });

  it('is not read when the parser throws', () => {
    expect(parseCommand('"$('.repeat(5000))).toBeUndefined();
  });
});

describe('a protected name', () => {
  const names = [
    '.git/hooks/x',
    '.env',
    '.vscode/tasks.json',
    'package.json',
    '.npmrc',
    'CLAUDE.md',
    '.ssh/id_rsa',
    'node_modules/x',
  ];
  const ignorable = fc.constantFrom('', '', '', '\u200b', '\u200d', '\ufeff', '\u00ad', '\u2060', '\u034f', '\ufe0f');
  const wide = (char: string) =>
    /[!-~]/.test(char) && char !== '/' ? String.fromCharCode(char.charCodeAt(0) + 0xfee0) : char;
  const disguised = fc.constantFrom(...names).chain((name) =>
    fc
      .tuple(
        fc.array(fc.tuple(fc.nat(3), ignorable), { minLength: name.length, maxLength: name.length }),
        fc.constantFrom('', '.', ' ', '. .', ':x', '::$DATA'),
        fc.constantFrom('', 'src/', 'a/b/', './'),
      )
      .map(([forms, after, before]) => {
        const chars = [...name].map((char, at) => {
          const [form = 0, more = ''] = forms[at] ?? [];
          return [char, char.toUpperCase(), wide(char), char][form] + more;
        });
        return `${before}${chars.join('')}${after}`;
      }),
  );

  it('is asked in each disguise, whatever the mode', () => {
    fc.assert(
      fc.property(disguised, (given) => {
        const verdict = decide({ type: 'write', kind: 'edit', path: checked(given) }, stateOf({ mode: 'edit' }));
        expect(verdict.type).not.toBe('allow');
      }),
      runs(2000),
    );
  });

  it('is skipped by a search where it is secret', () => {
    const skipped = ['.env', 'src/.ENV.local', 'a/.ssh/x', 'k.pem', '.npmrc', '.git/config', 'ENV~1'];
    expect(skipped.filter((path) => !isSecretPath(path))).toEqual([]);
    const searched = ['src/a.ts', 'package.json', '.github/x.yml', 'id_rsa.pub', 'environment.md'];
    expect(searched.filter(isSecretPath)).toEqual([]);
  });
});

describe('a file with unsaved text in an editor', () => {
  it.each(['ask', 'edit'] as const)('is asked for in the mode %s, since the write saves that text too', (mode) => {
    const request = { type: 'write', kind: 'edit', path: checked('src/a.ts'), isUnsaved: true } as const;
    expect(decide(request, stateOf({ mode }))).toMatchObject({ type: 'ask', reasons: [{ type: 'unsaved' }] });
  });
});
