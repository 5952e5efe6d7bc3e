/** Ranges say which parts are there: in order, without overlap, as few of them as possible. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../src/random.js';
import { addToRanges, countRanges, inRanges, leadingEnd, parseRanges } from '../src/ranges.js';

const addAll = (indexes, ranges = []) => indexes.reduce(addToRanges, ranges);

describe('addToRanges', () => {
  const cases = [
    ['starts with nothing', [], 5, [[5, 5]]],
    ['grows a range at its end', [[0, 3]], 4, [[0, 4]]],
    ['grows a range at its start', [[2, 3]], 1, [[1, 3]]],
    ['begins a range behind a gap', [[0, 3]], 9, [[0, 3], [9, 9]]],
    ['begins a range before all others', [[5, 6]], 0, [[0, 0], [5, 6]]],
    ['joins two ranges when the gap closes', [[0, 16], [18, 40]], 17, [[0, 40]]],
    ['knows what it has', [[0, 3]], 2, [[0, 3]]],
  ];
  for (const [name, ranges, index, expected] of cases) {
    it(name, () => {
      assert.deepEqual(addToRanges(ranges, index), expected);
    });
  }

  it('leaves the given ranges as they are', () => {
    const ranges = [[0, 3], [5, 9]];
    addToRanges(ranges, 4);
    assert.deepEqual(ranges, [[0, 3], [5, 9]]);
  });

  it('comes to the same in every order', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = seededRandom(seed);
      const indexes = Array.from({ length: 60 }, (_, n) => n).filter(() => random() < 0.7);
      const shuffled = indexes.map((index) => [random(), index]).sort((a, b) => a[0] - b[0]).map(([, index]) => index);
      const ranges = addAll(shuffled);
      assert.deepEqual(ranges, addAll(indexes), `seed ${seed}`);
      assert.equal(countRanges(ranges), indexes.length);
      for (let index = 0; index < 60; index += 1) assert.equal(inRanges(ranges, index), indexes.includes(index));
    }
  });
});

describe('leadingEnd', () => {
  it('is the end of the run that begins with the first part', () => {
    assert.equal(leadingEnd([[0, 16], [18, 40]]), 16);
    assert.equal(leadingEnd([[1, 40]]), -1);
    assert.equal(leadingEnd([]), -1);
  });
});

describe('parseRanges', () => {
  it('reads what addToRanges makes', () => {
    const ranges = addAll([0, 1, 2, 7, 9]);
    assert.deepEqual(parseRanges(JSON.parse(JSON.stringify(ranges)), 10), ranges);
  });

  const bad = [
    ['no list', { 0: 3 }],
    ['a range of one figure', [[0]]],
    ['a range that runs backwards', [[5, 3]]],
    ['overlap', [[0, 5], [5, 9]]],
    ['disorder', [[5, 6], [0, 1]]],
    ['a part that the file does not have', [[0, 10]]],
    ['fractions', [[0, 1.5]]],
    ['text', [['0', '5']]],
  ];
  for (const [name, value] of bad) {
    it(`refuses ${name}`, () => {
      assert.equal(parseRanges(value, 10), undefined);
    });
  }
});
