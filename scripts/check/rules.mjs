/** Which tests show which rule and which reliability case: the tables in docs/compaction.md, by the numbers in the titles. */
import path from 'node:path';
import { fieldCasesIn, fieldPage, fieldProblems, fieldTable } from './field-table.mjs';
import { files, read } from './files.mjs';
import { CASES, CASES_LATER, RULES, RULES_LATER, RULES_PARTLY } from './rule-list.mjs';
import { testTitles } from './test-titles.mjs';

export const page = 'docs/compaction.md';
const begin = '<!-- rules: written by `npm run rules` -->';
const end = '<!-- rules end -->';

/** `R17`, `R17–R22`. */
const rulePattern = /\bR(\d+)(?:[–-]R?(\d+))?(?!\d)/g;
/** `case 5`, `cases 3–6`, `cases 5, 7 and 9`. */
const casePattern = /\bcases? (\d+)(?:[–-](\d+))?((?:(?:, | and )\d+)*)/gi;

/** @param {string} from @param {string | undefined} to */
const span = (from, to = from) => Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i);

/** @param {string} title @returns {readonly number[]} */
export const rulesIn = (title) => [...title.matchAll(rulePattern)].flatMap(([, from = '', to]) => span(from, to));

/** @param {string} title @returns {readonly number[]} */
export const casesIn = (title) =>
  [...title.matchAll(casePattern)].flatMap(([, from = '', to, more = '']) => [
    ...span(from, to),
    ...[...more.matchAll(/\d+/g)].map(Number),
  ]);

/**
 * @typedef {Readonly<Record<string, readonly string[]>>} Titles the titles of each test file
 * @typedef {ReadonlyMap<number, readonly string[]>} Shown the files that show each number
 */

/**
 * @template {number | string} N
 * @param {Titles} titles
 * @param {(title: string) => readonly N[]} numbersIn
 * @returns {ReadonlyMap<N, readonly string[]>}
 */
export function shownBy(titles, numbersIn) {
  /** @type {Map<N, string[]>} */
  const shown = new Map();
  for (const [file, own] of Object.entries(titles))
    for (const number of new Set(own.flatMap(numbersIn))) shown.set(number, [...(shown.get(number) ?? []), file]);
  return shown;
}

/** @param {string} file */
const link = (file) =>
  `[${file.replace(/^test\/(core\/)?/, '').replace(/\.test\.tsx?$/, '')}](${path.posix.relative(path.posix.dirname(page), file)})`;

/**
 * @param {string} prefix
 * @param {Readonly<Record<number, string>>} asked
 * @param {Readonly<Record<number, string>>} notes
 * @param {Shown} shown
 */
const rows = (prefix, asked, notes, shown) =>
  Object.entries(asked).map(([number, what]) => {
    const note = notes[Number(number)];
    const tests = (shown.get(Number(number)) ?? []).map(link);
    return `| ${prefix}${number} | ${what} | ${[...tests, ...(note ? [note] : [])].join(' · ')} |`;
  });

/** @param {Shown} rules @param {Shown} cases */
export const tables = (rules, cases) =>
  [
    begin,
    '',
    '## Rules and their tests',
    '',
    'A test that shows a rule or a reliability case has its number in its title.',
    '',
    '| rule | what it asks | tests |',
    '| --- | --- | --- |',
    ...rows('R', RULES, { ...RULES_LATER, ...RULES_PARTLY }, rules),
    '',
    '## Reliability cases and their tests',
    '',
    'What went wrong for users of other tools, each with its input.',
    '',
    '| case | what happened | tests |',
    '| --- | --- | --- |',
    ...rows('', CASES, CASES_LATER, cases),
    '',
    end,
  ].join('\n');

/**
 * @param {string} name
 * @param {Readonly<Record<number, string>>} asked
 * @param {Readonly<Record<number, string>>} later
 * @param {Shown} shown
 */
export const problemsOf = (name, asked, later, shown) => [
  ...Object.keys(asked).flatMap((number) => {
    const has = shown.has(Number(number));
    if (has === (later[Number(number)] === undefined)) return [];
    return [
      has
        ? `scripts/check/rule-list.mjs: ${name} ${number} has a test now: take it from the list of later ones`
        : `${name} ${number} has no test: write its number into the title of one, or say in scripts/check/rule-list.mjs what it waits for`,
    ];
  }),
  ...[...shown].flatMap(([number, where]) =>
    number in asked ? [] : [`${where[0]}: there is no ${name} ${number} in scripts/check/rule-list.mjs`],
  ),
];

/** The test of this check has numbers for samples. */
const isShown = (/** @type {string} */ file) =>
  /^test\/.*\.test\.tsx?$/.test(file) && !file.startsWith('test/scripts/rules');

/** @returns {Titles} */
const readTitles = () => Object.fromEntries(files.filter(isShown).map((file) => [file, testTitles(file, read(file))]));

/** @param {string} text the page @param {string} written the tables @returns {string} */
export function withTables(text, written) {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) return `${text.trimEnd()}\n\n${written}\n`;
  return text.slice(0, from) + written + text.slice(to + end.length);
}

/** @returns {{problems: readonly string[], pages: Readonly<Record<string, string>>}} what is wrong, and each page as it should be */
export function rules() {
  const titles = readTitles();
  const shown = {
    rules: shownBy(titles, rulesIn),
    cases: shownBy(titles, casesIn),
    field: shownBy(titles, fieldCasesIn),
  };
  const problems = [
    ...problemsOf('rule', RULES, RULES_LATER, shown.rules),
    ...problemsOf('case', CASES, CASES_LATER, shown.cases),
    ...fieldProblems(shown.field),
  ];
  const pages = {
    [page]: withTables(read(page), tables(shown.rules, shown.cases)),
    [fieldPage]: fieldTable(shown.field, link),
  };
  return { problems, pages };
}

/** @returns {readonly string[]} problems */
export function rulesCheck() {
  const { problems, pages } = rules();
  const stale = Object.entries(pages).filter(([file, text]) => !files.includes(file) || text !== read(file));
  return [...problems, ...stale.map(([file]) => `${file}: the table of tests is out of date: npm run rules`)];
}
