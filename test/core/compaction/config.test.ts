/** The CompactionConfig from settings: defaults, ranges, refusals. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG, describeProblem, parseConfig, SETTINGS } from '../../../src/core/compaction/config.ts';

describe('parseConfig', () => {
  it('takes every default where nothing is set', () => {
    expect(parseConfig({})).toEqual({ config: DEFAULT_CONFIG, problems: [] });
    expect(DEFAULT_CONFIG).toMatchObject({
      enabled: true,
      auto: true,
      thresholdRatio: 0.8,
      strategy: 'summarize',
      retainLastTurns: 1,
    });
  });

  it.each([
    ['spool.compaction.enabled', 'yes'],
    ['spool.compaction.auto', 'sometimes'],
    ['spool.compaction.thresholdRatio', 0.05],
    ['spool.compaction.thresholdRatio', 0.96],
    ['spool.compaction.thresholdRatio', '0.8'],
    ['spool.compaction.thresholdRatio', Number.NaN],
    ['spool.compaction.thresholdTokens', 0],
    ['spool.compaction.targetTokens', -1],
    ['spool.compaction.targetTokens', 1.5],
    ['spool.compaction.strategy', 'forget'],
    ['spool.compaction.retainLastTurns', 51],
    ['spool.model.contextWindows', { a: 'large' }],
    ['spool.model.contextWindows', []],
    ['spool.model.reserveTokens', -5],
    ['spool.contextMeter.warnRatio', 2],
  ])('refuses %s = %j, uses the default and says the range', (key, value) => {
    const { config, problems } = parseConfig({ [key]: value });
    expect(config).toEqual(DEFAULT_CONFIG);
    expect(problems).toHaveLength(1);
    const [problem] = problems;
    expect(problem && describeProblem(problem)).toMatch(
      new RegExp(`^${key.replaceAll('.', '\\.')} is .*takes .*default`),
    );
  });

  it('never clamps: a value is taken as it is or refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(SETTINGS)), fc.jsonValue(), (setting, value) => {
        const { config, problems } = parseConfig({ [setting.key]: value });
        const [field] = Object.entries(SETTINGS).find(([, s]) => s === setting) ?? [];
        const used = Object.entries(config).find(([name]) => name === field)?.[1];
        expect(used).toEqual(problems.length > 0 ? setting.default : value);
      }),
    );
  });
});
