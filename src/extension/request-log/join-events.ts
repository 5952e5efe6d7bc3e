/** Joins the many small events of a stream into few that can be read, whatever provider they are of. */
import type { Json } from '../../core/lang/json.ts';

/** The fields whose texts come in pieces, in all the providers' streams. */
const PIECES: ReadonlySet<string> = new Set([
  'text',
  'thinking',
  'partial_json',
  'json',
  'delta',
  'content',
  'arguments',
  'reasoning',
  'reasoning_content',
]);
/** Says nothing: OpenAI fills its events up with it. */
const FILLING = 'obfuscation';
/** Numbers that tell one part of a reply from another; all others are counters. */
const PLACE = /(^|_)index$/;

export interface JoinedEvent {
  readonly event: Json;
  /** How many it was. */
  readonly count: number;
}

/** Neighbours of one shape that differ in pieces of texts, and in counters, become one. Linear. */
export function joinEvents(events: readonly Json[]): readonly JoinedEvent[] {
  const groups: { first: Json; pieces: Json[] }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && isAlike(last.first, event)) last.pieces.push(event);
    else groups.push({ first: event, pieces: [event] });
  }
  return groups.map(({ pieces }) => ({ event: joined(pieces), count: pieces.length }));
}

function isAlike(a: Json, b: Json, name = ''): boolean {
  if (typeof a !== typeof b || Array.isArray(a) !== Array.isArray(b) || (a === null) !== (b === null)) return false;
  if (typeof a === 'string') return a === b || PIECES.has(name) || name === FILLING;
  if (typeof a !== 'object' || a === null) return a === b || (typeof a === 'number' && !PLACE.test(name));
  if (typeof b !== 'object' || b === null) return false;
  const entries = Object.entries(a);
  const others = new Map<string, Json>(Object.entries(b));
  return (
    entries.length === others.size &&
    entries.every(([key, value]) => {
      const other = others.get(key);
      return other !== undefined && isAlike(value, other, Array.isArray(a) ? name : key);
    })
  );
}

/** Of values of one shape: texts in pieces are put together, of everything else the last holds. */
function joined(values: readonly Json[], name = ''): Json {
  const last = values.at(-1) ?? null;
  if (typeof last === 'string') return PIECES.has(name) ? values.join('') : last;
  if (typeof last !== 'object' || last === null) return last;
  const at = (key: string): readonly Json[] =>
    values.flatMap((value) => {
      const found =
        typeof value === 'object' && value !== null ? new Map<string, Json>(Object.entries(value)).get(key) : undefined;
      return found === undefined ? [] : [found];
    });
  if (Array.isArray(last)) return last.map((_, index) => joined(at(String(index)), name));
  return Object.fromEntries(Object.keys(last).map((key) => [key, joined(at(key), key)]));
}
