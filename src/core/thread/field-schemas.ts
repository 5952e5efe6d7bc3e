/** Two sets of schemas for fields of a log line: strict ones, and lenient ones that repair a server's bad values. */
import * as v from 'valibot';
import { readText } from '../lang/read-value.ts';
import type { TokenUsage } from '../message/message.ts';
import { readUsage } from '../message/usage.ts';

type Text = v.GenericSchema<unknown, string>;
type Amount = v.GenericSchema<unknown, number>;

export interface FieldSchemas {
  object<const E extends v.ObjectEntries>(entries: E): v.ObjectSchema<E, undefined>;
  /** A field of such an object. */
  optional<const S extends v.GenericSchema>(schema: S): v.ExactOptionalSchema<S, undefined>;
  /** A number of tokens and the like in a field that must be there. */
  readonly amount: Amount;
  readonly callId: Text;
  readonly callName: Text;
  /** A text that the thread does not need. */
  readonly words: Text;
  readonly usage: v.GenericSchema<unknown, TokenUsage>;
}

export const nonNegativeNumber = v.pipe(v.number(), v.finite(), v.minValue(0));
const tokens = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const STRICT: FieldSchemas = {
  object: (entries) => v.object(entries),
  optional: (schema) => v.exactOptional(schema),
  amount: nonNegativeNumber,
  callId: v.string(),
  callName: v.string(),
  words: v.string(),
  usage: v.object({ input: tokens, output: tokens, cacheCreation: tokens, cacheRead: tokens, total: tokens }),
};

const words = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => readText(value) ?? ''),
  ),
  '',
);

/** A bad optional field is left out, and a bad count of a usage is 0. */
export const LENIENT: FieldSchemas = {
  object: (entries) => {
    const schema: v.GenericSchema = v.object(entries);
    // SAFETY: `optional` gives undefined for a bad field; such fields are taken out, so that the object is as its type says.
    return v.pipe(schema, v.transform(withoutUndefined)) as unknown as v.ObjectSchema<typeof entries, undefined>;
  },
  optional: (schema) => v.exactOptional(v.fallback(schema, undefined as never)),
  amount: v.fallback(nonNegativeNumber, 0),
  // A call and its result were written with the same foreign id, so that their texts agree too.
  callId: v.optional(v.pipe(v.unknown(), v.transform(idText)), ''),
  callName: words,
  words,
  usage: v.pipe(
    v.unknown(),
    v.transform(readUsage),
    v.custom<TokenUsage>((usage) => usage !== undefined),
  ),
};

function withoutUndefined(object: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(object)).filter(([, value]) => value !== undefined));
}

function idText(value: unknown): string {
  if (value === null) return '';
  try {
    return readText(value) ?? JSON.stringify(value);
  } catch {
    // Nested too deep to be written.
    return '';
  }
}
