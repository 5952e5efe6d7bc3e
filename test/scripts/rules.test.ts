/** The check that every rule and reliability case has its test: which titles count, what is said, and where the tables go. */
import { describe, expect, test } from 'vitest';
import { FIELD_CASES, OPEN_CASES } from '../../scripts/check/field-cases.mjs';
import { fieldCasesIn, fieldProblems } from '../../scripts/check/field-table.mjs';
import { casesIn, problemsOf, rulesIn, shownBy, withTables } from '../../scripts/check/rules.mjs';
import { testTitles } from '../../scripts/check/test-titles.mjs';

test.each([
  ['R17 cuts', [17]],
  ['R12 R9 strips', [12, 9]],
  ['R39, R45, R46 reads', [39, 45, 46]],
  ['R18–R20 whatever', [18, 19, 20]],
  ['HR12 or ERR_R5', []],
])('the rules of %j are %j', (title, numbers) => expect(rulesIn(title)).toEqual(numbers));

test.each([
  ['case 5: a summary', [5]],
  ['R12 case 8: leaves', [8]],
  ['cases 31, 32 and 34', [31, 32, 34]],
  ['cases 38–40', [38, 39, 40]],
  ['in any case', []],
])('the cases of %j are %j', (title, numbers) => expect(casesIn(title)).toEqual(numbers));

test('the titles of a file are those of its tests and of the rows of their tables', () => {
  const source = `
    describe.skipIf(off)('R1 one', () => {
      it.each([['R2 two', 1], ['three', 2]])('%s', () => expect('R9').toBe('R9'));
      it(\`R3 \${name}\`, () => {});
    });
    // it('R4 four')
    const rows: readonly [string, number][] = [['R5 five', 1]];`;
  expect(testTitles('a.test.ts', source)).toEqual(['R1 one', '%s', 'R2 two', 'three', 'R3 ', 'R5 five']);
});

describe('a number', () => {
  const asked = { 1: 'first', 2: 'second' };
  const shown = (titles: readonly string[]) => shownBy({ 'test/a.test.ts': titles }, rulesIn);

  test.each<[string, readonly string[], Readonly<Record<number, string>>, readonly RegExp[]]>([
    ['with its test is fine', ['R1 x', 'R2 y'], {}, []],
    ['without one is a problem', ['R1 x'], {}, [/^rule 2 has no test/]],
    ['without one that comes later is none', ['R1 x'], { 2: 'later' }, []],
    ['that comes later but has one is a problem', ['R1 x', 'R2 y'], { 2: 'later' }, [/rule 2 has a test now/]],
    ['that no list has is a problem', ['R1–R3 x'], {}, [/^test\/a\.test\.ts: there is no rule 3/]],
  ])('%s', (_, titles, later, problems) => {
    const found = problemsOf('rule', asked, later, shown(titles));
    expect(found.length).toBe(problems.length);
    for (const [i, problem] of problems.entries()) expect(found[i]).toMatch(problem);
  });
});

test('the tables go between their markers, or to the end, and nothing else moves', () => {
  const tables = '<!-- rules: written by `npm run rules` -->\nnew\n<!-- rules end -->';
  const old = tables.replace('new', 'old\nolder');
  expect(withTables(`# A\n\n${old}\n\n## B $& \n`, tables)).toBe(`# A\n\n${tables}\n\n## B $& \n`);
  expect(withTables('# A\n', tables)).toBe(`# A\n\n${tables}\n`);
});

describe('a field case', () => {
  test.each([
    ['W5 pieces of a call', ['W5']],
    ['M3 case 35: the gauge', ['M3']],
    ['in UTF16 or S3-like', ['S3']],
    ['W1x and XW1', []],
  ])('the field cases of %j are %j', (title, numbers) => expect(fieldCasesIn(title)).toEqual(numbers));

  test('needs a test, or is in the list of open ones, not both', () => {
    const all = Object.keys(FIELD_CASES);
    const shown = new Map(
      all.filter((number) => !OPEN_CASES.has(number)).map((number) => [number, ['test/a.test.ts']]),
    );
    expect(fieldProblems(shown)).toEqual([]);
    const [open = ''] = OPEN_CASES;
    if (open !== '') expect(fieldProblems(new Map([...shown, [open, ['test/b.test.ts']]]))).toHaveLength(1);
    expect(fieldProblems(new Map([...shown].slice(1)))).toHaveLength(1);
    expect(fieldProblems(new Map([...shown, ['W99', ['test/c.test.ts']]]))).toEqual([
      'test/c.test.ts: there is no case W99 in scripts/check/field-cases.mjs',
    ]);
  });
});
