/** The settings: package.json and the engine agree on keys, defaults and ranges, and what is refused is said. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG, SETTING_KEYS, settingsOf } from '../../../src/core/compaction/config.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { effectiveSettings } from '../../../src/extension/documents/effective-settings.ts';
import type { OpenThread } from '../../../src/extension/session/session-state.ts';
import { MODEL_SETTING_KEYS, readModelSettings } from '../../../src/extension/settings/model-settings.ts';
import { readSettings, type SettingValue } from '../../../src/extension/settings/settings.ts';
import { ENGLISH } from '../english.ts';
import { longThread, MODEL } from '../session/long-thread.ts';
import { candidates, fits, type Schema } from './schema.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const properties: Readonly<Record<string, Schema & { readonly scope: string; readonly default: unknown }>> =
  manifest.contributes.configuration.properties;
const engine = settingsOf(DEFAULT_CONFIG).map(({ setting }) => [setting.key, setting] as const);

const set = (values: Readonly<Record<string, unknown>>) => (key: string) =>
  ({ value: values[key], scope: key in values ? 'workspace' : 'default' }) satisfies SettingValue;

const NO_MODEL = readModelSettings(() => undefined);

describe('package.json', () => {
  it('contributes the settings of the engine, where the meter is shown, and the choice of a model', () => {
    expect(Object.keys(properties)).toEqual([
      ...SETTING_KEYS,
      'spool.contextMeter.statusBar',
      'spool.attention',
      ...MODEL_SETTING_KEYS,
    ]);
  });

  it.each(engine)(
    'gives %s the default of the engine, and takes just the values that it takes',
    (key, { default: value, read }) => {
      const schema = properties[key];
      if (!schema) throw new Error(key);
      expect(read(schema.default)).toEqual({ value, problems: [] });
      expect(schema.scope).toBe('resource');
      // VS Code's settings page has no field for "a text or null", so the schema says text, and null of older settings is read.
      for (const one of candidates(schema).filter((given) => given !== null || schema.type !== 'string')) {
        expect([one, read(one).problems.length === 0]).toEqual([one, fits(schema, one)]);
      }
    },
  );
});

describe('reading', () => {
  it('takes the defaults where nothing is set', () => {
    const { config, problems } = readSettings(set({}));
    expect({ config, problems }).toEqual({ config: DEFAULT_CONFIG, problems: [] });
  });

  it.each([
    ['spool.compaction.thresholdRatio', 0.96],
    ['spool.compaction.thresholdRatio', '0.5'],
    ['spool.compaction.retainLastTurns', 1.5],
    ['spool.compaction.retainLastTurns', -1],
    ['spool.compaction.strategy', 'magic'],
    ['spool.compaction.enabled', 'yes'],
    ['spool.compaction.targetTokens', 0],
    ['spool.model.contextWindows', []],
    ['spool.model.reserveTokens', Number.POSITIVE_INFINITY],
  ])('refuses %s = %j, never clamps it, and uses the default', (key, value) => {
    const { config, problems } = readSettings(set({ [key]: value }));
    expect(config).toEqual(DEFAULT_CONFIG);
    expect(problems).toMatchObject([{ key, value }]);
  });
});

describe('the document of effective settings', () => {
  const open: OpenThread = {
    id: 't',
    file: '/t',
    thread: replay(longThread(2)),
    workspace: undefined,
    access: { type: 'writer' },
    skipped: [],
  };

  it('shows value, scope and refusal of each, and what they come to for the thread', () => {
    const settings = readSettings(
      set({ 'spool.compaction.retainLastTurns': 99, 'spool.model.contextWindows': { [MODEL]: 10_000 } }),
    );
    const text = effectiveSettings(settings, NO_MODEL, { open, model: undefined }, ENGLISH).replace(/ +/g, ' ');
    expect(text).toContain(
      '| `spool.compaction.retainLastTurns` | `1` | default | 99 is refused: it takes a whole number of turns from 0 to 50 |',
    );
    expect(text).toContain(`| \`spool.model.contextWindows\` | \`{"${MODEL}":10000}\` | workspace settings | |`);
    expect(text).toContain('- Context window: 10,000 tokens');
    expect(text).toContain('- Compaction is due at: 7,500 tokens');
    for (const key of SETTING_KEYS) expect(text).toContain(`\`${key}\``);
  });

  it('shows what an entry of an object was refused for, and that the others hold', () => {
    const thresholds = { [MODEL]: 9_500, 'other-model': 1.5, '*': 0 };
    const settings = readSettings(
      set({ 'spool.compaction.modelThresholds': thresholds, 'spool.model.contextWindows': { [MODEL]: 10_000 } }),
    );
    const text = effectiveSettings(settings, NO_MODEL, { open, model: undefined }, ENGLISH).replace(/ +/g, ' ');
    const takes = 'is refused: it takes a number from 0.1 to 0.95 or a whole number of tokens from 2';
    expect(text).toContain(
      `| \`spool.compaction.modelThresholds\` | \`{"${MODEL}":9500}\` | workspace settings | other-model: 1.5 ${takes}; *: 0 ${takes} |`,
    );
    expect(text).toContain('- Compaction is due at: 7,500 tokens, all that the reply leaves of the window');
  });

  it('R58 shows what holds for the model of the thread', () => {
    const settings = readSettings(
      set({
        'spool.compaction.modelThresholds': { [MODEL]: 5_000 },
        'spool.compaction.modelStrategies': { [MODEL]: 'extract' },
        'spool.model.contextWindows': { [MODEL]: 10_000 },
      }),
    );
    const text = effectiveSettings(settings, NO_MODEL, { open, model: undefined }, ENGLISH);
    expect(text).toContain('- Strategy: `extract`');
    expect(text).toContain('- Compaction is due at: 5,000 tokens\n');
    expect(text).toContain('- Compaction aims at: 2,500 tokens');
  });

  it('shows of a long prompt enough to know it by', () => {
    const prompt = `Say ${'what was decided, '.repeat(50)}`;
    const text = effectiveSettings(
      readSettings(set({ 'spool.compaction.summaryPrompt': prompt })),
      NO_MODEL,
      { open: undefined, model: undefined },
      ENGLISH,
    );
    expect(text).toContain('Say what was decided');
    for (const row of text.split('\n')) expect(row.length).toBeLessThan(400);
  });

  it('names the setting to change when the window is not known', () => {
    expect(effectiveSettings(readSettings(set({})), NO_MODEL, { open, model: undefined }, ENGLISH)).toContain(
      `The context window of the model ${MODEL} is not known. Set Context Window… sets it.`,
    );
  });

  it('stays a table whatever a value holds', () => {
    const text = effectiveSettings(
      readSettings(set({ 'spool.compaction.strategy': 'a|b`c\n| d' })),
      NO_MODEL,
      { open: undefined, model: undefined },
      ENGLISH,
    );
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(SETTING_KEYS.length + MODEL_SETTING_KEYS.length + 2);
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(5);
  });
});
