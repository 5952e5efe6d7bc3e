/** Replaces lone surrogates in JSON texts, since providers refuse a request that has one. */
import type { Json } from './json.ts';

/**
 * The value with a replacement character for each half of a surrogate pair, as a text that was cut has them: JSON can write
 * them, and providers refuse the whole request ("The request body is not valid JSON: no low surrogate in string"). Linear.
 */
export function wellFormed(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(wellFormed);
  return wellFormedRecord(value);
}

export function wellFormedRecord(value: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
