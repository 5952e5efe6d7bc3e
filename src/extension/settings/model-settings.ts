/** The settings that choose a provider and its model, and say where it is reached. What decides where a key goes is the machine's alone. */
import {
  type ConfigProblem,
  NAME,
  nullable,
  oneOf,
  optionalText,
  readTable,
  type Setting,
  type SettingKind,
  setting,
  type Table,
} from '../../core/lang/setting.ts';
import { type BaseUrl, checkBaseUrl } from '../../providers/shared/base-url.ts';
import { PROVIDER_IDS, type ProviderId } from '../../providers/shared/provider.ts';
import type { SettingScope, SettingValue } from './settings.ts';

export interface ModelConfig {
  /** Null: whichever can be used. */
  readonly provider: ProviderId | null;
  /** With or without its provider in front; null leaves it to what was picked last. */
  readonly model: string | null;
  readonly anthropicUrl: string | null;
  /** How long Anthropic keeps the cached part of a request. */
  readonly anthropicCacheLife: '5m' | '1h';
  readonly openaiUrl: string | null;
  readonly compatibleUrl: string | null;
  readonly geminiUrl: string | null;
}

const URL_TEXT: SettingKind<string> = {
  expected: 'an address such as https://example.com/v1, without key, query or fragment',
  schema: { type: 'string', pattern: '^https?://[^?#@]+$' },
  accepts: (value): value is string => typeof value === 'string' && checkBaseUrl(value).ok,
};

export const MODEL_SETTINGS: Table<ModelConfig> = {
  provider: setting('spool.provider', null, nullable(oneOf(PROVIDER_IDS)), {
    description: 'The provider whose models new threads use. Only your user settings can set it; a workspace can not.',
    options: {
      anthropic: 'Anthropic, with your key.',
      openai: 'OpenAI, with your key.',
      'openai-compatible':
        'A server that speaks as OpenAI’s does, at `spool.openai-compatible.baseUrl`: Ollama, LM Studio, OpenRouter, vLLM and others.',
      gemini: 'Google Gemini, with your key.',
      'vscode-lm': 'The models that VS Code offers, without a key.',
      replay: 'A recorded thread, played as if it were a model.',
      null: 'The model that you picked last; before you pick one, the first provider that can be used, and the recording where there is none.',
    },
    scope: 'machine',
  }),
  model: optionalText('spool.model.id', NAME, {
    description:
      'The model that new threads use, by its provider’s own id: `claude-sonnet-5-5`. Empty is the one that you picked last. A workspace may name only models of the provider in use.',
    scope: 'machine-overridable',
  }),
  anthropicUrl: optionalText('spool.anthropic.baseUrl', URL_TEXT, {
    description:
      'Where Anthropic is reached, for a proxy or gateway. Empty is its official address. Only your user settings can set it; a workspace can not.',
    scope: 'machine',
  }),
  anthropicCacheLife: setting('spool.anthropic.cacheLife', '5m', oneOf(['5m', '1h']), {
    description:
      'How long Anthropic keeps what it has cached of a thread after each request. Only your user settings can set it; a workspace can not.',
    options: {
      '5m': 'Five minutes. Writing to the cache costs 1.25 times the price of input.',
      '1h': 'One hour, for threads with long breaks. Writing to the cache costs 2 times the price of input; reading costs the same.',
    },
    scope: 'machine',
  }),
  openaiUrl: optionalText('spool.openai.baseUrl', URL_TEXT, {
    description:
      'Where OpenAI is reached, for a proxy or gateway. Empty is its official address. Only your user settings can set it; a workspace can not.',
    scope: 'machine',
  }),
  compatibleUrl: optionalText('spool.openai-compatible.baseUrl', URL_TEXT, {
    description:
      'Where a server that speaks as OpenAI’s does is reached: `http://localhost:11434/v1` for Ollama. Only your user settings can set it; a workspace can not.',
    scope: 'machine',
  }),
  geminiUrl: optionalText('spool.gemini.baseUrl', URL_TEXT, {
    description:
      'Where Gemini is reached, for a proxy or gateway. Empty is its official address. Only your user settings can set it; a workspace can not.',
    scope: 'machine',
  }),
};

const URL_SETTINGS: Partial<Record<ProviderId, 'anthropicUrl' | 'openaiUrl' | 'compatibleUrl' | 'geminiUrl'>> = {
  anthropic: 'anthropicUrl',
  openai: 'openaiUrl',
  'openai-compatible': 'compatibleUrl',
  gemini: 'geminiUrl',
};

export interface ScopedModelSettings {
  /** The machine's; `model` is the person's own. */
  readonly config: ModelConfig;
  /** A model that the workspace names: only of the provider in use can it be. */
  readonly workspaceModel: string | undefined;
  readonly problems: readonly ConfigProblem[];
  /** By full key, as they were set, refused ones too. */
  readonly values: Readonly<Record<string, SettingValue>>;
}

/** What is set, by where it is set; a part of what VS Code's `inspect` answers. */
export interface Inspected {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** Reads no more of a workspace's settings than the name of a model (reliability case 42). */
export function readModelSettings(inspect: (key: string) => Inspected | undefined): ScopedModelSettings {
  const { model } = MODEL_SETTINGS;
  const own = Object.fromEntries(MODEL_SETTING_KEYS.map((key) => [key, inspect(key)?.globalValue]));
  const { config, problems } = readTable(MODEL_SETTINGS, own);
  const asked = inspect(model.key);
  const named = asked?.workspaceFolderValue ?? asked?.workspaceValue ?? undefined;
  const workspace = readTable({ model }, { [model.key]: named });
  const values = Object.entries(own).map(([key, value]): [string, SettingValue] => [key, scoped(value, 'user')]);
  return {
    config,
    workspaceModel: workspace.config.model ?? undefined,
    problems: [...problems, ...workspace.problems],
    values: {
      ...Object.fromEntries(values),
      ...(named !== undefined && { [model.key]: scoped(named, 'workspace') }),
    },
  };
}

/** Every setting with the value that is in use, in the order of the settings page. */
export function modelSettingsOf({ config, workspaceModel }: Pick<ScopedModelSettings, 'config' | 'workspaceModel'>) {
  const inUse = new Map<string, unknown>(Object.entries({ ...config, model: workspaceModel ?? config.model }));
  return Object.entries<Setting<unknown>>({ ...MODEL_SETTINGS }).map(([field, one]) => ({
    setting: one,
    value: inUse.get(field),
  }));
}

/** The key of every setting. */
export const MODEL_SETTING_KEYS: readonly string[] = Object.values<Setting<unknown>>({ ...MODEL_SETTINGS }).map(
  ({ key }) => key,
);

/** The key of the setting for a provider's address; undefined where it has none that could be another. */
export function findUrlKey(provider: ProviderId): string | undefined {
  const { [provider]: field } = URL_SETTINGS;
  return field && MODEL_SETTINGS[field].key;
}

/** The address at which a provider is reached, where one is set. */
export function findBaseUrl(provider: ProviderId, config: ModelConfig): BaseUrl | undefined {
  const { [provider]: field } = URL_SETTINGS;
  const set = field && config[field];
  const parsed = set === undefined || set === null ? undefined : checkBaseUrl(set);
  return parsed?.ok ? parsed.value : undefined;
}

function scoped(value: unknown, scope: SettingScope): SettingValue {
  return { value, scope: value === undefined ? 'default' : scope };
}
