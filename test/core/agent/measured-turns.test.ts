/** Turns beside servers that count and report in their own way: what is sent, what is held back, what is compacted (R25). */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { measure, NO_BASE } from '../../../src/core/thread/measure.ts';
import { Loop, type World } from './loop.ts';

const world = (more: Partial<World>): World => ({
  config: DEFAULT_CONFIG,
  window: 128_000,
  reply: (turn) => ({ blocks: [{ type: 'text', text: `Reply ${turn}.` }] }),
  ...more,
});

/** About 5,000 tokens. */
const PASTE = 'The heron stands in the reeds. '.repeat(726);

describe('a turn', () => {
  it('M1 is sent after 4,000 tokens of hidden reasoning in the reply to "hi"', async () => {
    const usage = (_: number, tokens: number) => tokenUsage({ input: tokens, output: 4_010 });
    const loop = new Loop(world({ window: 32_000, usage }));
    expect(await loop.send('hi')).toEqual({ type: 'done' });
    expect(measure(loop.thread).tokens).toBeLessThan(100);
    expect(await loop.restart().send(PASTE)).toEqual({ type: 'done' });
    expect(await loop.send(PASTE)).toEqual({ type: 'done' });
    expect(loop.thread.compactions).toEqual([]);
  });

  it.each([10_000, 30_000])(
    'M2 of 20,000 words is sent to a server that adds %d tokens to each request',
    async (adds) => {
      const loop = new Loop(world({ adds }));
      for (const text of ['hi', 'heron '.repeat(20_000), 'Thanks.'])
        expect(await loop.send(text)).toEqual({ type: 'done' });
      expect(loop.thread.compactions).toEqual([]);
      const { tokens, factor, serverOverhead: extra } = measure(loop.thread);
      expect(Math.abs(tokens - loop.tokensOf(loop.thread.items.map(({ message }) => message)))).toBeLessThan(50);
      expect(factor).toBeCloseTo(1);
      expect(Math.abs(extra - adds)).toBeLessThan(50);
    },
  );

  it.each([
    ['one absurd report', (turn: number) => (turn === 2 ? tokenUsage({ input: 5_000_000, output: 10 }) : undefined)],
    [
      'a count above the window',
      (turn: number) => (turn >= 2 ? tokenUsage({ input: 90_000 + 60_000 * turn }) : undefined),
    ],
    [
      'the very first report',
      (turn: number) => (turn === 1 ? tokenUsage({ input: 5_000_000, output: 10 }) : undefined),
    ],
  ])('M3 is sent after %s, also after a restart, and the gauge says that it is an estimate', async (_, usage) => {
    let loop = new Loop(world({ usage }));
    for (const text of ['hi', 'How many?']) expect(await loop.send(text)).toEqual({ type: 'done' });
    loop = loop.restart();
    const base = { ...NO_BASE, window: 128_000 };
    expect(measure(loop.thread, base).tokens).toBeLessThan(200);
    expect(await loop.send(PASTE)).toEqual({ type: 'done' });
    expect(measure(loop.thread, base).tokens).toBeLessThan(8_000);
    expect(loop.thread.compactions).toEqual([]);
  });

  it.each([
    ['compaction is automatic', DEFAULT_CONFIG],
    ['nothing is automatic', { ...DEFAULT_CONFIG, auto: false }],
    ['compaction is switched off', { ...DEFAULT_CONFIG, enabled: false }],
    ['no strategy is allowed', { ...DEFAULT_CONFIG, strategy: 'disabled' }],
  ] as const)('M4 whose plain estimate fits is sent, and refused by the server alone, where %s', async (_, config) => {
    const loop = new Loop(world({ config, window: 32_000, trueWindow: 32_000, adds: 19_000 }));
    expect(await loop.send('hi')).toEqual({ type: 'done' });
    expect(measure(loop.thread).tokens + 4_500).toBeGreaterThan(24_000 * 0.95);
    for (const text of [PASTE, PASTE]) {
      const end = await loop.send(text);
      expect(['done', 'failed']).toContain(end.type);
      if (end.type === 'failed') expect(end.error.kind).toBe('overflow');
    }
    expect(loop.requests.length).toBeGreaterThanOrEqual(3);
  });
});
