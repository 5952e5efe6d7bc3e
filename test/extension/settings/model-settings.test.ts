/** The settings that choose a provider: package.json and the code agree, and nothing of a workspace decides where a key goes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Setting } from '../../../src/core/lang/setting.ts';
import { effectiveSettings } from '../../../src/extension/documents/effective-settings.ts';
import {
  findBaseUrl,
  findUrlKey,
  type Inspected,
  MODEL_SETTING_KEYS,
  MODEL_SETTINGS,
  readModelSettings,
} from '../../../src/extension/settings/model-settings.ts';
import { readSettings } from '../../../src/extension/settings/settings.ts';
import { PROVIDER_IDS } from '../../../src/providers/shared/provider.ts';
import { ENGLISH } from '../english.ts';
import { fits, type Schema } from './schema.ts';

const properties: Readonly<Record<string, Schema & { scope: string; default: unknown; pattern?: string }>> = JSON.parse(
  readFileSync('package.json', 'utf8'),
).contributes.configuration.properties;
const table = Object.values<Setting<unknown>>({ ...MODEL_SETTINGS });
const urls = MODEL_SETTING_KEYS.filter((key) => key.endsWith('.baseUrl'));

const set = (values: Readonly<Record<string, Inspected>>) => readModelSettings((key) => values[key]);
const all = (scope: keyof Inspected, value: (key: string) => unknown) =>
  Object.fromEntries(MODEL_SETTING_KEYS.map((key) => [key, { [scope]: value(key) }]));

describe('package.json', () => {
  it.each(table)('gives $key the default of the code', ({ key, default: preset, read }) => {
    expect(read(properties[key]?.default)).toEqual({ value: preset, problems: [] });
  });

  it('has no setting that VS Code’s settings page leaves to settings.json: a text or null', () => {
    const left = Object.entries(properties).filter(
      ([, { type, enum: options }]) => Array.isArray(type) && type.includes('string') && !options,
    );
    expect(left.map(([key]) => key)).toEqual([]);
  });

  it('takes of provider and model just what the code takes', () => {
    for (const one of [...PROVIDER_IDS, null, '', 'other', 1, true, [], {}]) {
      for (const { key, read } of table.filter(({ key }) => !urls.includes(key))) {
        const schema = properties[key];
        if (!schema) throw new Error(key);
        // Settings of older versions may hold null for an empty text.
        if (one === null && schema.type === 'string') continue;
        expect([key, one, read(one).problems.length === 0]).toEqual([key, one, fits(schema, one)]);
      }
    }
  });

  it('case 42: leaves to no workspace where a key goes, and to a workspace only the name of a model', () => {
    const scopes = MODEL_SETTING_KEYS.map((key) => [key, properties[key]?.scope]);
    const ofWorkspace = scopes.filter(([, scope]) => scope !== 'machine');
    expect(ofWorkspace).toEqual([['spool.model.id', 'machine-overridable']]);
    expect(urls).toHaveLength(4);
  });

  it('has no setting whose name begins that of another: VS Code would drop one of the two', () => {
    const keys = Object.keys(properties);
    for (const key of keys) expect(keys.filter((other) => other.startsWith(`${key}.`))).toEqual([]);
  });
});

describe('reading', () => {
  it.each(['workspaceValue', 'workspaceFolderValue'] as const)(
    'case 42: takes no address and no provider from %s',
    (scope) => {
      const own = { 'spool.openai.baseUrl': { globalValue: 'https://mine.example/v1' } };
      const theirs = all(scope, (key) => (urls.includes(key) ? 'https://evil.example' : 'openai'));
      const merged = Object.fromEntries(
        Object.entries(theirs).map(([key, value]) => [
          key,
          { ...value, ...(key === 'spool.openai.baseUrl' && own[key]) },
        ]),
      );
      const { config, problems } = set(merged);
      expect(config).toEqual({ ...set({}).config, openaiUrl: 'https://mine.example/v1' });
      expect(problems).toEqual([]);
      expect(PROVIDER_IDS.flatMap((id) => findBaseUrl(id, config) ?? [])).toEqual([
        { url: 'https://mine.example/v1', isPlain: false },
      ]);
    },
  );

  it('takes the name of a model from the workspace apart from the person’s own', () => {
    const read = set({
      'spool.model.id': { globalValue: 'mine', workspaceValue: 'ours', workspaceFolderValue: 'theirs' },
    });
    expect([read.config.model, read.workspaceModel]).toEqual(['mine', 'theirs']);
  });

  it.each(['evil', 'ftp://x.example', 'https://user:word@x.example', 'https://x.example/?key=1', 7])(
    'refuses %j as an address, and uses the official one',
    (value) => {
      const { config, problems } = set(all('globalValue', (key) => (urls.includes(key) ? value : undefined)));
      expect(problems.map(({ key }) => key)).toEqual(urls);
      expect(PROVIDER_IDS.map((id) => findBaseUrl(id, config))).toEqual(PROVIDER_IDS.map(() => undefined));
    },
  );

  it.each(['', ' ', null])('takes %j as no address', (value) => {
    const { config, problems } = set(all('globalValue', (key) => (urls.includes(key) ? value : undefined)));
    expect([config, problems]).toEqual([set({}).config, []]);
  });

  it('tells an address over which a key can be read on the way', () => {
    const at = (url: string) =>
      findBaseUrl('openai-compatible', set({ 'spool.openai-compatible.baseUrl': { globalValue: url } }).config);
    expect(at('http://far.example/v1/')).toEqual({ url: 'http://far.example/v1', isPlain: true });
    expect(at('http://localhost:11434/v1')).toEqual({ url: 'http://localhost:11434/v1', isPlain: false });
  });

  it('knows the setting of each address', () => {
    expect(PROVIDER_IDS.flatMap((id) => findUrlKey(id) ?? []).sort()).toEqual([...urls].sort());
  });
});

it('shows in the document of effective settings what is in use, whose it is, and what was refused', () => {
  const models = set({
    'spool.provider': { globalValue: 'gemini', workspaceValue: 'openai' },
    'spool.model.id': { globalValue: 'mine', workspaceValue: 'ours' },
    'spool.gemini.baseUrl': { globalValue: 'nowhere' },
  });
  const settings = readSettings(() => ({ value: undefined, scope: 'default' }));
  const text = effectiveSettings(settings, models, { open: undefined, model: undefined }, ENGLISH).replace(/ +/g, ' ');
  expect(text).toContain('| `spool.provider` | `"gemini"` | user settings | |');
  expect(text).toContain('| `spool.model.id` | `"ours"` | workspace settings | |');
  expect(text).toMatch(
    /\| `spool\.gemini\.baseUrl` \| `null` \| default \| "nowhere" is refused: it takes an address such as/,
  );
});
