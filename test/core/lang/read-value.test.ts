/** Single foreign values: what is a count, a text or a seal, and what is none of them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCount, readField, readFlag, readList, readSeal, readText } from '../../../src/core/lang/read-value.ts';

it.each([0, 1, 12, 1_000_000, 1e12])('W1 %d is a count', (value) => expect(readCount(value)).toBe(value));

it.each([null, undefined, '12', '', -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e300, {}, [7], true])(
  'W1 %j is no count',
  (value) => expect(readCount(value)).toBeUndefined(),
);

it('W1 -0 is the count that JSON can carry', () => expect(Object.is(readCount(-0), 0)).toBe(true));

it('W1 a number is text as its digits, and nothing else than a text or a number is', () => {
  expect([readText('a'), readText(''), readText(0), readText(-1.5)]).toEqual(['a', '', '0', '-1.5']);
  for (const value of [null, undefined, true, {}, [], Number.NaN, Number.POSITIVE_INFINITY])
    expect(readText(value)).toBeUndefined();
});

it('W1 only a filled text is a seal, and only a boolean is a flag', () => {
  expect([readSeal('s'), readSeal(''), readSeal(5), readSeal(null)]).toEqual(['s', undefined, undefined, undefined]);
  expect([readFlag(true), readFlag(false), readFlag('true'), readFlag(1)]).toEqual([true, false, undefined, undefined]);
});

it('reads fields of records alone, and never what every object has', () => {
  const value: unknown = JSON.parse('{"a":{"b":1},"list":[1],"__proto__":2}');
  expect(readField(value, 'a', 'b')).toBe(1);
  expect(readField(value, '__proto__')).toBe(2);
  for (const path of [['constructor'], ['toString'], ['a', 'b', 'c'], ['list', 'length'], ['none', 'of']])
    expect(readField(value, ...path)).toBeUndefined();
  expect([readList([1]), readList({ 0: 1 }), readList('ab')]).toEqual([[1], [], []]);
});

it('never throws', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), (value, key) => {
      for (const read of [readCount, readText, readSeal, readFlag, readList]) read(value);
      readField(value, key, key);
    }),
  );
});
