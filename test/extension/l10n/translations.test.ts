/** Translations: each text stands for one of the English ones, with its places, code, commands and settings, in its own script. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

type Texts = Readonly<Record<string, string>>;

const read = (file: string): Texts => JSON.parse(readFileSync(file, 'utf8'));

/** Each English file, and the files of other languages beside it. */
const SOURCES = [
  { english: 'package.nls.json', folder: '.', name: /^package\.nls\.(.+)\.json$/ },
  { english: 'l10n/bundle.l10n.json', folder: 'l10n', name: /^bundle\.l10n\.(.+)\.json$/ },
];

const translations = SOURCES.flatMap(({ english, folder, name }) =>
  readdirSync(folder).flatMap((file) => {
    const language = name.exec(file)?.[1];
    return language === undefined ? [] : [{ file: path.join(folder, file), language, english }];
  }),
);

/** What a translation keeps as it is, though its order may differ: places, icons, code, links, and names of settings. */
const FIXED = /\{\d+\}|\$\([\w-]+\)|`[^`]*`|\]\(command:[\w.]+\)|\bspool\.[a-z][\w.-]*\w/g;
const fixedIn = (text: string): readonly string[] => (text.match(FIXED) ?? []).sort();

/** Letters that are not of what is kept. */
const wordsIn = (text: string): string => (text.replace(FIXED, '').match(/\p{L}+/gu) ?? []).join(' ');

const isInLatin = (language: string): boolean => new Intl.Locale(language).maximize().script === 'Latn';

/** Whether the text is in its language, as far as its letters show. */
function isTranslated(text: string, english: string, language: string): boolean {
  if (wordsIn(english) === '') return true;
  // A single word, a name or not, may be the same in both.
  if (isInLatin(language)) return text !== english || !wordsIn(english).includes(' ');
  return wordsIn(text) === '' || /(?!\p{Script=Latin})\p{L}/u.test(text);
}

/** The problems of one text. */
function problemsOf(text: string, english: string, language: string): readonly string[] {
  const [there, wanted] = [fixedIn(text).join(' '), fixedIn(english).join(' ')];
  return [
    ...(text.trim() === text && text !== '' ? [] : ['is empty, or has spaces around it']),
    ...(there === wanted ? [] : [`has ${there || 'nothing'} for ${wanted || 'nothing'}`]),
    // A sentence may end with the name of a command; where it stands differs.
    ...(text.endsWith('…') === english.endsWith('…') || /[.:] /.test(english)
      ? []
      : ['ends with … in one language only']),
    ...(isTranslated(text, english, language) ? [] : ['is not translated']),
  ];
}

describe.each(translations)('$file', ({ file, language, english }) => {
  const source = read(english);
  const texts = read(file);

  it('has texts of the program only', () => {
    expect(Object.keys(texts).filter((key) => !Object.hasOwn(source, key))).toEqual([]);
  });

  it('keeps what no language changes, and is in its language', () => {
    const problems = Object.entries(texts).flatMap(([key, text]) =>
      problemsOf(text, source[key] ?? text, language).map((problem) => `${key}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('names commands and buttons as they are called', () => {
    const all = SOURCES.flatMap((one) => siblings(one.english, language)).flatMap((one) => Object.values(one));
    const called = new Set(all.map((name) => name.replace(/^\$\([\w-]+\) /, '')));
    const named = Object.entries(texts).flatMap(([key, text]) =>
      (source[key] ?? '').includes('[') ? [] : [...text.matchAll(/\[([^[\]]+)\]/g)].map((match) => match[1] ?? ''),
    );
    expect(named.filter((name) => !called.has(name) && !name.includes('"'))).toEqual([]);
  });
});

/** The translations of an English file into the language. */
function siblings(english: string, language: string): readonly Texts[] {
  return translations
    .filter((one) => one.english === english && one.language === language)
    .map(({ file }) => read(file));
}

it.each([
  ['Ein {0} von {1}', '{0} of {1}', 'de', []],
  ['{1} の {0}', '{0} of {1}', 'ja', []],
  ['{0} の', '{0} of {1}', 'ja', ['has {0} for {0} {1}']],
  ['Set spool.a.b', 'Set spool.a.b', 'ja', ['is not translated']],
  ['Details', 'Details', 'de', []],
  ['No key is stored.', 'No key is stored.', 'de', ['is not translated']],
  ['`x` を', '`y`', 'ja', ['has `x` for `y`']],
  ['', 'Open…', 'de', ['is empty, or has spaces around it', 'ends with … in one language only']],
  ['{0} → {1}', '{0} → {1}', 'ja', []],
  ['{0} / {1}', '{0} of {1}', 'ja', []],
])('%j for %j in %s', (text, english, language, problems) => {
  expect(problemsOf(text, english, language)).toEqual(problems);
});

it.each(translations)('$file lacks no text', ({ file, english }) => {
  const texts = read(file);
  expect(Object.keys(read(english)).filter((key) => !Object.hasOwn(texts, key))).toEqual([]);
});
