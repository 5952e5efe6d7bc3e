/** Validates a tool's input by a table of fields; the error is one sentence for the model (R5). */
import { err, ok, type Result } from '../lang/result.ts';

interface Field<T> {
  /** Undefined: not of this field. */
  readonly read: (value: unknown) => T | undefined;
  /** What it takes, in words. */
  readonly expected: string;
  readonly isRequired?: boolean;
}

export type Fields<T> = { readonly [K in keyof T]-?: Field<Exclude<T[K], undefined>> };

export const nonEmptyText: Omit<Field<string>, 'isRequired'> = {
  read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  expected: 'a text that is not empty',
};

export const flag: Omit<Field<boolean>, 'isRequired'> = {
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  expected: 'true or false',
};

export function positiveInteger(most = Number.MAX_SAFE_INTEGER): Omit<Field<number>, 'isRequired'> {
  return {
    read: (value) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most ? value : undefined,
    expected: most === Number.MAX_SAFE_INTEGER ? 'a whole number from 1' : `a whole number from 1 to ${most}`,
  };
}

/** The JSON schema of the first line that a tool shows. */
export const OFFSET_SCHEMA = { type: 'integer', minimum: 1, description: 'First line, from 1. Left out: 1.' } as const;

/** The JSON schema of how many lines a tool shows: at most `most`, and `usual` where the model does not say. */
export function lineLimitSchema(most: number, usual: number) {
  return { type: 'integer', minimum: 1, maximum: most, description: `Lines at most. Left out: ${usual}.` } as const;
}

/** Unknown keys are refused by name; null is taken for a field that was left out, as some models write it. */
export function readInput<T extends object>(input: unknown, fields: Fields<T>): Result<Partial<T>, string> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return err('The input must be an object.');
  const known = Object.keys(fields);
  const stranger = Object.keys(input).find((key) => !known.includes(key));
  if (stranger !== undefined) return err(`Unknown key ${JSON.stringify(stranger)}. It takes ${known.join(', ')}.`);
  const values: Partial<T> = {};
  const given = new Map<string, unknown>(Object.entries(input));
  for (const key in fields) {
    const { read, expected, isRequired } = fields[key];
    const value = given.get(key) ?? undefined;
    if (value === undefined) {
      if (isRequired) return err(`${key} is missing: ${expected}.`);
      continue;
    }
    const taken = read(value);
    if (taken === undefined) return err(`${key} must be ${expected}, not ${JSON.stringify(value)?.slice(0, 80)}.`);
    values[key] = taken;
  }
  return ok(values);
}
