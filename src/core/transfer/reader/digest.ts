/** Hashes prefixes of a message list, to find out whether one request extends another. */

import type { Json } from '../../lang/json.ts';
import { field, isList } from '../../lang/json-fields.ts';

/** The digests of a list's beginnings: of the first value, of the first two, and so on; `seed` goes before them all. */
export function digests(seed: string, values: readonly Json[]): readonly string[] {
  let last = digest(seed);
  return values.map((value) => {
    last = digest(`${last} ${JSON.stringify(value, plain)}`);
    return last;
  });
}

/** Programs move cache marks from request to request, and write a lone text in one of two ways. */
function plain(key: string, value: Json): Json | undefined {
  if (key === 'cache_control') return undefined;
  const only = key === 'content' && isList(value) && value.length === 1 ? value[0] : undefined;
  const text = field(only, 'type') === 'text' ? field(only, 'text') : undefined;
  return typeof text === 'string' ? text : value;
}

/** 64 bits of two multiplying hashes with different seeds: enough for the requests of a file. */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13);
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}
