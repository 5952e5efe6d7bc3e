/** Describes settings as tables and reads them from raw values; bad values are reported, not clamped (R22). */

import { safeJsonText } from './cap-depth.ts';
import type { Json } from './json.ts';

/** What a setting, or one entry of it, takes. */
export interface SettingKind<T> {
  /** In words, to follow "it takes". */
  readonly expected: string;
  /** The same as JSON Schema, for package.json. */
  readonly schema: JsonSchema;
  readonly accepts: (value: unknown) => value is T;
}

export type JsonSchema = { readonly [keyword: string]: Json };

/** How the settings page of VS Code shows a setting. `npm run settings` writes it to package.json and docs/settings.md. */
export interface Presentation {
  /** Markdown; `#spool.provider#` in it is a link to that setting. */
  readonly description: string;
  /** The description of each option, by the option as text. */
  readonly options?: Readonly<Record<string, string>>;
  /** Which settings files may set it; without one each of them may, a folder's too (docs/settings.md, "Trust"). */
  readonly scope?: 'window' | 'machine' | 'machine-overridable';
  /** Whether it is edited as a text of several lines. */
  readonly isMultiline?: boolean;
}

/** A value that was refused: the default is used instead, or the entry is left out (docs/settings.md, "Values that are refused"). */
export interface ConfigProblem {
  readonly key: string;
  /** The model's name, where one entry of an object was refused and not all of it. */
  readonly entry?: string;
  readonly value: unknown;
  readonly expected: string;
}

export interface Setting<T> {
  readonly key: string;
  readonly default: T;
  readonly expected: string;
  readonly schema: JsonSchema;
  readonly presentation: Presentation;
  /** Undefined: nothing of the value can be used. */
  readonly read: (value: unknown) => { readonly value: T | undefined; readonly problems: readonly ConfigProblem[] };
}

/** A config's fields and the setting of each. */
export type Table<T> = { readonly [K in keyof T]: Setting<T[K]> };

export type ByModel<T> = Readonly<Record<string, T>>;

export const BOOLEAN: SettingKind<boolean> = {
  expected: 'true or false',
  schema: { type: 'boolean' },
  accepts: (value) => typeof value === 'boolean',
};

export const TEXT: SettingKind<string> = {
  expected: 'a text',
  schema: { type: 'string' },
  accepts: (value) => typeof value === 'string',
};

export const NAME: SettingKind<string> = {
  expected: 'a name',
  schema: { type: 'string', minLength: 1 },
  accepts: (value): value is string => typeof value === 'string' && value.trim() !== '',
};

export const TEXTS: SettingKind<readonly string[]> = {
  expected: 'a list of texts',
  schema: { type: 'array', items: { type: 'string' } },
  accepts: (value): value is readonly string[] => Array.isArray(value) && value.every(TEXT.accepts),
};

export function oneOf<const T extends string | boolean>(options: readonly T[]): SettingKind<T> {
  const areTexts = options.every((option) => typeof option === 'string');
  return {
    expected: `one of ${options.join(', ')}`,
    schema: { ...(areTexts && { type: 'string' }), enum: options },
    accepts: (value): value is T => options.some((option) => option === value),
  };
}

export function within(low: number, high: number): SettingKind<number> {
  return {
    expected: `a number from ${low} to ${high}`,
    schema: { type: 'number', minimum: low, maximum: high },
    accepts: (value): value is number => typeof value === 'number' && value >= low && value <= high,
  };
}

/** `unit` in the plural: tokens, bytes. */
export function whole(unit: string, low: number, high: number): SettingKind<number> {
  return {
    expected: `a whole number of ${unit} from ${low}${high === MAX_TOKENS ? '' : ` to ${high}`}`,
    schema: { type: 'integer', minimum: low, maximum: high },
    accepts: (value): value is number => Number.isInteger(value) && within(low, high).accepts(value),
  };
}

/** More than any window has; larger numbers are typing errors. */
const MAX_TOKENS = 100_000_000;

export function tokenCount(low = 1): SettingKind<number> {
  return whole('tokens', low, MAX_TOKENS);
}

export function either<A, B>(a: SettingKind<A>, b: SettingKind<B>): SettingKind<A | B> {
  return {
    expected: `${a.expected} or ${b.expected}`,
    schema: { anyOf: [a.schema, b.schema] },
    accepts: (value): value is A | B => a.accepts(value) || b.accepts(value),
  };
}

export function nullable<T>({ expected, schema, accepts }: SettingKind<T>): SettingKind<T | null> {
  const { type, enum: options, ...rest } = schema;
  return {
    expected: `${expected}, or null`,
    schema: {
      ...(type !== undefined && { type: [type, 'null'] }),
      ...(Array.isArray(options) && { enum: [...options, null] }),
      ...rest,
    },
    accepts: (value): value is T | null => value === null || accepts(value),
  };
}

export function setting<T>(key: string, preset: T, kind: SettingKind<T>, presentation: Presentation): Setting<T> {
  const { expected, schema, accepts } = kind;
  return {
    key,
    default: preset,
    expected,
    schema,
    presentation,
    read: (value) =>
      accepts(value) ? { value, problems: [] } : { value: undefined, problems: [{ key, value, expected }] },
  };
}

/** A text that may be missing: empty or null reads as null. VS Code's settings page can edit a text, but no "text or null". */
export function optionalText(
  key: string,
  { expected, schema, accepts }: SettingKind<string>,
  presentation: Presentation,
): Setting<string | null> {
  const { minLength: _, pattern, ...rest } = schema;
  const own = setting<string>(key, '', { expected, schema, accepts }, presentation);
  return {
    ...own,
    default: null,
    expected: `${expected}, or nothing`,
    schema: { ...rest, default: '', ...(typeof pattern === 'string' && { pattern: `^$|${pattern}` }) },
    read: (value) =>
      value === null || (typeof value === 'string' && value.trim() === '')
        ? { value: null, problems: [] }
        : own.read(value),
  };
}

/** An object of entries by model; an entry that does not fit is refused alone, the others hold. */
export function byModel<T>(key: string, kind: SettingKind<T>, presentation: Presentation): Setting<ByModel<T>> {
  const { expected, schema, accepts } = kind;
  const all = `an object of model ids, each with ${expected}`;
  return {
    key,
    default: {},
    expected: all,
    schema: { type: 'object', additionalProperties: schema },
    presentation,
    read: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return { value: undefined, problems: [{ key, value, expected: all }] };
      const taken: [string, T][] = [];
      const problems: ConfigProblem[] = [];
      for (const [entry, one] of Object.entries<unknown>({ ...value })) {
        if (accepts(one)) taken.push([entry, one]);
        else problems.push({ key, entry, value: one, expected });
      }
      return { value: Object.fromEntries(taken), problems };
    },
  };
}

/** The config that raw values give, by full key. A missing or undefined key takes its default; nothing is clamped. */
export function readTable<T extends object>(
  table: Table<T>,
  raw: Readonly<Record<string, unknown>>,
): { readonly config: T; readonly problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const fields = Object.entries<Setting<unknown>>({ ...table }).map(([field, { key, default: preset, read }]) => {
    const given = Object.hasOwn(raw, key) ? raw[key] : undefined;
    if (given === undefined) return [field, preset];
    const { value, problems: refused } = read(given);
    problems.push(...refused);
    return [field, value === undefined ? preset : value];
  });
  return { config: Object.fromEntries(fields) as T, problems };
}

/** The problem in one English line, with key, model, value and range. */
export function describeProblem({ key, entry, value, expected }: ConfigProblem): string {
  const name = entry === undefined ? key : `${key}, entry ${JSON.stringify(entry)},`;
  const instead = entry === undefined ? 'The default is used.' : 'The entry is left out.';
  return `${name} is ${shown(value)}, which is refused: it takes ${expected}. ${instead}`;
}

/** As JSON, but NaN and the infinities by their names. */
function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : (safeJsonText(value) ?? String(value));
}
