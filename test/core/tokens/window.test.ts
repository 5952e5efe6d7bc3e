/** R24: who says how large a model's window is, and by which names a model is found. */
import { describe, expect, it } from 'vitest';
import { findByModel, findForAnyOther } from '../../../src/core/tokens/model-id.ts';
import { modelFacts } from '../../../src/core/tokens/models.ts';
import {
  getContextWindowForModel,
  type ModelSize,
  modelSize,
  type ReportedSize,
} from '../../../src/core/tokens/window.ts';

describe('getContextWindowForModel', () => {
  const configured = { mine: 9_000 };
  it.each([
    ['claude-opus-4-6', 1_000_000],
    ['claude-3-5-haiku-20241022', 200_000],
    ['anthropic/claude-sonnet-4-5@20250929', 200_000],
    ['us.anthropic.claude-3-5-sonnet-20241022-v2:0', 200_000],
    ['claude-2.1', 100_000],
    ['claude-instant-1.2', 100_000],
    ['anthropic/claude-haiku-5.5', 1_000_000],
    ['gpt-6.2-sol-2026-11-17', 1_050_000],
    ['models/gemini-4-argon', 1_048_576],
    ['mine', 9_000],
    ['host/mine-2026-01-31', 9_000],
    ['nobody-knows-1', undefined],
    ['openai/nobody-knows-1', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('R24, case 36: %s has %s', (model, window) => expect(getContextWindowForModel(model, configured)).toBe(window));

  const api = { window: 300_000 };
  it.each([
    ['the setting comes first', 'claude-haiku-4-5', { 'claude-haiku-4-5': 50_000 }, api, 50_000],
    ['so does one without the date', 'claude-haiku-4-5-20251001', { 'claude-haiku-4-5': 50_000 }, api, 50_000],
    ['so does one for the provider', 'bedrock/claude-haiku-4-5', { bedrock: 60_000 }, api, 60_000],
    ['the exact id comes before the provider', 'b/m', { b: 60_000, m: 70_000 }, api, 70_000],
    ['then the provider that answers', 'claude-haiku-4-5', {}, api, 300_000],
    ['the input limit alone is an answer', 'm', {}, { maxInput: 120_000 }, 120_000],
    ['null is none', 'claude-haiku-4-5', {}, { window: null, maxInput: null }, 200_000],
    ['nor is 0 or −1', 'claude-haiku-4-5', {}, { window: 0, maxInput: -1 }, 200_000],
    ['then the table', 'gpt-5.4', { '*': 5_000 }, {}, 1_050_000],
    ['then the family', 'claude-3-opus-20240229', { '*': 5_000 }, {}, 200_000],
    ['then the setting for any other', 'nobody-knows-1', { '*': 5_000 }, {}, 5_000],
    ['which holds where no model is named', undefined, { '*': 5_000 }, {}, 5_000],
  ] satisfies [string, string | undefined, Record<string, number>, ReportedSize, number][])(
    'R24 %s',
    (_, model, settings, reported, window) => {
      expect(getContextWindowForModel(model, settings, reported)).toBe(window);
    },
  );
});

describe('modelSize', () => {
  it.each([
    [
      'of the table',
      'gpt-6.2-sol',
      {},
      {},
      { window: 1_050_000, maxInput: 922_000, maxOutput: 128_000, priceTier: 272_000 },
    ],
    [
      'a window that is set has no input limit',
      'gpt-6.2-sol',
      { openai: 400_000 },
      {},
      { window: 400_000, maxOutput: 128_000, priceTier: 272_000 },
    ],
    [
      'the API has its own',
      'claude-haiku-4-5',
      {},
      { maxInput: 190_000, maxOutput: 8_000 },
      { window: 190_000, maxInput: 190_000, maxOutput: 8_000 },
    ],
    [
      'the table has the output that the API leaves out',
      'claude-haiku-4-5',
      {},
      { maxInput: 190_000 },
      { window: 190_000, maxInput: 190_000, maxOutput: 64_000 },
    ],
    ['of a family', 'claude-3-haiku-20240307', {}, {}, { window: 200_000 }],
    ['of nobody', 'nobody-knows-1', {}, {}, { window: undefined }],
  ] satisfies [string, string, Record<string, number>, ReportedSize, ModelSize][])(
    'R24 %s',
    (_, model, settings, reported, size) => {
      expect(modelSize(model, settings, reported)).toEqual(size);
    },
  );
});

describe('an entry by model', () => {
  const entries = { exact: 1, 'host/exact': 2, plain: 3, openrouter: 4, anthropic: 5, 'openrouter/openai': 6, '*': 7 };
  it.each([
    ['host/exact', 2],
    ['other/exact', 1],
    ['plain-20260131', 3],
    ['us.anthropic.plain-20260131-v1:0', 3],
    ['openrouter/qwen/any', 4],
    ['openrouter/openai/gpt-5', 6],
    ['claude-haiku-4-5', 5],
    ['bedrock/us.anthropic.claude-haiku-4-5-20251001-v1:0', 5],
    ['gpt-5', undefined],
    ['toString', undefined],
    ['__proto__/toString', undefined],
    [undefined, undefined],
  ])('R58 %s: %s', (model, entry) => expect(findByModel(entries, model)).toBe(entry));

  it('R58 a name with a slash counts as the server gives it', () => {
    expect(findByModel({ 'local/coder-30b': 8_192 }, 'openai-compatible/local/coder-30b')).toBe(8_192);
    expect(findByModel({ 'a/b/c': 1, c: 2 }, 'openai-compatible/a/b/c')).toBe(1);
  });

  it('"*" is for all that have none', () => {
    expect(findForAnyOther(entries)).toBe(7);
    expect(findForAnyOther({})).toBeUndefined();
  });
});

describe('the bundled table', () => {
  it.each([
    ['claude-opus-5-5', 1_000_000, undefined, 128_000, [4, 20, 0.2, 5]],
    ['claude-haiku-4-5-20251001', 200_000, undefined, 64_000, [1, 5, 0.1, 1.25]],
    ['gpt-6.2-sol', 1_050_000, 922_000, 128_000, [2, 10, 0.1, 2.5]],
    ['gpt-5', 400_000, 272_000, 128_000, [1.25, 10, 0.125, 1.25]],
    ['gemini-4-hydrogen', 1_048_576, undefined, 65_536, [1.5, 7.5, 0.075, 1.5]],
  ])('knows %s', (model, window, maxInput, maxOutput, [input, output, cacheRead, cacheWrite]) => {
    expect(modelFacts(model)).toMatchObject({ window, maxOutput, prices: { input, output, cacheRead, cacheWrite } });
    expect(modelFacts(model)?.maxInput).toBe(maxInput);
  });

  it.each([
    ['claude-haiku-5-5', 100_000, 0.5],
    ['gpt-6.2-sol', 272_000, 4],
    ['gemini-2.5-pro', 200_000, 2.5],
    ['claude-opus-5-5', undefined, undefined],
  ])('knows from which size on %s costs more', (model, above, input) => {
    const tier = modelFacts(model)?.prices.tiers?.[0];
    expect([tier?.above, tier?.input]).toEqual([above, input]);
  });

  it('knows who takes images and who thinks', () => {
    expect(modelFacts('o3-mini')).toMatchObject({ thinks: true });
    expect(modelFacts('o3-mini')?.takesImages).toBeUndefined();
    expect(modelFacts('gpt-4o')).toMatchObject({ takesImages: true });
    expect(modelFacts('gpt-4o')?.thinks).toBeUndefined();
  });
});
