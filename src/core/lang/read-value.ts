/** Reads unknown values from outside by type: a value of the wrong type gives undefined, and nothing throws. */

/** No call has a trillion tokens, and a thousand such counts still add up to a safe integer. */
const MOST = 1e12;

/** A count of tokens and the like: a whole number from 0 up to a trillion; null, texts, fractions and NaN are none. */
export function readCount(value: unknown): number | undefined {
  // What is added turns -0, which JSON can't carry, into 0.
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST ? value + 0 : undefined;
}

/** A text; of a number its digits, since a server may write an id, a name or a word of a reply without quotes. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** Something sealed or encrypted, which goes back as it came: a text that is not empty. */
export function readSeal(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function readFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** The value's own field; undefined where the value is no record or has none. */
export function readField(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(
    (inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined),
    value,
  );
}

export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
