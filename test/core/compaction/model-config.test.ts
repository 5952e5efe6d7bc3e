/** R58, R23: strategy and thresholds for single models and providers, in everything that is reckoned from them. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG, parseConfig } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { configForModel } from '../../../src/core/compaction/model-config.ts';
import { modelSize } from '../../../src/core/tokens/window.ts';

const { config, problems } = parseConfig({
  'spool.compaction.thresholdTokens': 120_000,
  'spool.compaction.modelThresholds': {
    'claude-haiku-4-5': 90_000,
    'claude-sonnet-4-5': 0.9,
    'claude-opus-4-5': 170_000,
    'claude-3-opus': 199_000,
    openai: 0.5,
    '*': 60_000,
  },
  'spool.compaction.modelStrategies': { anthropic: 'extract', 'claude-haiku-4-5': 'truncate', 'gpt-5': 'disabled' },
  'spool.model.contextWindows': { 'my-model': 100_000 },
});

function triggerOf(model: string | undefined, own = config) {
  const limits = limitsFor(modelSize(model, own.contextWindows), configForModel(own, model), model);
  return limits.ok ? limits.value.trigger : limits.error.type;
}

describe('R58 a threshold for a model', () => {
  it.each([
    ['in tokens replaces both', 'claude-haiku-4-5-20251001', 90_000],
    ['as a share replaces both, so that the tokens for all do not lower it', 'claude-sonnet-4-5', 180_000],
    ['in tokens is not lowered by the ratio for all', 'claude-opus-4-5', 170_000],
    ['R23 but by what the window leaves for the input', 'claude-3-opus-20240229', 183_616],
    ['for its provider', 'openai/gpt-5', 136_000],
    ['for any other', 'my-model', 60_000],
    ['for any other, where the window is not known', 'nobody-knows-1', 'window-unknown'],
  ])('%s', (_, model, trigger) => {
    expect(problems).toEqual([]);
    expect(triggerOf(model)).toBe(trigger);
  });

  it('is not there for a model without one', () => {
    const { '*': _, ...modelThresholds } = config.modelThresholds;
    expect(triggerOf('my-model', { ...config, modelThresholds })).toBe(80_000);
  });
});

describe('R58 a strategy for a model', () => {
  it.each([
    ['claude-haiku-4-5', 'truncate'],
    ['claude-sonnet-4-5', 'extract'],
    ['gpt-5', 'disabled'],
    ['gemini-4-argon', 'summarize'],
    ['toString', 'summarize'],
    [undefined, 'summarize'],
  ])('%s: %s', (model, strategy) => expect(configForModel(config, model).strategy).toBe(strategy));
});

it('the config stays the same object where nothing is set for a model', () => {
  expect(configForModel(DEFAULT_CONFIG, 'claude-haiku-4-5')).toBe(DEFAULT_CONFIG);
});

it('a config for a model holds for it again', () => {
  const once = configForModel(config, 'claude-sonnet-4-5');
  expect(configForModel(once, 'claude-sonnet-4-5')).toEqual(once);
});
