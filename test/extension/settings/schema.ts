/** The part of JSON Schema that the settings in package.json use, and values around the edges of a schema. */

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
}

export function fits(schema: Schema, value: unknown): boolean {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, items, additionalProperties, anyOf } = schema;
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => isOf(type, value))) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  if (anyOf && !anyOf.some((one) => fits(one, value))) return false;
  if (typeof value === 'number') return value >= minimum && value <= maximum;
  if (typeof value === 'string') return value.length >= minLength;
  if (Array.isArray(value)) return value.every((one) => fits(items ?? {}, one));
  if (typeof value === 'object' && value !== null)
    return Object.values(value).every((one) => fits(additionalProperties ?? {}, one));
  return true;
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type && !Number.isNaN(value);
}

export function candidates(schema: Schema): readonly unknown[] {
  const one = [schema, schema.additionalProperties ?? {}, ...(schema.additionalProperties?.anyOf ?? [])];
  const edges = one.flatMap(({ minimum = 0, maximum = 0 }) => [minimum, maximum]);
  const near = edges.flatMap((edge) => [edge - 1, edge - 0.001, edge, edge + 0.001, edge + 1]);
  const options = one.flatMap((part) => part.enum ?? []);
  const single = [...near, ...options, null, true, false, '', 'text', '1', Number.NaN, Number.POSITIVE_INFINITY, -0.5];
  return [...single, [], ['text', ''], [1], {}, ...single.map((entry) => ({ ok: entry })), { m: [] }, { m: {} }];
}
