/** Trigger, reserve and target of a model's size (R23, R41, R51). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import type { ModelSize } from '../../../src/core/tokens/window.ts';

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
    const limits = limitsFor({ window }, { ...DEFAULT_CONFIG, ...changes });
    expect(limits.ok && limits.value).toMatchObject(expected);
  });

  it('R41 a window that nothing knows is an error that can be said', () => {
    expect(limitsFor({ window: undefined }, DEFAULT_CONFIG, 'm')).toEqual({
      ok: false,
      error: { type: 'window-unknown', model: 'm' },
    });
  });

  it('case 13: a reserve as large as the window is a configuration error, never a negative budget', () => {
    const limits = limitsFor({ window: 131_072 }, { ...DEFAULT_CONFIG, reserveTokens: 131_072 });
    expect(limits).toEqual({ ok: false, error: { type: 'reserve-too-large', window: 131_072, reserve: 131_072 } });
  });

  const size = (window: number | undefined, more: Omit<ModelSize, 'window'> = {}): ModelSize => ({ window, ...more });
  it.each([
    ['case 13: no output at all is no answer', size(16_384, { maxOutput: 0 }), {}, 16_384, 4_096, 12_288],
    ['case 13: an output as large as the window', size(131_072, { maxOutput: 131_072 }), {}, 131_072, 16_384, 104_857],
    ['case 13: an output larger than the window', size(128_000, { maxOutput: 250_000 }), {}, 128_000, 16_384, 102_400],
    ['case 13: 8,192 of 8,192', size(8_192, { maxOutput: 8_192 }), {}, 8_192, 2_048, 6_144],
    [
      'case 19: 20,000 for the reply',
      size(200_000),
      { reserveTokens: 20_000, thresholdRatio: 0.95 },
      200_000,
      20_000,
      180_000,
    ],
    [
      'R23 a small output limit is the reserve',
      size(200_000, { maxOutput: 4_096 }),
      { thresholdRatio: 0.95 },
      200_000,
      4_096,
      190_000,
    ],
    ['a negative output limit is no answer', size(200_000, { maxOutput: -1 }), {}, 200_000, 16_384, 160_000],
    ['so is one that is no number', size(200_000, { maxOutput: Number.NaN }), {}, 200_000, 16_384, 160_000],
    ['R41 the limit is the max input', size(400_000, { maxInput: 272_000 }), {}, 400_000, 128_000, 217_600],
    [
      'R23 at most the max input',
      size(400_000, { maxInput: 100_000 }),
      { thresholdRatio: 1, thresholdTokens: 150_000 },
      400_000,
      300_000,
      100_000,
    ],
    ['a max input above the window is the window', size(200_000, { maxInput: 500_000 }), {}, 200_000, 16_384, 160_000],
    ['a max input of 0 is no answer', size(200_000, { maxInput: 0 }), {}, 200_000, 16_384, 160_000],
    [
      'a learned limit lowers the window',
      size(1_000_000, { maxInput: 900_000, learned: 200_000 }),
      {},
      200_000,
      16_384,
      160_000,
    ],
    ['it never raises it', size(128_000, { learned: 200_000 }), {}, 128_000, 16_384, 102_400],
    ['it serves where no window is known', size(undefined, { learned: 65_536 }), {}, 65_536, 16_384, 49_152],
    ['a learned 0 is no answer', size(200_000, { learned: 0 }), {}, 200_000, 16_384, 160_000],
  ] satisfies [string, ModelSize, object, number, number, number][])(
    '%s',
    (_, given, changes, window, reserve, trigger) => {
      const limits = limitsFor(given, { ...DEFAULT_CONFIG, ...changes });
      expect(limits.ok && limits.value).toMatchObject({ window, reserve, trigger });
    },
  );

  const tier = { stayBelowPriceTier: true };
  const gpt = { window: 1_050_000, maxInput: 922_000, priceTier: 272_000 };
  it.each([
    ['it is due where the model begins to cost more', gpt, tier, 272_000],
    ['not where that is switched off', gpt, {}, 737_600],
    ['not where no such size is known', { window: 1_000_000 }, tier, 800_000],
    ['nor where it is 0', { window: 1_000_000, priceTier: 0 }, tier, 800_000],
    ['a smaller threshold wins', gpt, { ...tier, thresholdTokens: 100_000 }, 100_000],
    ['a larger one does not', gpt, { ...tier, thresholdRatio: 1, thresholdTokens: 500_000 }, 272_000],
    ['a smaller window wins', { window: 128_000, priceTier: 200_000 }, tier, 102_400],
  ])('R23 stay below the price tier: %s', (_, given, changes, trigger) => {
    const limits = limitsFor(given, { ...DEFAULT_CONFIG, ...changes });
    expect(limits.ok && limits.value.trigger).toBe(trigger);
  });

  it('case 19: 199,409 tokens with 20,000 for the reply no longer fit, and were due long before', () => {
    const limits = limitsFor({ window: 200_000, maxOutput: 64_000 }, { ...DEFAULT_CONFIG, reserveTokens: 20_000 });
    if (!limits.ok) throw new Error(limits.error.type);
    const { window, reserve, trigger } = limits.value;
    expect(199_409 > window - reserve).toBe(true);
    expect(trigger + reserve).toBeLessThanOrEqual(window);
  });

  it('case 13: whatever sizes and settings say, there are clear numbers or a configuration error', () => {
    const any = fc.oneof(fc.integer({ min: -10, max: 2_000_000 }), fc.constantFrom(undefined, Number.NaN, 0, 1, 2, 3));
    const setting = fc.option(fc.integer({ min: 1, max: 2_000_000 }));
    fc.assert(
      fc.property(any, any, any, any, setting, setting, setting, (window, maxInput, maxOutput, learned, ...set) => {
        const [reserveTokens, thresholdTokens, targetTokens] = set;
        const config = { ...DEFAULT_CONFIG, reserveTokens, thresholdTokens, targetTokens };
        const limits = limitsFor({ window, maxInput, maxOutput, learned }, config);
        if (!limits.ok) {
          const problem = limits.error;
          expect(problem.type === 'window-unknown' || problem.reserve === reserveTokens).toBe(true);
          return;
        }
        const found = limits.value;
        for (const tokens of Object.values(found)) expect(Number.isInteger(tokens)).toBe(true);
        expect(found.trigger).toBeGreaterThanOrEqual(1);
        expect(found.trigger).toBeLessThanOrEqual(found.window - found.reserve);
        expect(found.target).toBeLessThanOrEqual(found.trigger);
        expect(found.target).toBeGreaterThanOrEqual(0);
        expect(found.reserve).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
