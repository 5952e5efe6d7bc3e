/** Where two values differ: nowhere exactly where JSON would carry the same. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findDifference } from '../../../src/core/lang/difference.ts';

it('finds none between a value and what is read of it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(findDifference(value, JSON.parse(JSON.stringify(value)))).toBeUndefined();
    }),
  );
});

it.each([
  [{ a: [1, { b: null }] }, { a: [1, { b: 0 }] }, ['a', 1, 'b']],
  [{ a: 1 }, { a: 1, b: 2 }, ['b']],
  [{ a: 1, b: Number.NaN }, { a: 1, b: null }, ['b']],
  [{ a: [1, 2] }, { a: [1] }, ['a']],
  [{ a: [] }, { a: {} }, ['a']],
  [{ at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }, ['at']],
  [5, '5', []],
])('names the place where %j and %j differ', (a, b, place) => expect(findDifference(a, b)).toEqual(place));

it('takes a key that is undefined for none', () => {
  expect(findDifference({ a: 1, b: undefined }, { a: 1 })).toBeUndefined();
  expect(findDifference({ a: 1 }, { a: 1, b: undefined })).toBeUndefined();
});
