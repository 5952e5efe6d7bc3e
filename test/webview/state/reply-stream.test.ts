/** The reply that is being streamed: pieces come to the whole, gaps are seen, memory is bounded. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReplyPart, ReplyPieces } from '../../../src/core/protocol/panel-state.ts';
import {
  noReplyStream,
  type ReplyStreamState,
  takePieces,
  takeReplyStream,
} from '../../../src/webview/state/reply-stream.ts';

const text = (value: string): ReplyPart => ({ type: 'text', text: value });
const piece = (reply: number, part: number, value: string, type: ReplyPart['type'] = 'text'): ReplyPieces => ({
  reply,
  pieces: [{ part, type, text: value }],
});
const whole = ({ now }: ReplyStreamState) => now?.parts.map(({ type, text: shown }) => `${type} ${shown}`);

function taken(state: ReplyStreamState, pieces: ReplyPieces): ReplyStreamState {
  const next = takePieces(state, pieces);
  if (!next) throw new Error('a piece is missing');
  return next;
}

describe('pieces', () => {
  test('come to the parts of the whole, however they were cut', () => {
    const part = fc.record({
      type: fc.constantFrom('text' as const, 'thinking' as const),
      text: fc.string({ minLength: 1 }),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 5 }), (parts, size) => {
        const pieces = parts.flatMap(({ type, text: all }, i) =>
          Array.from({ length: Math.ceil(all.length / size) }, (_, n) => ({
            part: i,
            type,
            text: all.slice(n * size, (n + 1) * size),
          })),
        );
        expect(takePieces(noReplyStream, { reply: 1, pieces })).toEqual(
          takeReplyStream(noReplyStream, { reply: 1, parts }),
        );
      }),
      { numRuns: 200 },
    );
  });

  test('begin a reply anew when its number rises', () => {
    const first = taken(noReplyStream, piece(1, 0, 'one'));
    expect(whole(taken(first, piece(2, 0, 'two')))).toEqual(['text two']);
  });

  test('that are late change nothing: of a reply before, and of one that is over', () => {
    const second = taken(noReplyStream, piece(2, 0, 'two'));
    expect(takePieces(second, piece(1, 0, 'late'))).toBe(second);
    const over = takeReplyStream(second, undefined);
    expect(takePieces(over, piece(2, 1, 'late'))).toBe(over);
    expect(whole(taken(over, piece(3, 0, 'next')))).toEqual(['text next']);
  });

  test.each<[string, ReplyPieces]>([
    ['a part was left out', piece(1, 2, 'x')],
    ['the reply did not begin', piece(2, 1, 'x')],
    ['the part is of another kind', piece(1, 0, 'x', 'call')],
  ])('are not taken where %s', (_, pieces) => {
    const state = taken(noReplyStream, piece(1, 0, 'one'));
    expect(takePieces(state, pieces)).toBeUndefined();
  });

  test('are kept up to what is drawn, and counted whole', () => {
    let state = taken(noReplyStream, piece(1, 0, ''));
    for (let i = 0; i < 30; i += 1) state = taken(state, piece(1, 0, 'x'.repeat(10_000)));
    state = taken(state, piece(1, 1, '{"a":1}'.repeat(1_000), 'call'));
    expect(state.now?.parts.map(({ text: kept, length }) => [kept.length, length])).toEqual([
      [100_000, 300_000],
      [400, 7_000],
    ]);
  });

  test('case 39: of half an hour, twenty a second, leave no more than is drawn', () => {
    const seconds = 30 * 60;
    let state = noReplyStream;
    let largest = 0;
    for (let at = 0; at < seconds * 20; at += 1) {
      // A reply takes three minutes, thinks, writes and calls.
      const reply = 1 + Math.floor(at / (180 * 20));
      const part = Math.floor((at % (180 * 20)) / (60 * 20));
      const type = (['thinking', 'text', 'call'] as const)[part] ?? 'text';
      state = taken(state, piece(reply, part, 'a piece of what is written, as long as a line is. ', type));
      if (at % 1_000 === 0) largest = Math.max(largest, JSON.stringify(state).length);
    }
    expect(largest).toBeGreaterThan(100_000);
    expect(largest).toBeLessThan(201_000);
  });

  test('of a whole reply that is told again stay what they were', () => {
    const state = taken(noReplyStream, piece(1, 0, 'one'));
    expect(takeReplyStream(state, { reply: 1, parts: [text('one')] })).toEqual(state);
  });
});
