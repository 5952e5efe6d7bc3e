/** Finds where two JSON values differ. */

type Keys = readonly (string | number)[];
type Fields = { readonly [key: string]: unknown };

/**
 * The keys that lead to the first difference; empty where the values themselves differ, undefined where nothing does. A key
 * whose value is undefined is as good as none, since JSON can't carry it. Linear. Throws a RangeError for values that are nested
 * deeper than the stack is.
 */
export function findDifference(a: unknown, b: unknown): Keys | undefined {
  if (a === b) return undefined;
  if (Array.isArray(a) && Array.isArray(b)) return inLists(a, b);
  return isFields(a) && isFields(b) ? inFields(a, b) : [];
}

function inLists(a: readonly unknown[], b: readonly unknown[]): Keys | undefined {
  if (a.length !== b.length) return [];
  for (let at = 0; at < a.length; at++) {
    const inner = findDifference(a[at], b[at]);
    if (inner) return [at, ...inner];
  }
  return undefined;
}

function inFields(a: Fields, b: Fields): Keys | undefined {
  for (const key of Object.keys(a)) {
    const inner = findDifference(a[key], Object.hasOwn(b, key) ? b[key] : undefined);
    if (inner) return [key, ...inner];
  }
  const added = Object.keys(b).find((key) => !Object.hasOwn(a, key) && b[key] !== undefined);
  return added === undefined ? undefined : [added];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
