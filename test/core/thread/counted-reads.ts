/** Counts how often code reads what it is given, so that a test can say how its work grows without a clock. */

/** The value, in which each read of an object's field and of an array's place is counted. Equal objects stay one object. */
export function counted<T extends object>(value: T): { readonly value: T; readonly reads: () => number } {
  let reads = 0;
  const known = new WeakMap<object, object>();
  const wrap = (target: object): object => {
    const found = known.get(target);
    if (found) return found;
    const proxy = new Proxy(target, {
      get(from, key) {
        reads++;
        const inner: unknown = Reflect.get(from, key);
        return typeof inner === 'object' && inner !== null ? wrap(inner) : inner;
      },
    });
    known.set(target, proxy);
    return proxy;
  };
  return { value: wrap(value) as T, reads: () => reads };
}
