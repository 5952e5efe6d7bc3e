/** Between two boundaries a request is the one before and what was appended: what a provider cached of it stays good. */
import { expect } from 'vitest';
import type { Json } from '../../../src/core/lang/json.ts';
import { field, isList, isRecord } from '../../../src/core/lang/json-fields.ts';

export interface Sent {
  readonly modelKey: string;
  readonly boundary: number;
  /** What the fake got; undefined where it never came. */
  readonly body: () => Json | undefined;
}

/** Looks at each request once, in the order in which they were made. */
export class Growth {
  readonly #sent: Sent[] = [];
  readonly #newest = new Map<string, { readonly boundary: number; readonly units: readonly string[] }>();

  add(sent: Sent): void {
    this.#sent.push(sent);
  }

  /** What this one knows and has not looked at goes on in another one: after a restart, say. */
  inherit(other: Growth): void {
    this.#sent.push(...other.#sent);
    for (const [modelKey, known] of other.#newest) this.#newest.set(modelKey, known);
  }

  check(): void {
    for (const { modelKey, boundary, body } of this.#sent.splice(0)) {
      const got = body();
      if (got === undefined) continue;
      const units = unitsOf(got);
      const before = this.#newest.get(modelKey);
      if (before?.boundary === boundary) expectPrefix(before.units, units);
      this.#newest.set(modelKey, { boundary, units });
    }
  }
}

function expectPrefix(before: readonly string[], after: readonly string[]): void {
  const last = before.length - 1;
  // A message in one piece grows at its end when two of a person's stand together.
  const changed = before.findIndex((unit, at) => (at === last ? !after[at]?.startsWith(unit) : after[at] !== unit));
  expect({ changed, before: before[changed], after: after[changed] }).toEqual({ changed: -1 });
}

/** The body as a row of texts, of which the newest may grow and more may follow: all before the messages, then block by block. */
export function unitsOf(body: Json): readonly string[] {
  const { messages, input, contents, max_tokens, maxTokens, max_output_tokens, ...rest } = isRecord(body) ? body : {};
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
