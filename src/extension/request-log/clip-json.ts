/** Makes a large JSON value readable: long texts and encoded files are cut, and say how long they were. */
import { clip } from '../../core/lang/clip.ts';
import type { Json } from '../../core/lang/json.ts';

/** Characters of one text that are shown. */
const LONGEST = 2_000;
/** An image or a file in base64: nobody reads more than its beginning. */
const ENCODED = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{300,}={0,2}/g;
const ENCODED_HEAD = 40;

/** The same value with its texts cut. Linear. */
export function clipJson(value: Json): Json {
  if (typeof value === 'string') return clipText(shortenEncoded(value), LONGEST);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(clipJson);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clipJson(one)]));
}

/** Whole characters; the rest is told by its length. */
export function clipText(text: string, longest: number): string {
  const { text: start, more } = clip(text, longest);
  return more === 0 ? text : `${start}… (${more} more characters)`;
}

/** Also in the text of a JSON document, which stays one. */
export function shortenEncoded(text: string): string {
  return text.replace(ENCODED, (run) => clipText(run, ENCODED_HEAD));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
