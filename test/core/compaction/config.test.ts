/** The CompactionConfig from settings: defaults, ranges, refusals. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG, parseConfig, settingsOf } from '../../../src/core/compaction/config.ts';
import { describeProblem } from '../../../src/core/compaction/setting.ts';

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
      fc.property(
        fc.constantFrom(...settingsOf(DEFAULT_CONFIG)),
        fc.jsonValue(),
        ({ setting: { key, ...setting } }, value) => {
          const { config, problems } = parseConfig({ [key]: value });
          const used = settingsOf(config).find((one) => one.setting.key === key)?.value;
          const entries = problems.flatMap(({ entry }) => entry ?? []);
          const left = () =>
            Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !entries.includes(name)));
          expect(used).toEqual(entries.length > 0 ? left() : problems.length > 0 ? setting.default : value);
        },
      ),
    );
  });
});
