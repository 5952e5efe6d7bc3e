/** Parses the input of the `compact` tool: ranges between checkpoints, each with its summary (R4–R6). */
import { err, ok, type Result } from '../../lang/result.ts';

/** After the `from` checkpoint up to and including the `to` checkpoint; absent: from the start, to the end. */
export interface Replacement {
  readonly from?: string;
  readonly to?: string;
  /** Blank: the range is deleted. */
  readonly summary: string;
}

const KEYS = ['from', 'to', 'summary'];
/** What models write for `summary`. */
const KEY_ALIASES = new Map(
  ['value', 'text', 'content', 'replacement', 'message']
    .map((key): [string, string] => [key, 'summary'])
    .concat([
      ['start', 'from'],
      ['begin', 'from'],
      ['end', 'to'],
      ['until', 'to'],
    ]),
);

/** The replacements in a tool's input, or one sentence for the model that names the item, the key and the mend (R5). */
export function parseReplacements(input: unknown): Result<readonly Replacement[], string> {
  const list = isRecord(input) ? input.replacements : undefined;
  if (!Array.isArray(list)) return err(`replacements is ${kindOf(list)}: give an array of {from?, to?, summary}.`);
  if (list.length === 0) return err('replacements is empty: give at least one {from?, to?, summary}.');
  const parsed: Replacement[] = [];
  for (const [index, item] of list.entries()) {
    const one = parseReplacement(item, `replacements[${index}]`);
    if (!one.ok) return one;
    parsed.push(one.value);
  }
  return ok(parsed);
}

function parseReplacement(item: unknown, name: string): Result<Replacement, string> {
  if (!isRecord(item)) return err(`${name} is ${kindOf(item)}: give an object {from?, to?, summary}.`);
  for (const key of Object.keys(item)) {
    if (KEYS.includes(key)) continue;
    const meant = KEY_ALIASES.get(key.toLowerCase());
    return err(
      `${name} has the unknown key "${key}": ${meant ? `did you mean ${meant}?` : 'it takes from, to and summary.'}`,
    );
  }
  const { from, to, summary } = item;
  if (from !== undefined && typeof from !== 'string')
    return err(`${name}.from is ${kindOf(from)}: give a checkpoint id, or leave it out.`);
  if (to !== undefined && typeof to !== 'string')
    return err(`${name}.to is ${kindOf(to)}: give a checkpoint id, or leave it out.`);
  if (typeof summary !== 'string')
    return err(`${name}.summary is ${kindOf(summary)}: give a string; an empty one deletes the range.`);
  return ok({ ...(from !== undefined && { from }), ...(to !== undefined && { to }), summary });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}
