/** Text that no package holds much of, made by our own code: encodings, logs, listings, diffs, names in many languages, symbols. */

import { randomNumbers } from '../random-numbers.ts';
import type { CorpusClass } from './corpus.ts';

const LANGUAGES = [
  'ar',
  'he',
  'th',
  'hi',
  'bn',
  'ta',
  'el',
  'fa',
  'ur',
  'km',
  'ka',
  'hy',
  'ru',
  'uk',
  'ja',
  'zh',
  'ko',
  'vi',
  'tr',
  'pl',
];

export function generatedTexts(): CorpusClass[] {
  const random = randomNumbers(20_261_128);
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(items: readonly [T, ...T[]]): T => items[below(items.length)] ?? items[0];
  const bytes = (n: number) => Buffer.from(Array.from({ length: n }, () => below(256)));
  const lines = (n: number, line: (i: number) => string) => Array.from({ length: n }, (_, i) => line(i)).join('\n');
  const hex = (n: number) => bytes(n / 2).toString('hex');
  const letters = (n: number) => Array.from({ length: n }, () => String.fromCharCode(97 + below(26))).join('');
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(2).slice(0, 1)}${hex(2)}-${hex(4)}-${hex(12)}`;
  const time = () => new Date(1.7e12 + below(6e10)).toISOString();
  const word = () =>
    pick([
      'request',
      'user',
      'index',
      'cache',
      'thread',
      'buffer',
      'error',
      'config',
      'stream',
      'token',
      'model',
      'query',
    ]);
  const name = () =>
    pick([
      word(),
      `${word()}_${word()}`,
      `${word()}${word().replace(/^./, (c) => c.toUpperCase())}`,
      `${word()}-${word()}`,
    ]);
  const logLine = () =>
    pick([
      JSON.stringify({
        ts: time(),
        level: pick(['info', 'warn', 'error']),
        pid: below(65536),
        trace: hex(32),
        msg: `${word()} done`,
        ms: below(900),
      }),
      JSON.stringify({
        time: 1.7e12 + below(6e10),
        id: uuid(),
        path: `/api/v1/${name()}/${below(9999)}`,
        status: pick([200, 404, 500]),
      }),
      `${time()} [${pick(['INFO', 'WARN', 'DEBUG'])}] ${name()}: ${word()} ${below(1e6)} took ${(random() * 100).toFixed(3)}ms`,
    ]);
  const diffLine = () =>
    `${pick(['+', '-', ' ', ' '])}${' '.repeat(below(5) * 2)}${pick([`const ${name()} = ${name()}(${below(100)});`, `return ${name()}.${name()};`, `if (!${name()}) {`, '}', `// ${word()} ${word()}`])}`;
  const diff = () =>
    `diff --git a/src/${name()}.ts b/src/${name()}.ts\nindex ${hex(8)}..${hex(8)} 100644\n@@ -${below(900)},${below(20)} +${below(900)},${below(20)} @@ ${name()}\n${lines(12, diffLine)}`;
  const mode = () => pick(['-rw-r--r--', 'drwxr-xr-x', '-rwxr-xr-x']);
  const listing = () =>
    `${mode()} ${below(9) + 1} ${pick(['root root', 'node node'])} ${below(1e6)} ${pick(['Nov', 'Jan', 'Aug'])} ${below(28) + 1} ${below(24)}:${below(6)}${below(10)} ${name()}.${pick(['ts', 'json', 'md', 'py'])}`;
  const symbols = [
    '│',
    '├──',
    '└──',
    '→',
    '✓',
    '│',
    '─',
    '→',
    '✓',
    '─',
    '│',
    '├──',
    '└──',
    '→',
    '✓',
    '✗',
    '…',
    '—',
    '•',
    '█',
    '░',
    '“',
    '”',
    '’',
    '⎿',
    '●',
    '⠋',
    '≥',
    '×',
    '·',
    '┌',
    '┐',
    '═',
    '⚠',
    '❯',
  ] as const;
  const emoji = emojiOf();
  const repeats = [
    '=',
    '-',
    '#',
    '*',
    '/',
    '_',
    '.',
    ' ',
    '\n',
    '\t',
    '~',
    'a',
    'x',
    'あ',
    '─',
    '0',
    '+',
    '█',
  ] as const;
  return [
    {
      name: 'base64',
      share: 1.5,
      texts: [
        bytes(150_000).toString('base64'),
        lines(500, () => bytes(57).toString('base64')),
        bytes(50_000).toString('base64url'),
      ],
    },
    { name: 'hex', share: 1, texts: [hex(150_000), lines(1500, () => hex(40)), lines(800, () => hex(64))] },
    { name: 'uuid', share: 1, texts: [lines(4000, uuid)] },
    { name: 'logs', share: 1.5, texts: [lines(4000, logLine)] },
    { name: 'diffs', share: 1, texts: [lines(400, diff)] },
    { name: 'listing', share: 0.7, texts: [lines(3000, listing)] },
    {
      name: 'numbers',
      share: 0.5,
      texts: [
        lines(4000, () =>
          Array.from({ length: 8 }, () => pick([String(below(1e7)), random().toFixed(4), String(-below(1000))])).join(
            pick([',', ', ', '\t', ' ']),
          ),
        ),
      ],
    },
    { name: 'random letters', share: 0.5, texts: [letters(20_000), lines(2000, () => letters(3 + below(18)))] },
    {
      name: 'emoji',
      share: 1,
      texts: [
        lines(3000, () => pick([pick(emoji), `${pick(emoji)} ${word()}`, `${word()} ${pick(emoji)}${pick(emoji)}`])),
      ],
    },
    {
      name: 'symbols',
      share: 0.7,
      texts: [
        lines(
          4000,
          () => `${pick(symbols)}${pick([' ', '', '  '])}${pick([name(), pick(symbols), ''])}${pick(symbols)}`,
        ),
        lines(
          600,
          () =>
            `${pick(['┌', '├', '└', '╭'])}${pick(['─', '─', '━', '═']).repeat(below(90))}${pick(['┐', '┤', '┬', ''])}`,
        ),
        lines(600, () => `${pick(['│ ', '│   '])}${pick(['├── ', '└── '])}${name()}${pick(['', '/', '.ts'])}`),
      ],
    },
    {
      name: 'repeats',
      share: 0.7,
      texts: lines(1500, () => pick(repeats).repeat(2 ** below(8) + below(40))).split('\n'),
    },
    {
      name: 'indents',
      share: 0.5,
      texts: [
        lines(
          4000,
          () =>
            `${pick(['  ', '    ', '\t', '   ']).repeat(below(9))}${name()}${' '.repeat(below(12))}${pick([word(), String(below(999)), '|', ''])}`,
        ),
        lines(
          2000,
          () =>
            `${pick([' ', '\t', '']).repeat(below(20))}${pick([word(), '}', '];', String(below(99))])}${'\n'.repeat(below(5))}`,
        ),
      ],
    },
    {
      name: 'rulers',
      share: 0.7,
      texts: [lines(2500, () => `${pick(['=', '-', '#', '*', '/', '_', '.', '~']).repeat(below(100))} ${name()}`)],
    },
    { name: 'names', share: 0.2, texts: [...LANGUAGES.map(namesIn)] },
  ];
}

/** Languages, countries, currencies, months and days as they are called in a language. */
function namesIn(language: string): string {
  const codes = Array.from({ length: 26 * 26 }, (_, i) => String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26)));
  const languages = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });
  const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  const days = Array.from({ length: 120 }, (_, i) => date.format(new Date(i * 86_400_000 * 13)));
  const names = codes.flatMap((code) => [languages.of(code), regions.of(code.toUpperCase())]);
  return [...names.filter((name) => name !== undefined), ...days].join(' ');
}

function emojiOf(): readonly [string, ...string[]] {
  const found: string[] = [];
  for (let code = 0x1f300; code < 0x1fa00; code++) {
    const text = String.fromCodePoint(code);
    if (/\p{Emoji_Presentation}/u.test(text)) found.push(text);
  }
  const common = [
    '😀',
    '😂',
    '👍',
    '🎉',
    '🚀',
    '✅',
    '❌',
    '⚠️',
    '🔥',
    '💡',
    '🙏',
    '👩‍💻',
    '🇯🇵',
    '🇩🇪',
    '👍🏽',
    '❤️',
    '📝',
    '🐛',
    '✨',
    '🔧',
  ];
  return ['✅', ...found, ...common.flatMap((one) => Array.from({ length: 20 }, () => one))];
}
