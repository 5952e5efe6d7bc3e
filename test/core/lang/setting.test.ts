/** What each kind of setting takes, in words and in deed, and how a table of them is read (R22). */
import { describe, expect, it } from 'vitest';
import {
  BOOLEAN,
  byModel,
  describeProblem,
  either,
  type JsonSchema,
  NAME,
  nullable,
  oneOf,
  readTable,
  type SettingKind,
  setting,
  TEXT,
  TEXTS,
  tokenCount,
  whole,
  within,
} from '../../../src/core/lang/setting.ts';

describe('R22 a kind of value', () => {
  it.each<[string, SettingKind<unknown>, readonly unknown[], readonly unknown[]]>([
    ['true or false', BOOLEAN, [true, false], ['true', 0, null]],
    ['a text', TEXT, ['', 'a'], [1, null, ['a']]],
    ['a name', NAME, ['a', ' a '], ['', ' \n', 1, null]],
    ['a list of texts', TEXTS, [[], ['a', 'b']], ['a', ['a', 1], null, { 0: 'a' }]],
    ['one of true, ask', oneOf([true, 'ask']), [true, 'ask'], [false, 'true', null]],
    ['a number from 0.1 to 1', within(0.1, 1), [0.1, 0.5, 1], [0.09, 1.01, '0.5', Number.NaN, null]],
    ['a whole number of turns from 0 to 50', whole('turns', 0, 50), [0, 50], [-1, 51, 1.5, '5', Number.NaN, null]],
    [
      'a whole number of tokens from 1',
      tokenCount(),
      [1, 100_000_000],
      [0, 100_000_001, 1.5, Number.POSITIVE_INFINITY],
    ],
    ['a whole number of tokens from 0', tokenCount(0), [0], [-1]],
    ['true or false or a name', either(BOOLEAN, NAME), [true, 'a'], ['', 1]],
    ['true or false, or null', nullable(BOOLEAN), [true, null], [undefined, 'null', 0]],
  ])('that is %s', (expected, kind, taken, refused) => {
    expect(kind.expected).toBe(expected);
    expect(taken.filter((value) => !kind.accepts(value))).toEqual([]);
    expect(refused.filter((value) => kind.accepts(value))).toEqual([]);
  });
});

it.each<[string, SettingKind<unknown>, JsonSchema]>([
  ['one of texts', oneOf(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  ['one of texts, or null', nullable(oneOf(['a', 'b'])), { type: ['string', 'null'], enum: ['a', 'b', null] }],
  ['one of several types', oneOf([true, 'ask']), { enum: [true, 'ask'] }],
  ['a number, or null', nullable(within(0, 1)), { type: ['number', 'null'], minimum: 0, maximum: 1 }],
  [
    'a text or a whole number',
    either(TEXT, whole('turns', 0, 5)),
    { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 0, maximum: 5 }] },
  ],
])('%s as JSON Schema', (_, { schema }, wanted) => expect(schema).toEqual(wanted));

describe('R22 readTable', () => {
  interface Config {
    readonly loud: boolean;
    readonly sizes: Readonly<Record<string, number>>;
  }
  const shown = { description: 'What it does.' };
  const table = {
    loud: setting('a.loud', true, BOOLEAN, shown),
    sizes: byModel('a.sizes', whole('bytes', 1, 9), shown),
  };

  const read = (raw: Readonly<Record<string, unknown>>) => readTable<Config>(table, raw);
  const preset = { loud: true, sizes: {} };
  const all = 'an object of model ids, each with a whole number of bytes from 1 to 9';

  it.each<[string, Readonly<Record<string, unknown>>, Partial<Config>]>([
    ['nothing', {}, {}],
    ['values', { 'a.loud': false, 'a.sizes': { m: 9 } }, { loud: false, sizes: { m: 9 } }],
    ['undefined', { 'a.loud': undefined }, {}],
    ['what others set', { loud: false, 'b.loud': false }, {}],
    ['what an object inherits', Object.create({ 'a.loud': false }), {}],
  ])('takes %s', (_, raw, config) => {
    expect(read(raw)).toEqual({ config: { ...preset, ...config }, problems: [] });
  });

  it.each<[unknown]>([[[]], [null], ['m'], [7]])(
    'refuses %j for an object of models, and uses the default',
    (value) => {
      expect(read({ 'a.sizes': value })).toEqual({
        config: preset,
        problems: [{ key: 'a.sizes', value, expected: all }],
      });
      expect(table.sizes.expected).toBe(all);
    },
  );

  it('refuses one entry alone, and names all that is refused', () => {
    expect(read({ 'a.loud': 1, 'a.sizes': { m: 9, n: 10, o: 'x' } })).toEqual({
      config: { loud: true, sizes: { m: 9 } },
      problems: [
        { key: 'a.loud', value: 1, expected: 'true or false' },
        { key: 'a.sizes', entry: 'n', value: 10, expected: 'a whole number of bytes from 1 to 9' },
        { key: 'a.sizes', entry: 'o', value: 'x', expected: 'a whole number of bytes from 1 to 9' },
      ],
    });
  });
});

describe('R22 describeProblem', () => {
  const expected = 'true or false';
  it.each<[Parameters<typeof describeProblem>[0], string]>([
    [
      { key: 'k', value: 'yes', expected },
      'k is "yes", which is refused: it takes true or false. The default is used.',
    ],
    [
      { key: 'k', value: Number.NaN, expected },
      'k is NaN, which is refused: it takes true or false. The default is used.',
    ],
    [{ key: 'k', value: [1], expected }, 'k is [1], which is refused: it takes true or false. The default is used.'],
    [
      { key: 'k', entry: 'm', value: () => 1, expected },
      'k, entry "m", is () => 1, which is refused: it takes true or false. The entry is left out.',
    ],
  ])('%j', (problem, said) => expect(describeProblem(problem)).toBe(said));
});
