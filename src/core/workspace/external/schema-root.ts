/** Makes the root of a tool's schema an object without alternatives, since providers refuse every other root. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, isList, isRecord } from '../../lang/json-fields.ts';

/** References that are followed at the root. */
const MOST_REFS = 8;
/** Alternatives inside alternatives at the root. */
const MOST_LEVELS = 4;

interface Root {
  readonly properties: ForeignRecord;
  readonly required: readonly string[];
  readonly rest: ForeignRecord;
}

/** `root` is cleaned. Alternatives are joined: each property of any of them may be given, and what all of them require must be. */
export function objectRoot(root: ForeignRecord): Json {
  const { properties, required, rest } = joined(root, root, MOST_LEVELS);
  const known = required.filter((name) => Object.hasOwn(properties, name));
  const { $defs, definitions } = root;
  return {
    type: 'object',
    ...rest,
    properties,
    ...(known.length > 0 && { required: known }),
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
}

function joined(schema: ForeignRecord, root: ForeignRecord, levels: number): Root {
  const own = referred(schema, root);
  const { description, patternProperties, additionalProperties } = own;
  let all: Root = {
    properties: recordOf(own.properties),
    required: namesOf(own.required),
    rest: {
      ...(description !== undefined && { description }),
      ...(patternProperties !== undefined && { patternProperties }),
      ...(additionalProperties !== undefined && { additionalProperties }),
    },
  };
  if (levels === 0) return all;
  const parts = (key: string) => {
    const list = field(own, key);
    return isList(list) ? list.filter(isRecord).map((part) => joined(part, root, levels - 1)) : [];
  };
  for (const part of parts('allOf')) all = both(all, part, [...all.required, ...part.required]);
  for (const alternatives of [parts('anyOf'), parts('oneOf')]) {
    const [first, ...others] = alternatives;
    if (!first) continue;
    const shared = first.required.filter((name) => others.every(({ required }) => required.includes(name)));
    const required = [...new Set([...all.required, ...shared])];
    for (const part of alternatives) all = both(all, part, required);
  }
  return all;
}

/** A property that both have may be as either says. What one of them forbids beside its own properties, the other may have. */
function both(one: Root, other: Root, required: readonly string[]): Root {
  const properties: { [name: string]: Json } = { ...one.properties };
  for (const [name, schema] of Object.entries(other.properties)) {
    const had = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isSame = had === undefined || JSON.stringify(had) === JSON.stringify(schema);
    properties[name] = isSame ? schema : { anyOf: [...alternativesOf(had), schema] };
  }
  const { additionalProperties: _, ...rest } = one.rest;
  return { properties, required: [...new Set(required)], rest };
}

function alternativesOf(schema: Json): readonly Json[] {
  const anyOf = field(schema, 'anyOf');
  return isList(anyOf) && isRecord(schema) && Object.keys(schema).length === 1 ? anyOf : [schema];
}

function referred(schema: ForeignRecord, root: ForeignRecord): ForeignRecord {
  let found = schema;
  for (let n = 0; n < MOST_REFS; n++) {
    const target = resolved(field(found, '$ref'), root);
    if (!target) break;
    found = target;
  }
  return found;
}

/** The schema that a reference inside the same document names; undefined for any other. */
export function resolved(ref: Json | undefined, root: ForeignRecord): ForeignRecord | undefined {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined;
  const keys = ref
    .slice(1)
    .split('/')
    .filter((key) => key !== '');
  const found = keys.reduce<Json | undefined>(
    (inner, key) => field(inner, key.replaceAll('~1', '/').replaceAll('~0', '~')),
    root,
  );
  return isRecord(found) ? found : undefined;
}

function recordOf(value: Json | undefined): ForeignRecord {
  return isRecord(value) ? value : {};
}

function namesOf(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((one) => typeof one === 'string') : [];
}
