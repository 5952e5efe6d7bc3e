/** Between two boundaries a request is the one before and what was appended: what a provider cached of it stays good. */
import { expect } from 'vitest';
import type { Json } from '../../../src/core/lang/json.ts';
import { field, isList, isRecord } from '../../../src/core/transfer/foreign.ts';

export interface Sent {
  readonly maker: string;
  readonly boundary: number;
  /** What the fake got; undefined where it never came. */
  readonly body: () => Json | undefined;
}

export function checkGrowth(sent: readonly Sent[]): void {
  const newest = new Map<string, { readonly boundary: number; readonly units: readonly string[] }>();
  for (const { maker, boundary, body } of sent) {
    const got = body();
    if (got === undefined) continue;
    const units = unitsOf(got);
    const before = newest.get(maker);
    if (before?.boundary === boundary) expectPrefix(before.units, units);
    newest.set(maker, { boundary, units });
  }
}

function expectPrefix(before: readonly string[], after: readonly string[]): void {
  const last = before.length - 1;
  expect(after.slice(0, last)).toEqual(before.slice(0, last));
  // A message in one piece grows at its end when two of a person's stand together.
  expect(after[last]?.slice(0, before[last]?.length)).toBe(before[last]);
}

/** The body as a row of texts, of which the newest may grow and more may follow: all before the messages, then block by block. */
export function unitsOf(body: Json): readonly string[] {
  const { messages, input, contents, max_tokens, maxTokens, ...rest } = isRecord(body) ? body : {};
  const list = messages ?? input ?? contents ?? [];
  return [textOf(rest), ...(isList(list) ? list : []).flatMap(pieces)];
}

function pieces(message: Json): readonly string[] {
  for (const key of ['content', 'parts', 'blocks']) {
    const inner = field(message, key);
    const head = textOf(isRecord(message) ? { ...message, [key]: null } : message);
    if (typeof inner === 'string') return [`${head} ${inner}`];
    if (isList(inner)) return [head, ...inner.map(textOf)];
  }
  return [textOf(message)];
}

/** Without the marks for the cache, which move to what is newest. */
function textOf(value: Json): string {
  return JSON.stringify(value, (key, inner) => (key === 'cache_control' ? undefined : inner));
}
