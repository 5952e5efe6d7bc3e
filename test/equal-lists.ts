/** Setup of every run: a list that grows (src/core/lang/grow-list.ts) equals an array of the same values. */
import { expect } from 'vitest';

function isGrownList(value: unknown): value is Iterable<unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && 'toJSON' in value && 'findLast' in value
  );
}

const asArray = (value: unknown) => (isGrownList(value) ? [...value] : value);

expect.addEqualityTesters([
  function (a, b, testers) {
    return isGrownList(a) || isGrownList(b) ? this.equals(asArray(a), asArray(b), [...testers]) : undefined;
  },
]);
