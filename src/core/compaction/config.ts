/** The CompactionConfig and the tables that read it from settings. */
import {
  BOOLEAN,
  type ByModel,
  byModel,
  type ConfigProblem,
  either,
  nullable,
  oneOf,
  readTable,
  type Setting,
  setting,
  type Table,
  tokenCount,
  whole,
  within,
} from '../lang/setting.ts';
import { STRATEGIES, type Strategy } from '../thread/strategy.ts';
import { TOOL_OUTPUT_SETTINGS, type ToolOutputConfig } from '../tool-output/config.ts';
import { SUMMARY_SETTINGS, type SummaryConfig } from './summarize/options.ts';

export interface CompactionConfig extends EngineConfig {
  readonly toolOutput: ToolOutputConfig;
  readonly summary: SummaryConfig;
}

export interface EngineConfig {
  readonly enabled: boolean;
  /** `ask`: shows what it would do before it acts. */
  readonly auto: boolean | 'ask';
  readonly strategy: Strategy;
  /** In place of `strategy`, by model or provider (R58). */
  readonly modelStrategies: ByModel<Strategy>;
  /** Share of the limit at which compaction is due (R23). */
  readonly thresholdRatio: number;
  /** Tokens; the smaller of the two thresholds wins. */
  readonly thresholdTokens: number | null;
  /** In place of both thresholds, by model or provider: up to 1 a share of the limit, above it tokens (R58). */
  readonly modelThresholds: ByModel<number>;
  /** Whether it is also due below the size from which the model costs more per token. */
  readonly stayBelowPriceTier: boolean;
  /** Tokens after a compaction; null is half the trigger (R51). */
  readonly targetTokens: number | null;
  /** Typed turns kept word for word, as far as they fit (R47). */
  readonly retainLastTurns: number;
  /** Whether the model has the `compact` tool. */
  readonly allowModel: boolean;
  /** Model id → tokens of its window (R24). */
  readonly contextWindows: ByModel<number>;
  /** Tokens kept free for the reply; null is the model's output limit, at most 16,384. */
  readonly reserveTokens: number | null;
  /** Whether an estimate decides where no provider has reported a count (R25). */
  readonly estimateWhenUnreported: boolean;
  /** Share of the window at which the meter warns; null is 0.1 below the trigger. */
  readonly warnRatio: number | null;
}

const ratio = within(0.1, 0.95);

/** The engine's own settings, in the order of the settings page. */
export const SETTINGS: Table<EngineConfig> = {
  enabled: setting('spool.compaction.enabled', true, BOOLEAN, {
    description:
      'Whether threads are compacted at all. Off means that nothing makes room: neither by itself nor by command.',
  }),
  auto: setting('spool.compaction.auto', true, oneOf([true, false, 'ask']), {
    description:
      'Whether a compaction starts by itself at the threshold, before the next call of the model and when a turn ends. `"ask"` shows a card with what would go and what it costs first.',
    options: {
      true: 'At the threshold the thread is compacted.',
      false: 'Only a command compacts the thread.',
      ask: 'At the threshold you are shown what a compaction would do, and asked.',
    },
  }),
  strategy: setting('spool.compaction.strategy', 'summarize', oneOf(STRATEGIES), {
    description:
      'How older messages make room. A strategy that can not be used, or does not reach the target, falls to the next one in this list, never upwards.',
    options: {
      native: "The provider's own compaction.",
      summarize: 'The model writes a summary.',
      extract: 'A summary is put together without a model: your messages, files, commands, errors, decisions.',
      truncate: 'The oldest messages are left out, but for what you typed in few words and the rules that you stated.',
      disabled: 'Nothing is compacted.',
    },
  }),
  modelStrategies: byModel('spool.compaction.modelStrategies', oneOf(STRATEGIES), {
    description:
      'Strategies for single models or providers, in place of `#spool.compaction.strategy#`: `{"claude-haiku-4-5": "extract", "openai": "truncate"}`. A model\'s name without its provider or date is enough; its own entry comes before its provider\'s, and `"*"` stands for all others.',
  }),
  thresholdRatio: setting('spool.compaction.thresholdRatio', 0.8, ratio, {
    description: 'Share of the context window at which compaction is due.',
  }),
  thresholdTokens: setting('spool.compaction.thresholdTokens', null, nullable(tokenCount()), {
    description:
      'Tokens at which compaction is due. The smaller of this and `#spool.compaction.thresholdRatio#` wins; `null` leaves it to the ratio.',
  }),
  modelThresholds: byModel('spool.compaction.modelThresholds', either(ratio, tokenCount(2)), {
    description:
      'Thresholds for single models or providers, in place of `#spool.compaction.thresholdRatio#` and `#spool.compaction.thresholdTokens#`: from 0.1 to 0.95 a share of the context window, from 2 tokens: `{"claude-haiku-4-5": 90000, "openai": 0.6}`. Names work as in `#spool.compaction.modelStrategies#`. Only the window, less what is kept for the reply, and `#spool.compaction.stayBelowPriceTier#` can lower such a threshold.',
  }),
  stayBelowPriceTier: setting('spool.compaction.stayBelowPriceTier', false, BOOLEAN, {
    description:
      'Whether a compaction is also due at the size of a request from which the model costs more per token, such as 200,000 tokens for Gemini Pro and 272,000 for many GPT models, where Spool knows it.',
  }),
  targetTokens: setting('spool.compaction.targetTokens', null, nullable(tokenCount()), {
    description: 'Tokens that a compaction leaves, at most. `null` is half of the threshold.',
  }),
  retainLastTurns: setting('spool.compaction.retainLastTurns', 1, whole('turns', 0, 50), {
    description:
      'How many of the last turns stay word for word, as far as they fit. A turn begins with a message that you typed. Your newest message always stays.',
  }),
  allowModel: setting('spool.compaction.allowModel', true, BOOLEAN, {
    description: 'Whether the model may compact parts of the thread itself, with the tool `compact`.',
  }),
  contextWindows: byModel('spool.model.contextWindows', tokenCount(), {
    description:
      'Context windows in tokens, by model: `{"my-model": 128000}`. The name without its provider or date is enough, a provider\'s name stands for its models, and `"*"` for every model that nothing else knows. All but `"*"` come before what the provider or Spool knows.',
  }),
  reserveTokens: setting('spool.model.reserveTokens', null, nullable(tokenCount(0)), {
    description:
      'Tokens of the window that are kept free for the reply. `null` takes what the model may write, at most 16,384 and a quarter of the window.',
  }),
  estimateWhenUnreported: setting('spool.model.estimateWhenUnreported', true, BOOLEAN, {
    description:
      "Whether Spool's own estimate of tokens decides, where the provider has reported no count. Off: without a reported count no compaction starts by itself.",
  }),
  warnRatio: setting('spool.contextMeter.warnRatio', null, nullable(within(0.1, 1)), {
    description: 'Share of the context window at which the meter warns. `null` is 0.1 below the threshold.',
  }),
};

export const DEFAULT_CONFIG: CompactionConfig = parseConfig({}).config;

/**
 * The config that settings give, `raw` being an object with full keys (`spool.compaction.enabled`). A missing or undefined
 * key takes its default; a value of the wrong type or out of range is refused, never clamped, and reported (R22).
 */
export function parseConfig(raw: Readonly<Record<string, unknown>>): {
  readonly config: CompactionConfig;
  readonly problems: readonly ConfigProblem[];
} {
  const engine = readTable(SETTINGS, raw);
  const summary = readTable(SUMMARY_SETTINGS, raw);
  const toolOutput = readTable(TOOL_OUTPUT_SETTINGS, raw);
  return {
    config: { ...engine.config, summary: summary.config, toolOutput: toolOutput.config },
    problems: [...engine.problems, ...summary.problems, ...toolOutput.problems],
  };
}

/** Every setting with the value that a config has for it, in the order of the settings page. */
export function settingsOf(
  config: CompactionConfig,
): readonly { readonly setting: Setting<unknown>; readonly value: unknown }[] {
  return [
    ...valuesOf<EngineConfig>(SETTINGS, config),
    ...valuesOf(SUMMARY_SETTINGS, config.summary),
    ...valuesOf(TOOL_OUTPUT_SETTINGS, config.toolOutput),
  ];
}

/** The key of every setting. */
export const SETTING_KEYS: readonly string[] = settingsOf(DEFAULT_CONFIG).map(({ setting: { key } }) => key);

function valuesOf<T extends object>(table: Table<T>, config: T) {
  const values = new Map<string, unknown>(Object.entries(config));
  return Object.entries<Setting<unknown>>({ ...table }).map(([field, one]) => ({
    setting: one,
    value: values.get(field),
  }));
}
