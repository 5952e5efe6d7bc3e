/** Finds where two JSON values differ. */

/**
 * The keys that lead to the first difference; empty where the values themselves differ, undefined where nothing does. A key
 * whose value is undefined is as good as none, since JSON can't carry it. Linear. Throws a RangeError for values that are nested
 * deeper than the stack is.
 */
export function findDifference(a: unknown, b: unknown): readonly (string | number)[] | undefined {
  if (a === b) return undefined;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return [];
  if (Array.isArray(a) && Array.isArray(b)) return inLists(a, b);
  if (Array.isArray(a) || Array.isArray(b)) return [];
  return inRecords(a, b);
}

function inLists(a: readonly unknown[], b: readonly unknown[]): readonly (string | number)[] | undefined {
  if (a.length !== b.length) return [];
  for (let at = 0; at < a.length; at++) {
    const inner = findDifference(a[at], b[at]);
    if (inner) return [at, ...inner];
  }
  return undefined;
}

function inRecords(a: object, b: object): readonly (string | number)[] | undefined {
  for (const [key, value] of Object.entries(a)) {
    const inner = findDifference(value, own(b, key));
    if (inner) return [key, ...inner];
  }
  const added = Object.keys(b).find((key) => own(b, key) !== undefined && !Object.hasOwn(a, key));
  return added === undefined ? undefined : [added];
}

function own(record: object, key: string): unknown {
  return Object.hasOwn(record, key) ? Reflect.get(record, key) : undefined;
}
