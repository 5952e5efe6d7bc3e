/** The page docs/field-cases.md: each case that was found in the field, with the tests that show it. */
import { FIELD_CASES, OPEN_CASES } from './field-cases.mjs';

export const fieldPage = 'docs/field-cases.md';

/** @param {string} title @returns {readonly string[]} `W5` of the title `W5 pieces of a call` */
export const fieldCasesIn = (title) => title.match(/\b[WMCISP]\d{1,2}\b/g) ?? [];

/**
 * @param {ReadonlyMap<string, readonly string[]>} shown the test files of each case
 * @param {(file: string) => string} link
 * @returns {string} the whole page
 */
export const fieldTable = (shown, link) =>
  [
    '# Field cases',
    '',
    'What failed when the product was tried on servers, windows, threads and files that its own tests did not have. A test has the number',
    'of its case in its title. Written by `npm run rules`; W are servers, M the measured size, C compactions, I imports, S storage and load,',
    'P the panel.',
    '',
    '| case | input | tests |',
    '| --- | --- | --- |',
    ...Object.entries(FIELD_CASES).map(
      ([number, what]) =>
        `| ${number} | ${what} | ${(shown.get(number) ?? []).map(link).join(' · ') || 'no test yet'} |`,
    ),
    '',
  ].join('\n');

/** @param {ReadonlyMap<string, readonly string[]>} shown @returns {readonly string[]} problems */
export const fieldProblems = (shown) => [
  ...Object.keys(FIELD_CASES).flatMap((number) => {
    if (shown.has(number) !== OPEN_CASES.has(number)) return [];
    return [
      shown.has(number)
        ? `scripts/check/field-cases.mjs: ${number} has a test now: take it out of OPEN_CASES`
        : `${number} has no test: write its number into the title of one, or add it to OPEN_CASES`,
    ];
  }),
  ...[...shown].flatMap(([number, where]) =>
    number in FIELD_CASES ? [] : [`${where[0]}: there is no case ${number} in scripts/check/field-cases.mjs`],
  ),
];
