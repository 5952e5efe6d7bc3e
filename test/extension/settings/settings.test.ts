/** The settings: package.json and the engine agree on keys, defaults and ranges, and what is refused is said. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG, SETTINGS } from '../../../src/core/compaction/config.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import type { OpenThread } from '../../../src/extension/session/session-state.ts';
import { effectiveSettings } from '../../../src/extension/settings/effective-settings.ts';
import { readSettings, type SettingValue } from '../../../src/extension/settings/settings.ts';
import { ENGLISH } from '../english.ts';
import { longThread, MODEL } from '../session/long-thread.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly scope: string;
  readonly markdownDescription: string;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const properties: Readonly<Record<string, Schema>> = manifest.contributes.configuration.properties;
const engine = Object.values(SETTINGS).map((setting) => [setting.key, setting] as const);

const set = (values: Readonly<Record<string, unknown>>) => (key: string) =>
  ({ value: values[key], place: key in values ? 'workspace' : 'default' }) satisfies SettingValue;

describe('package.json', () => {
  it('contributes the settings of the engine, and where the meter is shown', () => {
    expect(Object.keys(properties).sort()).toEqual(
      [...engine.map(([key]) => key), 'spool.contextMeter.statusBar'].sort(),
    );
  });

  it.each(engine)('gives %s the default and the range of the engine', (key, { default: value, accepts }) => {
    const schema = properties[key];
    if (!schema) throw new Error(key);
    expect(schema.default).toEqual(value);
    expect(['resource', 'window']).toContain(schema.scope);
    const types = [schema.type ?? []].flat();
    expect(accepts(null)).toBe(types.includes('null'));
    for (const option of schema.enum ?? []) expect(accepts(option), JSON.stringify(option)).toBe(true);
    if (schema.enum) expect(accepts('no such option')).toBe(false);
    const step = types.includes('integer') ? 1 : 0.001;
    if (schema.minimum !== undefined)
      expect([accepts(schema.minimum), accepts(schema.minimum - step)]).toEqual([true, false]);
    if (schema.maximum !== undefined)
      expect([accepts(schema.maximum), accepts(schema.maximum + step)]).toEqual([true, false]);
    if (types.includes('integer')) expect(accepts((schema.minimum ?? 0) + 0.5)).toBe(false);
    for (const wrong of ['1', [], Number.NaN]) if (!types.includes('object')) expect(accepts(wrong)).toBe(false);
  });
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
    ['spool.model.contextWindows', { m: 'large' }],
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

  it('shows value, place and refusal of each, and what they come to for the thread', () => {
    const settings = readSettings(
      set({ 'spool.compaction.retainLastTurns': 99, 'spool.model.contextWindows': { [MODEL]: 10_000 } }),
    );
    const text = effectiveSettings(settings, open, ENGLISH).replace(/ +/g, ' ');
    expect(text).toContain(
      '| `spool.compaction.retainLastTurns` | `1` | default | 99 is refused: it takes a whole number from 0 to 50 |',
    );
    expect(text).toContain(`| \`spool.model.contextWindows\` | \`{"${MODEL}":10000}\` | workspace settings | |`);
    expect(text).toContain('- Context window: 10,000 tokens');
    expect(text).toContain('- Compaction is due at: 7,500 tokens');
    for (const { key } of Object.values(SETTINGS)) expect(text).toContain(`\`${key}\``);
  });

  it('names the setting to change when the window is not known', () => {
    expect(effectiveSettings(readSettings(set({})), open, ENGLISH)).toContain(
      `The context window of the model ${MODEL} is not known. Set it in spool.model.contextWindows: {"${MODEL}":200000}`,
    );
  });

  it('stays a table whatever a value holds', () => {
    const text = effectiveSettings(
      readSettings(set({ 'spool.compaction.strategy': 'a|b`c\n| d' })),
      undefined,
      ENGLISH,
    );
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(Object.keys(SETTINGS).length + 2);
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(5);
  });
});
