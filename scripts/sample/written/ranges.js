/** Sets of part indexes as ranges, both ends included: [[0, 16], [18, 40]] is everything up to 40 but 17. */

/** @typedef {[number, number][]} Ranges in order, and never two that touch */

/**
 * @param {Ranges} ranges
 * @param {number} index
 * @returns {Ranges} new ranges; the given ones stay as they are
 */
export function addToRanges(ranges, index) {
  if (inRanges(ranges, index)) return ranges;
  const before = ranges.filter(([, to]) => to < index);
  const after = ranges.filter(([from]) => from > index);
  const left = before.at(-1);
  if (left?.[1] === index - 1) return [...before.slice(0, -1), [left[0], index], ...after];
  const right = after[0];
  if (right?.[0] === index + 1) return [...before, [index, right[1]], ...after.slice(1)];
  return [...before, [index, index], ...after];
}

/** @param {Ranges} ranges */
export function inRanges(ranges, index) {
  return ranges.some(([from, to]) => from <= index && index <= to);
}

/** @param {Ranges} ranges */
export function countRanges(ranges) {
  return ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

/** The last index of the run that begins with 0; -1 when 0 is not there. */
export function leadingEnd(ranges) {
  return ranges.length > 0 && ranges[0][0] === 0 ? ranges[0][1] : -1;
}

/**
 * @param {unknown} value what JSON.parse gave
 * @param {number} partCount indexes from this one up don't exist
 * @returns {Ranges|undefined} undefined when it is not ranges of such indexes
 */
export function parseRanges(value, partCount) {
  if (!Array.isArray(value)) return undefined;
  let least = 0;
  for (const range of value) {
    if (!Array.isArray(range) || range.length !== 2 || !range.every(Number.isInteger)) return undefined;
    const [from, to] = range;
    if (from < least || to < from || to >= partCount) return undefined;
    least = to + 1;
  }
  return value.reduce((ranges, [from, to]) => {
    const last = ranges.at(-1);
    if (last?.[1] === from - 1) return [...ranges.slice(0, -1), [last[0], to]];
    return [...ranges, [from, to]];
  }, []);
}
