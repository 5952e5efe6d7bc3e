/** Limits how deep JSON values are nested, as code that walks them, their indented text and some servers can't take more. */
import type { Json } from './json.ts';

/** Levels of lists and objects inside each other that are kept. */
export const DEEPEST = 500;

/** Deeper values are not indented: each of their lines would begin with hundreds of spaces. */
const DEEPEST_INDENTED = 20;

/** The value, in which JSON text replaces what is nested deeper; the same object where nothing is. Linear. */
export function capDepth(value: Json, levels = DEEPEST): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return jsonText(value);
  if (isList(value)) {
    const capped = value.map((one) => capDepth(one, levels - 1));
    return capped.every((one, at) => one === value[at]) ? value : capped;
  }
  const fields = Object.entries(value);
  const capped = fields.map(([key, one]): [string, Json] => [key, capDepth(one, levels - 1)]);
  return capped.every(([, one], at) => one === fields[at]?.[1]) ? value : Object.fromEntries(capped);
}

/** Any value as JSON has it: null where JSON has none. Throws where `JSON.stringify` does for another reason than depth. */
export function copyJson(value: unknown): Json {
  return JSON.parse(safeJsonText(value) ?? 'null');
}

/** As `JSON.stringify`, but what is nested too deeply is in it as text. */
export function safeJsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // SAFETY: the stack overflows at lists and objects inside each other, and a cycle is another error.
    return JSON.stringify(capDepth(value as Json));
  }
}

/** Whether lists and objects are nested in more than `levels` levels. */
function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return (isList(value) ? value : Object.values(value)).some((one) => isDeeperThan(one, levels - 1));
}

/** JSON as a person reads it: indented, as long as that is not mostly indentation. */
export function indentedJson(value: Json): string {
  return JSON.stringify(value, null, isDeeperThan(value, DEEPEST_INDENTED) ? 0 : 2);
}

/** A list or an object of which a part is written. */
interface Level {
  readonly keys: readonly string[] | undefined;
  readonly values: readonly Json[];
  next: number;
}

/** As `JSON.stringify`, which overflows the stack on what is nested thousands of levels deep. Linear. */
function jsonText(value: Json): string {
  const parts: string[] = [];
  const levels: Level[] = [];
  write(value);
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const { keys, values, next } = level;
    const inner = values[next];
    if (inner === undefined) {
      parts.push(keys ? '}' : ']');
      levels.pop();
    } else {
      if (next > 0) parts.push(',');
      if (keys) parts.push(JSON.stringify(keys[next]), ':');
      level.next++;
      write(inner);
    }
  }
  return parts.join('');

  function write(one: Json): void {
    if (typeof one !== 'object' || one === null) return void parts.push(JSON.stringify(one));
    const keys = isList(one) ? undefined : Object.keys(one);
    parts.push(keys ? '{' : '[');
    levels.push({ keys, values: isList(one) ? one : Object.values(one), next: 0 });
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
