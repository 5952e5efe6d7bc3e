/** Reduces the JSON schema of an external tool to keywords that all providers take, with as much of its meaning as they can express. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, isList, isRecord } from '../../lang/json-fields.ts';
import { objectRoot } from './schema-root.ts';

export interface CleanedSchema {
  /** For the model: its root is an object without alternatives. */
  readonly offered: Json;
  /** For the check of inputs: alternatives at the root are kept. */
  readonly checked: Json;
}

/** Schemas inside each other that are kept; a deeper one takes anything. */
const DEEPEST = 12;
/** Schemas of one tool; those behind take anything. */
const MOST = 2_000;
/** UTF-16 units of all titles and descriptions in it; those behind are left out. */
const MOST_PROSE = 40_000;
/** Values of an `enum`; a longer one is left out. */
const MOST_CHOICES = 1_000;
/** UTF-16 units of a pattern, a format or a reference. */
const MOST_TEXT = 500;

export function cleanSchema(given: Json): CleanedSchema {
  const root = cleaned(given, 0, { schemas: MOST, prose: MOST_PROSE });
  // An input is always an object, whatever the root says.
  const { type: _, enum: __, const: ___, not: ____, ...checked } = root;
  return { checked, offered: objectRoot(checked) };
}

/** What is left for the rest of the schema. */
interface Budget {
  schemas: number;
  prose: number;
}

type Clean = (value: Json, depth: number, budget: Budget) => Json | undefined;

/** A keyword that is not listed is left out: some server refuses each of them (`$schema`, `default`, `examples`, `x-…`). */
const KEYWORDS: ReadonlyMap<string, Clean> = new Map<string, Clean>([
  ['type', typeOf],
  ['title', prose],
  ['description', prose],
  ['format', text],
  ['pattern', text],
  ['$ref', text],
  ['enum', (value) => (isList(value) && value.length > 0 && value.length <= MOST_CHOICES ? value : undefined)],
  ['const', (value) => value],
  ['required', texts],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(
    (key): [string, Clean] => [key, count],
  ),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map((key): [string, Clean] => [
    key,
    (value) => (typeof value === 'number' ? value : undefined),
  ]),
  ['uniqueItems', flag],
  ...['properties', 'patternProperties', '$defs', 'definitions'].map((key): [string, Clean] => [key, schemasByName]),
  ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].map((key): [string, Clean] => [key, schemas]),
  // A list of schemas was the form for tuples once, and providers refuse it.
  ['items', (value, depth, budget) => (isList(value) ? {} : cleaned(value, depth + 1, budget))],
  ['not', unchanged],
  [
    'additionalProperties',
    (value, depth, budget) => (typeof value === 'boolean' ? value : cleaned(value, depth + 1, budget)),
  ],
]);

function cleaned(schema: Json, depth: number, budget: Budget): ForeignRecord {
  budget.schemas--;
  if (schema === false) return { not: {} };
  if (!isRecord(schema) || depth > DEEPEST || budget.schemas < 0) return {};
  const kept = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    const clean = KEYWORDS.get(key)?.(value, depth, budget);
    return clean === undefined ? [] : [[key, clean]];
  });
  return opened(Object.fromEntries(kept), schema);
}

/** A schema that has lost a part must not refuse what the part allows. */
function opened(kept: ForeignRecord, given: ForeignRecord): ForeignRecord {
  const isCut = (key: string) => sizeOf(field(kept, key)) < sizeOf(field(given, key));
  const closing = [
    ...(isCut('properties') || isCut('patternProperties') ? ['additionalProperties'] : []),
    ...(isCut('prefixItems') ? ['items'] : []),
    ...['anyOf', 'oneOf'].filter(isCut),
  ];
  const { properties, required } = kept;
  const open = Object.fromEntries(Object.entries(kept).filter(([key]) => !closing.includes(key)));
  if (!isCut('properties') || !isList(required)) return open;
  return {
    ...open,
    required: required.filter((name) => typeof name === 'string' && field(properties, name) !== undefined),
  };
}

function sizeOf(parts: Json | undefined): number {
  if (isList(parts)) return parts.length;
  return isRecord(parts) ? Object.keys(parts).length : 0;
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

function typeOf(value: Json): Json | undefined {
  if (typeof value === 'string') return TYPES.includes(value) ? value : undefined;
  if (!isList(value)) return undefined;
  const known = value.filter((one) => typeof one === 'string' && TYPES.includes(one));
  return known.length > 0 ? [...new Set(known)] : undefined;
}

function text(value: Json): Json | undefined {
  return typeof value === 'string' && value.length <= MOST_TEXT ? value : undefined;
}

function prose(value: Json, _: number, budget: Budget): Json | undefined {
  if (typeof value !== 'string' || value.length > budget.prose) return undefined;
  budget.prose -= value.length;
  return value;
}

function texts(value: Json): Json | undefined {
  const names = isList(value) ? value.filter((one) => typeof one === 'string') : [];
  return names.length > 0 ? [...new Set(names)] : undefined;
}

function count(value: Json): Json | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined;
}

function flag(value: Json): Json | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** For what is denied: with less said in it, more would be denied. */
function unchanged(value: Json, depth: number, budget: Budget): Json | undefined {
  const kept = cleaned(value, depth + 1, budget);
  return JSON.stringify(kept) === JSON.stringify(value) ? kept : undefined;
}

function schemasByName(value: Json, depth: number, budget: Budget): Json | undefined {
  if (!isRecord(value)) return undefined;
  const kept = Object.entries(value).slice(0, Math.max(0, budget.schemas));
  return Object.fromEntries(kept.map(([name, one]) => [name, cleaned(one, depth + 1, budget)]));
}

function schemas(value: Json, depth: number, budget: Budget): Json | undefined {
  if (!isList(value) || value.length === 0) return undefined;
  return value.slice(0, Math.max(1, budget.schemas)).map((one) => cleaned(one, depth + 1, budget));
}
