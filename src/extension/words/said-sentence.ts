/** Extracts one short sentence from a provider's error message for the top of the error card: no JSON, one line, keys hidden. */
import { oneLine } from '../../core/lang/clip.ts';
import type { Json } from '../../core/lang/json.ts';
import { field, filledText, isList, parseJson } from '../../core/lang/json-fields.ts';
import { hideLikelyKeys } from '../request-log/redact.ts';

/** UTF-16 units. */
const LONGEST = 300;

/** Invisible characters, and those that change the order of the others: a sentence reads as it was sent. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  lt: '<',
  gt: '>',
  amp: '&',
};

/** Undefined where the message says nothing, or is a page instead of a sentence. */
export function saidSentence(message: string): string | undefined {
  const said = unwrapped(message.trim());
  if (/^<(!doctype|html|\?xml)/i.test(said)) return undefined;
  const readable = said
    .replace(/&(quot|apos|#39|#x27|lt|gt|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '');
  return oneLine(hideLikelyKeys(readable), LONGEST) || undefined;
}

/** A gateway puts the JSON of the server that it called into its own message: `Provider returned error: {"error":{"message":"…"}}`. */
function unwrapped(message: string): string {
  const start = message.search(/[[{]/);
  if (start < 0) return message;
  const parsed = parseJson(message.slice(start));
  const inner = parsed.ok ? innerText(parsed.value) : undefined;
  return inner === undefined ? message : `${message.slice(0, start)}${inner}`;
}

function innerText(value: Json | undefined): string | undefined {
  const told = isList(value) ? value[0] : value;
  const error = field(told, 'error') ?? told;
  return ['message', 'detail', 'msg'].map((name) => filledText(field(error, name))).find(Boolean) ?? filledText(error);
}
