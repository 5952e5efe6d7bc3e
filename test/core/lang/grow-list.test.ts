/** A list that grows without being copied answers as an array of the same values does, in every version. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type List, listOf, valueAt, withValue } from '../../../src/core/lang/grow-list.ts';

const isEven = (value: number) => value % 2 === 0;

function expectSame(list: List<number>, array: readonly number[], index: number, end: number): void {
  expect([...list]).toEqual(array);
  expect([...list.entries()]).toEqual([...array.entries()]);
  expect(list.length).toBe(array.length);
  expect(list.at(index)).toBe(array.at(index));
  expect(valueAt(list, index)).toBe(array[index]);
  expect(list.slice(index, end)).toEqual(array.slice(index, end));
  expect(list.slice(index)).toEqual(array.slice(index));
  expect(list.indexOf(index)).toBe(array.indexOf(index));
  expect(list.some(isEven)).toBe(array.some(isEven));
  expect(list.every((_, at) => at < 300)).toBe(array.every((_, at) => at < 300));
  expect(list.find(isEven)).toBe(array.find(isEven));
  expect(list.findLast(isEven)).toBe(array.findLast(isEven));
  expect(list.findIndex((_, at) => at === index)).toBe(array.findIndex((_, at) => at === index));
  expect(list.findLastIndex(isEven)).toBe(array.findLastIndex(isEven));
  expect(list.filter(isEven)).toEqual(array.filter(isEven));
  expect(list.map((value, at) => value + at)).toEqual(array.map((value, at) => value + at));
  expect(list.flatMap((value) => (isEven(value) ? [value, value] : value))).toEqual(
    array.flatMap((value) => (isEven(value) ? [value, value] : value)),
  );
  expect(list.reduce((sum, value) => sum + value, 1)).toBe(array.reduce((sum, value) => sum + value, 1));
}

describe('a list that grows', () => {
  const sizes = fc.oneof(fc.nat(12), fc.constantFrom(255, 256, 257, 511, 512, 513, 1_000));
  const indexes = fc.oneof(fc.integer({ min: -1_100, max: 1_100 }), fc.constantFrom(-1, 0, 255, 256, 257));

  test('is as an array is, and so is every version that it grew from', () => {
    fc.assert(
      fc.property(sizes, fc.array(fc.nat(20), { maxLength: 8 }), indexes, indexes, (size, added, index, end) => {
        const first = Array.from({ length: size }, (_, at) => at % 21);
        let list = listOf(first);
        const versions: (readonly [List<number>, readonly number[]])[] = [[list, first]];
        for (const value of added) {
          list = withValue(list, value);
          versions.push([list, [...(versions.at(-1)?.[1] ?? []), value]]);
        }
        for (const [version, array] of versions) expectSame(version, array, index, end);
      }),
      { numRuns: 60 },
    );
  });

  test('may grow twice from one version', () => {
    const one = withValue(listOf([1]), 2);
    expect([...withValue(one, 3)]).toEqual([1, 2, 3]);
    expect([...withValue(one, 4)]).toEqual([1, 2, 4]);
    expect([...withValue([1, 2], 5)]).toEqual([1, 2, 5]);
    expect([...one]).toEqual([1, 2]);
  });
});
