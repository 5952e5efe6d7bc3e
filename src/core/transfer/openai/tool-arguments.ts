/** Parses a tool call's arguments, which OpenAI sends as JSON text. */

import type { Json } from '../../lang/json.ts';
import { isRecord, parseJson } from '../../lang/json-fields.ts';

/** The object that the arguments are; anything else word for word as `{ unparsed: text }`, so that nothing is lost. */
export function toolArguments(value: Json | undefined): Json {
  if (isRecord(value)) return value;
  if (value === undefined || value === null || value === '') return {};
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const parsed = parseJson(text);
  return parsed.ok && isRecord(parsed.value) ? parsed.value : { unparsed: text };
}
