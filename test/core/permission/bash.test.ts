/** What a command is read as is what a real bash runs: stub programs on PATH log how they were called. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCommand } from '../../../src/core/permission/read-command.ts';
import { newFolder } from '../../new-folder.ts';
import { runs } from '../../property/runs.ts';

const BASH = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((file) => existsSync(file));
const PROGRAMS = ['git', 'ls', 'cat', 'wc', 'rm', 'evil', 'a', 'b', 'npm', '2', '12', 'a=b'];

/** Pieces that are mostly read, so that many commands are; the others must be refused, or mean what they seem to. */
const word = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      '-l',
      '--x=y',
      'src/a.ts',
      'a~1',
      'a~',
      'a^',
      'a^^2~1..b~',
      '1',
      '2',
      '.',
      '..',
      '@',
      '%1',
      '+x',
      '-',
      '--',
      ',',
      ':',
    ),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      "'a b'",
      '"a b"',
      "''",
      '""',
      "'$(evil)'",
      '"a;evil"',
      "'a\nb'",
      '"a\nb"',
      "'\"'",
      '"\'"',
      '"\\""',
      '"\\\\"',
      '"a\\b"',
      'a\'b\'"c"',
      "'#'",
      '"#x"',
      "'a'b=c",
      "x='y z'",
      "'é'",
      '"日本"',
      "'*'",
      '"{a,b}"',
      "'~'",
      '"!"',
      "'\\'",
      '"<(evil)"',
      "'>x'",
      "'&'",
      "'if'",
      'a=b',
      'if',
      'time',
      'a"="b',
      '"2"',
      "'2'",
      '2',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '$(evil)',
      '`evil`',
      '"$(evil)"',
      '"`evil`"',
      '<(evil)',
      '>(evil)',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is bash.
      '${x:-$(evil)}',
      '$x',
      '"$x"',
      '~',
      '*',
      '?',
      '[a]',
      '{evil,x}',
      '{a,b}',
      '\\evil',
      'e\\vil',
      '#evil',
      '# evil',
      '!',
      '! evil',
      '(evil)',
      '((1))',
      '$((1))',
      "$'\\n'evil",
      '$"x"',
      '"',
      "'",
      '\\',
      '\r',
      '\u00a0',
      '\u200b',
      '\u0085',
      '\u2028',
      'é',
      '^x',
      'x=~',
      'x:~',
      'a=b:~',
      '~1',
      'a~/',
      '[[',
      '{',
      '}',
      '`',
      '$',
      '"\\$(evil)"',
      '"\\`evil\\`"',
      '"é\\""',
      '\u000b',
      '\f',
      '\0',
    ),
  },
);
const separator = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(' ', '  ', '\t', ' \t ') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ' | ',
      '|',
      '; ',
      ';',
      '\n',
      '\n\n',
      ' && ',
      '&&',
      ' || ',
      '||',
      '&&\n',
      '|\n',
      ' ;\n',
      '\n ',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ' >/dev/null ',
      ' > /dev/null',
      ' 2>&1 ',
      ' 2>/dev/null ',
      ' </dev/null ',
      ' &>/dev/null ',
      '>>/dev/null ',
      '2>&1',
      '1>/dev/null',
      '&>>/dev/null ',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' & ',
      '&',
      ' |& ',
      ';;',
      ' >x ',
      '>x',
      ' >>x ',
      '<x ',
      ' 2>x ',
      '<<<',
      '<<E\n',
      ' >| x ',
      ' 3>&1 ',
      ' 2>&1',
      '2>&1x ',
      ' {x}>x ',
      '\\\n',
      '\r\n',
      '>&',
      '<>',
      '&>x ',
      '>/dev/nullx ',
      '>/dev/null',
    ),
  },
);
const command = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...PROGRAMS) }, { weight: 3, arbitrary: word }),
      separator,
    ),
    { minLength: 1, maxLength: 9 },
  )
  .chain((parts) =>
    fc.constantFrom(...PROGRAMS).map((first) => `${first} ${parts.map(([text, after]) => text + after).join('')}`),
  );

/** Runs each command of the file that is its first argument twice: with stubs that succeed, and with stubs that fail. */
const RUNNER = `at=0
while IFS= read -r -d '' text; do
  for code in 0 1; do
    env -i PATH="$STUBS" LC_ALL=C.UTF-8 STUB_EXIT=$code STUB_LOG="$LOGS/$at-$code" "$BASH" --norc --noprofile -c "$text" </dev/null >/dev/null 2>&1
  done
  at=$((at + 1))
done < "$1"
`;
const END = '/end of the call';

let stubs = '';
let work = '';
let logs = '';
let list = '';

beforeAll(() => {
  const folder = newFolder('bash');
  [stubs, work, logs] = ['stubs', 'work', 'logs'].map((name) => path.join(folder, name)) as [string, string, string];
  list = path.join(folder, 'commands');
  for (const made of [stubs, work, logs]) mkdirSync(made);
  for (const name of PROGRAMS) {
    const file = path.join(stubs, name);
    // One write for each call, so that the programs of a pipe don't mix theirs.
    writeFileSync(file, `#!/bin/sh\nprintf '%s\\0' '${name}' "$@" '${END}' >> "$STUB_LOG"\nexit "$STUB_EXIT"\n`);
    chmodSync(file, 0o755);
  }
});

/** How the stubs were called in one run, each as JSON of its words. */
function callsOf(name: string): readonly string[] {
  const file = path.join(logs, name);
  if (!existsSync(file)) return [];
  const calls: string[] = [];
  let words: string[] = [];
  for (const part of readFileSync(file, 'utf8').split('\0').slice(0, -1)) {
    if (part === END) {
      calls.push(JSON.stringify(words));
      words = [];
    } else words.push(part);
  }
  return calls;
}

function runAll(texts: readonly string[]): readonly (readonly string[])[] {
  for (const name of readdirSync(logs)) rmSync(path.join(logs, name));
  writeFileSync(list, texts.map((text) => `${text}\0`).join(''));
  const env = { PATH: '/usr/bin:/bin', STUBS: stubs, LOGS: logs };
  const { status } = spawnSync(BASH ?? '', ['--norc', '-c', RUNNER, 'runner', list], { cwd: work, env });
  expect(status).toBe(0);
  return texts.map((_, at) => [...callsOf(`${at}-0`), ...callsOf(`${at}-1`)]);
}

describe.skipIf(BASH === undefined)('a command that is read', () => {
  it('runs in bash what the list of its words says, and changes no file', () => {
    let [commands, calls] = [0, 0];
    fc.assert(
      fc.property(fc.array(command, { minLength: 250, maxLength: 250 }), (texts) => {
        const read = texts.flatMap((text) => {
          const result = readCommand(text);
          // `. a` runs the file `a` of PATH in the shell itself, as its words say.
          const isRun = result.ok && !result.value.some(({ words: [program] }) => program === '.');
          return isRun ? [{ text, listed: result.value.map(({ words }) => JSON.stringify(words)) }] : [];
        });
        const called = runAll(read.map(({ text }) => text));
        const unlisted = read.flatMap(({ text, listed }, at) => {
          const more = called[at]?.filter((one) => !listed.includes(one)) ?? [];
          return more.length > 0 ? [{ text, listed, more }] : [];
        });
        expect(unlisted).toEqual([]);
        expect(readdirSync(work)).toEqual([]);
        commands += read.length;
        calls += called.flat().length;
      }),
      { ...runs(1), endOnFailure: true },
    );
    console.info(
      `${commands} commands were read and run in bash twice; each of ${calls} calls was in the list of words`,
    );
    expect(calls).toBeGreaterThan(0);
  }, 3_600_000);
});
