/** The reply that is being streamed: what is handed on joins up to all of it, whenever one looks. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import type { ReplyPart, ReplyPieces } from '../../../src/core/protocol/panel-state.ts';
import { ReplyStreamBuffer } from '../../../src/extension/agent/reply-stream-buffer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function joined(told: readonly ReplyPieces[]): readonly ReplyPart[] {
  const parts: { type: ReplyPart['type']; name?: string; text: string }[] = [];
  for (const { part, type, name, text } of told.flatMap(({ pieces }) => pieces)) {
    const there = parts[part];
    if (there) there.text += text;
    else parts[part] = { type, text, ...(name !== undefined && { name }) };
  }
  return parts;
}

const word = fc.string({ maxLength: 5 });
const event: fc.Arbitrary<ModelEvent> = fc.oneof(
  word.map((text): ModelEvent => ({ type: 'text', text })),
  word.map((text): ModelEvent => ({ type: 'thinking', text })),
  fc.constantFrom('a', 'b').map((id): ModelEvent => ({ type: 'call', id, name: `tool-${id}` })),
  fc.tuple(fc.constantFrom('a', 'b', 'c'), word).map(([id, json]): ModelEvent => ({ type: 'input', id, json })),
);

describe('a reply that is being streamed', () => {
  it('is handed on in pieces that join up to what it is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(event, fc.constantFrom('go on', 'look', 'wait')), { maxLength: 30 }), (steps) => {
        const told: ReplyPieces[] = [];
        const reply = new ReplyStreamBuffer(7, (pieces) => told.push(pieces));
        for (const [one, then] of steps) {
          reply.add(one);
          if (then === 'look') expect(reply.view().parts).toEqual(joined(told));
          if (then === 'wait') vi.advanceTimersByTime(60);
        }
        reply.end();
        expect(reply.view()).toEqual({ reply: 7, parts: joined(told) });
      }),
      { numRuns: 100 },
    );
  });

  it('tells a few times a second, however often something comes', () => {
    const told: ReplyPieces[] = [];
    const reply = new ReplyStreamBuffer(1, (pieces) => told.push(pieces));
    for (let n = 0; n < 1_000; n++) {
      reply.add({ type: 'text', text: 'x' });
      if (n % 100 === 99) vi.advanceTimersByTime(50);
    }
    expect(told).toHaveLength(10);
    reply.forget();
    vi.advanceTimersByTime(1_000);
    expect(told).toHaveLength(10);
  });
});
