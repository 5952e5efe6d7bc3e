/** The CompactionConfig from settings: defaults, ranges, refusals. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG, parseConfig, settingsOf } from '../../../src/core/compaction/config.ts';
import { describeProblem } from '../../../src/core/lang/setting.ts';

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
    ['spool.model.reserveTokens', 0.5],
    ['spool.model.contextWindows', 'large'],
    ['spool.model.estimateWhenUnreported', 'yes'],
    ['spool.contextMeter.warnRatio', 2],
    ['spool.compaction.targetTokens', 0],
    ['spool.compaction.thresholdTokens', Number.NaN],
    ['spool.compaction.allowModel', 0],
    ['spool.compaction.model', 5],
    ['spool.compaction.modelThresholds', 0.8],
    ['spool.compaction.modelStrategies', 'extract'],
    ['spool.compaction.summaryPrompt', null],
    ['spool.compaction.summaryDirectives', 'be brief'],
    ['spool.compaction.summaryDirectives', ['be brief', 7]],
    ['spool.compaction.retainPrompt', 7],
    ['spool.compaction.retainDirectives', null],
    ['spool.compaction.maxToolResultTokens', 0],
    ['spool.compaction.collapseAfterTurns', -1],
    ['spool.toolOutputCache.maxLineLength', 1.5],
  ])('refuses %s = %j, uses the default and says the range', (key, value) => {
    const { config, problems } = parseConfig({ [key]: value });
    expect(config).toEqual(DEFAULT_CONFIG);
    expect(problems).toHaveLength(1);
    const [problem] = problems;
    expect(problem && describeProblem(problem)).toMatch(
      new RegExp(`^${key.replaceAll('.', '\\.')} is .*takes .*default`),
    );
  });

  const ratioOrTokens = 'a number from 0.1 to 0.95 or a whole number of tokens from 2';
  it.each<[string, readonly unknown[], unknown, string]>([
    [
      'spool.compaction.modelThresholds',
      [0, -1, 0.05, 0.96, 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '0.8', null, [], {}],
      0.9,
      ratioOrTokens,
    ],
    ['spool.compaction.modelThresholds', [1.5, 100_000_001], 90_000, ratioOrTokens],
    ['spool.compaction.modelStrategies', ['forget', 1, null, ['extract']], 'extract', 'one of native, summarize'],
    ['spool.model.contextWindows', [0, -1, 1.5, Number.NaN, 'large', null], 200_000, 'a whole number of tokens from 1'],
  ])('R22 %s refuses entries by the key and the name of the model, and the others hold', (key, wrong, right, takes) => {
    for (const value of wrong) {
      const { config, problems } = parseConfig({ [key]: { right, 'some/model': value } });
      expect(settingsOf(config).find((one) => one.setting.key === key)?.value).toEqual({ right });
      expect(problems).toMatchObject([{ key, entry: 'some/model', value }]);
      for (const problem of problems) {
        expect(describeProblem(problem)).toContain(`${key}, entry "some/model", is `);
        expect(describeProblem(problem)).toContain(`it takes ${takes}`);
      }
    }
  });

  it('R39, R45, R46 reads the settings of summaries, null and empty apart', () => {
    const { config, problems } = parseConfig({
      'spool.compaction.model': 'claude-haiku-4-5',
      'spool.compaction.summaryPrompt': 'Sum up.',
      'spool.compaction.summaryDirectives': ['Keep ports.'],
      'spool.compaction.retainPrompt': null,
      'spool.compaction.retainDirectives': ['Keep rules.'],
    });
    expect(problems).toEqual([]);
    expect(config.summary).toEqual({
      model: 'claude-haiku-4-5',
      summaryPrompt: 'Sum up.',
      summaryDirectives: ['Keep ports.'],
      retainPrompt: null,
      retainDirectives: ['Keep rules.'],
    });
    expect(DEFAULT_CONFIG.summary).toEqual({
      model: null,
      summaryPrompt: '',
      summaryDirectives: [],
      retainPrompt: '',
      retainDirectives: [],
    });
  });

  it('an entry called __proto__ is an entry like any other', () => {
    const { config, problems } = parseConfig({ 'spool.model.contextWindows': JSON.parse('{"__proto__": 5, "m": 7}') });
    expect(problems).toEqual([]);
    expect(Object.entries(config.contextWindows)).toEqual([
      ['__proto__', 5],
      ['m', 7],
    ]);
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

describe('texts that may be missing', () => {
  it.each(['', ' ', null])('reads %j as no model of its own for summaries', (value) => {
    expect(parseConfig({ 'spool.compaction.model': value })).toEqual({ config: DEFAULT_CONFIG, problems: [] });
  });

  it.each(['none', ' None ', null])('reads %j as no list of retained lines', (value) => {
    const { config, problems } = parseConfig({ 'spool.compaction.retainPrompt': value });
    expect([config.summary.retainPrompt, problems]).toEqual([null, []]);
  });
});
