/** How many tokens a message may add to the next request. */
import { expect, test } from 'vitest';
import { roomForMessage } from '../../../src/core/view/message-room.ts';
import type { Segment } from '../../../src/core/view/meter.ts';

const segments: readonly Segment[] = [
  { kind: 'system', tokens: 2_000 },
  { kind: 'tools', tokens: 3_000 },
  { kind: 'messages', tokens: 60_000 },
  { kind: 'toolResults', tokens: 30_000 },
  { kind: 'pins', tokens: 5_000 },
];
const meter = { window: 128_000, reserve: 8_000, tokens: 100_000, auto: false, segments };

test.each([
  ['beside the whole context where nothing is compacted by itself', {}, 20_000],
  ['beside what no compaction removes where that acts by itself', { auto: true }, 110_000],
  ['none where the context is too large already', { tokens: 125_000 }, 0],
  ['unknown where the window is', { window: undefined }, undefined],
])('there is room %s', (_, change, room) => {
  const { window, ...rest } = { ...meter, ...change };
  expect(roomForMessage(window === undefined ? rest : { ...rest, window })).toBe(room);
});
