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

/** The engine's own settings, in the order of the settings page. package.json contributes the same; a test compares them. */
export const SETTINGS: Table<EngineConfig> = {
  enabled: setting('spool.compaction.enabled', true, BOOLEAN),
  auto: setting('spool.compaction.auto', true, oneOf([true, false, 'ask'])),
  strategy: setting('spool.compaction.strategy', 'summarize', oneOf(STRATEGIES)),
  modelStrategies: byModel('spool.compaction.modelStrategies', oneOf(STRATEGIES)),
  thresholdRatio: setting('spool.compaction.thresholdRatio', 0.8, ratio),
  thresholdTokens: setting('spool.compaction.thresholdTokens', null, nullable(tokenCount())),
  modelThresholds: byModel('spool.compaction.modelThresholds', either(ratio, tokenCount(2))),
  stayBelowPriceTier: setting('spool.compaction.stayBelowPriceTier', false, BOOLEAN),
  targetTokens: setting('spool.compaction.targetTokens', null, nullable(tokenCount())),
  retainLastTurns: setting('spool.compaction.retainLastTurns', 1, whole('turns', 0, 50)),
  allowModel: setting('spool.compaction.allowModel', true, BOOLEAN),
  contextWindows: byModel('spool.model.contextWindows', tokenCount()),
  reserveTokens: setting('spool.model.reserveTokens', null, nullable(tokenCount(0))),
  estimateWhenUnreported: setting('spool.model.estimateWhenUnreported', true, BOOLEAN),
  warnRatio: setting('spool.contextMeter.warnRatio', null, nullable(within(0.1, 1))),
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
