/** Lists the JSON Schema keywords and constructs that a tool's schema uses, to find which of them a server does not accept. */
import type { Json } from '../../lang/json.ts';
import { isList, isRecord } from '../../lang/json-fields.ts';
import type { ToolDefinition } from '../ports.ts';

/** Schemas of one tool that are looked at, and how many inside each other. */
const MOST = 500;
const DEEPEST = 16;

/** Keys of properties that every provider takes; and names of tools. */
const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Keywords whose values are schemas by name, lists of schemas, and schemas. */
const BY_NAME = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLE = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else']);

/** What Spool's own tools have, and every provider takes. */
export const PLAIN_FEATURES: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'description', 'items', 'enum'],
  ...['object', 'string', 'integer', 'number', 'boolean', 'array'].map((type) => `type ${type}`),
  ...['additionalProperties', 'additionalProperties false', 'a choice that is string'],
  ...['depth 0', 'depth 1', 'depth 2'],
]);

/** Linear in the schema. */
export function schemaFeatures({ name, inputSchema }: ToolDefinition): ReadonlySet<string> {
  const found = new Set<string>();
  if (!PLAIN_NAME.test(name)) found.add('a name of other characters');
  let left = MOST;
  const look = (schema: Json | undefined, depth: number): void => {
    if (left-- <= 0 || depth > DEEPEST) return;
    found.add(`depth ${depth}`);
    if (!isRecord(schema)) {
      found.add('no object as a schema');
      return;
    }
    lookAtForm(schema, found);
    for (const [keyword, value] of Object.entries(schema)) {
      found.add(keyword);
      if (BY_NAME.has(keyword) && isRecord(value)) {
        for (const [key, one] of Object.entries(value)) {
          if (!PLAIN_KEY.test(key)) found.add(`a key of other characters: ${otherCharacters(key)}`);
          look(one, depth + 1);
        }
      } else if (LISTS.has(keyword) && isList(value)) for (const one of value) look(one, depth + 1);
      else if (SINGLE.has(keyword) && typeof value !== 'boolean') look(value, depth + 1);
    }
  };
  look(inputSchema, 0);
  return found;
}

function lookAtForm(schema: { readonly [key: string]: Json | undefined }, found: Set<string>): void {
  const { type, items, properties, enum: choices, format, pattern, required, additionalProperties } = schema;
  if (isList(type)) found.add('a list of types');
  for (const one of isList(type) ? type : [type]) found.add(`type ${String(one)}`);
  if (type === 'array' && items === undefined) found.add('an array without items');
  if (type === 'object' && properties === undefined) found.add('an object without properties');
  if (typeof format === 'string') found.add(`format ${format}`);
  if (typeof pattern === 'string' && pattern.includes('(?')) found.add('a pattern with a group of its own kind');
  if (isList(choices)) for (const one of choices) found.add(`a choice that is ${one === '' ? 'empty' : typeof one}`);
  if (typeof additionalProperties === 'boolean') found.add(`additionalProperties ${additionalProperties}`);
  if (isList(required) && required.some((key) => !isRecord(properties) || !Object.hasOwn(properties, String(key))))
    found.add('a required key without a property');
}

/** Which kinds of characters are in a key beside letters, digits and `_`. */
function otherCharacters(key: string): string {
  const kinds = new Set([...key.replace(/[A-Za-z0-9_]/g, '')].map((one) => (/[ -~]/.test(one) ? one : 'beyond ASCII')));
  if (key.length > 64) kinds.add('too many');
  if (/^[0-9]/.test(key)) kinds.add('a digit first');
  return [...kinds].sort().join(' ') || 'none';
}
