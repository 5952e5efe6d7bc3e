/** Parses JSON from other programs and reads its fields by type; nothing here throws. */
import { capDepth, DEEPEST } from './cap-depth.ts';
import type { Json } from './json.ts';
import { readCount } from './read-value.ts';
import { err, ok, type Result } from './result.ts';

export interface ForeignRecord {
  readonly [key: string]: Json;
}

/**
 * The error is the parser's own word. What is nested too deeply is JSON text in its place, and a number that is too large for
 * JSON (`1e999`) is null, as it would be written.
 */
export function parseJson(text: string): Result<Json, string> {
  try {
    const value = JSON.parse(text) as Json;
    return ok(isWritable(value) ? value : JSON.parse(JSON.stringify(capDepth(value))));
  } catch (fault) {
    return err(String(fault));
  }
}

/** Whether a value that was parsed would be written as it is. */
function isWritable(value: Json): boolean {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST || level.some((one) => typeof one === 'number' && !Number.isFinite(one))) return false;
    level = level.flatMap((one): readonly Json[] => {
      const inside = isList(one) ? one : isRecord(one) ? Object.values(one) : [];
      return inside.filter((child) => typeof child === 'number' || (typeof child === 'object' && child !== null));
    });
  }
  return true;
}

export function isRecord(value: Json | undefined): value is ForeignRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function stringOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value when it is a text that says something. */
export function filledText(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A count of something (`readCount`), else 0. */
export function countOf(value: Json | undefined): number {
  return readCount(value) ?? 0;
}

/** The record's own field; a record of another program may lack it. */
export function field(value: Json | undefined, key: string): Json | undefined {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Milliseconds since 1970 of an ISO date, or of a number of seconds or milliseconds. */
export function timeOf(value: Json | undefined): number | undefined {
  if (typeof value === 'string') {
    const at = Date.parse(value);
    return Number.isNaN(at) ? undefined : at;
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
  return Math.round(value < 1e11 ? value * 1000 : value);
}
