/** The programs whose flags are known: those that only read, which need no rule, and those that a rule may cover. */
import { type FlagTable, NUMBER, PLAIN_NAME, type Program } from './flag-table.ts';
import { GIT_PROGRAMS } from './git-programs.ts';

const COUNT = /[+-]?\d{1,12}(b|kB|K|MB|M|GB|G)?/;

const READERS: readonly Program[] = [
  { words: ['pwd'], kind: 'read', table: { letters: 'LP', flags: ['--logical', '--physical'], operands: 'none' } },
  {
    words: ['ls'],
    kind: 'read',
    table: {
      letters: '1aAcCdfFgGhilmnopqQrRsStuUvxX',
      flags: [
        '--all',
        '--almost-all',
        '--color',
        '--directory',
        '--group-directories-first',
        '--human-readable',
        '--inode',
        '--no-group',
        '--numeric-uid-gid',
        '--recursive',
        '--reverse',
        '--size',
        '--classify',
        '--full-time',
        '--si',
      ],
      joined: {
        '--color=': /never|auto|always/,
        '--sort=': /none|size|time|version|extension|width|name/,
        '--time=': /atime|access|use|ctime|status|birth|creation|mtime|modification/,
        '--format=': /across|commas|horizontal|long|single-column|verbose|vertical/,
        '--time-style=': /full-iso|long-iso|iso|locale/,
        '--indicator-style=': /none|slash|file-type|classify/,
      },
      operands: 'paths',
    },
  },
  {
    words: ['wc'],
    kind: 'read',
    table: {
      letters: 'cmlLw',
      flags: ['--bytes', '--chars', '--lines', '--max-line-length', '--words'],
      operands: 'paths',
    },
  },
  {
    words: ['cat'],
    kind: 'read',
    table: {
      letters: 'AbeEnstTuv',
      flags: [
        '--show-all',
        '--number-nonblank',
        '--show-ends',
        '--number',
        '--squeeze-blank',
        '--show-tabs',
        '--show-nonprinting',
      ],
      operands: 'paths',
    },
  },
  ...['head', 'tail'].map(
    (program): Program => ({
      words: [program],
      kind: 'read',
      table: {
        letters: program === 'tail' ? 'fqvz' : 'qvz',
        flags: ['--quiet', '--silent', '--verbose', '--zero-terminated'],
        joined: { '--lines=': COUNT, '--bytes=': COUNT, ...digits() },
        valued: { '-n': COUNT, '-c': COUNT },
        operands: 'paths',
      },
    }),
  ),
];

/** `-5` and `-20`. */
function digits(): Readonly<Record<string, RegExp>> {
  return Object.fromEntries([...'123456789'].map((digit) => [`-${digit}`, /\d{0,9}/]));
}

const SCRIPT_FLAGS: FlagTable = { letters: 's', flags: ['--silent', '--if-present'], operands: 'none' };

const CARGO: FlagTable = {
  letters: 'qvr',
  flags: [
    '--release',
    '--workspace',
    '--all',
    '--all-targets',
    '--all-features',
    '--no-default-features',
    '--lib',
    '--bins',
    '--tests',
    '--benches',
    '--examples',
    '--doc',
    '--no-run',
    '--no-fail-fast',
    '--locked',
    '--offline',
    '--frozen',
    '--quiet',
    '--verbose',
    '--keep-going',
  ],
  joined: {
    '--package=': PLAIN_NAME,
    '--features=': PLAIN_NAME,
    '--test=': PLAIN_NAME,
    '--bin=': PLAIN_NAME,
    '--color=': PLAIN_NAME,
    '--jobs=': NUMBER,
  },
  valued: { '-p': PLAIN_NAME, '-j': NUMBER },
  operands: 'paths',
};

/** Filters and flags of test binaries, and lints of rustc; not `--logfile` or `-C linker`, which write and run. */
const CARGO_PASSES: Readonly<Record<string, RegExp>> = {
  test: /--(?:nocapture|no-capture|exact|ignored|include-ignored|show-output|test-threads=\d{1,4})|[A-Za-z_][\w:]*/,
  clippy: /-[DWAF]|[a-z_]+(?:::[a-z_]+)?/,
};

const NOTHING = /(?!)/;

const GO: FlagTable = {
  flags: ['-v', '-race', '-short', '-failfast', '-cover', '-benchmem', '-json', '-x', '-a'],
  operands: 'paths',
};

const PYTEST: FlagTable = {
  letters: 'qvxsl',
  flags: [
    '--lf',
    '--last-failed',
    '--ff',
    '--failed-first',
    '--sw',
    '--stepwise',
    '--quiet',
    '--verbose',
    '--exitfirst',
    '--co',
    '--collect-only',
    '--no-header',
    '--no-summary',
  ],
  joined: {
    '--tb=': /auto|long|short|line|native|no/,
    '--maxfail=': NUMBER,
    '--durations=': NUMBER,
    '-r': /[A-Za-z]+/,
    '--color=': PLAIN_NAME,
  },
  valued: { '-k': /[\w ]+/ },
  operands: 'paths',
};

const SCRIPT_RUNNERS: readonly Program[] = [
  ...['npm', 'pnpm', 'yarn'].flatMap((program): readonly Program[] => [
    { words: [program, 'test'], kind: 'run', table: SCRIPT_FLAGS },
    { words: [program, 'run'], takesName: true, kind: 'run', table: SCRIPT_FLAGS },
  ]),
  ...['build', 'check', 'clippy', 'test', 'bench', 'doc'].map(
    (name): Program => ({ words: ['cargo', name], kind: 'run', table: CARGO, passed: CARGO_PASSES[name] ?? NOTHING }),
  ),
  ...['build', 'test', 'vet'].map((name): Program => ({ words: ['go', name], kind: 'run', table: GO })),
  { words: ['pytest'], kind: 'run', table: PYTEST },
];

const WRITERS: readonly Program[] = [
  { words: ['mkdir'], kind: 'write', table: { letters: 'pv', flags: ['--parents', '--verbose'], operands: 'paths' } },
  { words: ['touch'], kind: 'write', table: { letters: 'acm', flags: ['--no-create'], operands: 'paths' } },
];

const PROGRAMS = new Map<string, readonly Program[]>();
for (const program of [...READERS, ...GIT_PROGRAMS, ...SCRIPT_RUNNERS, ...WRITERS]) {
  const [name = ''] = program.words;
  PROGRAMS.set(name, [...(PROGRAMS.get(name) ?? []), program]);
}

/** The table's row for a command; undefined for a program or sub-command without one. */
export function findProgram(words: readonly string[]): Program | undefined {
  return PROGRAMS.get(words[0] ?? '')?.find((program) => program.words.every((word, at) => word === words[at]));
}
