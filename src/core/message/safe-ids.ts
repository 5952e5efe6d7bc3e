/** Rewrites ids and names of tool calls to the characters that all providers accept. */

const UNSAFE = /[^a-zA-Z0-9_-]/g;
const ID_LENGTH = 64;

/** A spelling for one request: the same id is spelled the same each time, and two ids never alike. Constant time a call. */
export function safeIds(): (id: string) => string {
  const ids = new Map<string, string>();
  const used = new Map<string, number>();
  return (id) => {
    const known = ids.get(id);
    if (known !== undefined) return known;
    const safe = id.replace(UNSAFE, '_').slice(0, ID_LENGTH - 6) || 'call';
    let unique = safe;
    let n = used.get(safe) ?? 1;
    while (used.has(unique)) unique = `${safe}_${++n}`;
    used.set(safe, n);
    used.set(unique, used.get(unique) ?? 1);
    ids.set(id, unique);
    return unique;
  };
}

/** The name of a tool in at most `length` characters. */
export function safeName(name: string, length: number): string {
  return name.replace(UNSAFE, '_').slice(0, length) || 'tool';
}
