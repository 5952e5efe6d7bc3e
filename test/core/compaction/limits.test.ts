/** Trigger, reserve and target (R23, R51), and the window of a model (R24). */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { getContextWindowForModel } from '../../../src/core/tokens/window.ts';

describe('limitsFor', () => {
  it.each([
    ['R23 200k: 0.8 of the window', 200_000, {}, { trigger: 160_000, target: 80_000, reserve: 16_384 }],
    ['R23 a reserve up to 40k leaves 160k', 200_000, { reserveTokens: 40_000 }, { trigger: 160_000 }],
    ['R23 a larger reserve lowers it', 200_000, { reserveTokens: 50_000 }, { trigger: 150_000 }],
    ['R23 the smaller threshold wins', 200_000, { thresholdTokens: 100_000 }, { trigger: 100_000, target: 50_000 }],
    ['a small window keeps a quarter for the reply', 32_000, {}, { reserve: 8_000, trigger: 24_000, target: 12_000 }],
    ['case 13: window 16,384 without a known output limit', 16_384, {}, { reserve: 4_096, trigger: 12_288 }],
    ['a threshold above the share changes nothing', 200_000, { thresholdTokens: 190_000 }, { trigger: 160_000 }],
    ['parts of a token are dropped', 1_001, {}, { window: 1_001, reserve: 250, trigger: 751, target: 375 }],
    [
      'a share of a token is dropped too',
      999,
      { reserveTokens: 0, thresholdRatio: 0.5 },
      { trigger: 499, target: 249 },
    ],
    ['a window of next to nothing has a trigger still', 2, { thresholdRatio: 0.1 }, { trigger: 1, target: 0 }],
    [
      'a reserve of all but a token leaves that',
      1_000,
      { reserveTokens: 999 },
      { reserve: 999, trigger: 1, target: 0 },
    ],
    ['R51 a target that is set', 200_000, { targetTokens: 30_000 }, { target: 30_000 }],
    ['a target above the trigger is the trigger', 200_000, { targetTokens: 190_000 }, { target: 160_000 }],
  ])('%s', (_, window, changes, expected) => {
    const limits = limitsFor(window, { ...DEFAULT_CONFIG, ...changes });
    expect(limits.ok && limits.value).toMatchObject(expected);
  });

  it('R41 a window that nothing knows is an error that can be said', () => {
    expect(limitsFor(undefined, DEFAULT_CONFIG, 'm')).toEqual({
      ok: false,
      error: { type: 'window-unknown', model: 'm' },
    });
  });

  it('case 13: a reserve as large as the window is a configuration error, never a negative budget', () => {
    const limits = limitsFor(131_072, { ...DEFAULT_CONFIG, reserveTokens: 131_072 });
    expect(limits).toEqual({ ok: false, error: { type: 'reserve-too-large', window: 131_072, reserve: 131_072 } });
  });
});

describe('getContextWindowForModel', () => {
  it.each([
    ['claude-opus-4-6', 200_000],
    ['claude-3-5-haiku-20241022', 200_000],
    ['anthropic/claude-sonnet-4-5@20250929', 200_000],
    ['us.anthropic.claude-3-5-sonnet-20241022-v2:0', 200_000],
    ['claude-2.1', 100_000],
    ['claude-instant-1.2', 100_000],
    ['nobody-knows-1', undefined],
    ['mine', 9_000],
    ['host/mine-2026-01-31', 9_000],
    ['constructor', undefined],
  ])('R24 %s: %s', (model, window) => expect(getContextWindowForModel(model, { mine: 9_000 })).toBe(window));
});
