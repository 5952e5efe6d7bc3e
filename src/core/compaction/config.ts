/** The CompactionConfig and the table that reads it from settings. */
import type { Result } from '../lang/result.ts';
import { err, ok } from '../lang/result.ts';
import { parseToolOutputConfig, type ToolOutputConfig } from '../tool-output/config.ts';
import { STRATEGIES, type Strategy } from './strategy.ts';

export interface CompactionConfig {
  readonly enabled: boolean;
  /** `ask`: shows what it would do before it acts. */
  readonly auto: boolean | 'ask';
  /** Share of the limit at which compaction is due (R23). */
  readonly thresholdRatio: number;
  /** Tokens; the smaller of the two thresholds wins. */
  readonly thresholdTokens: number | null;
  /** Tokens after a compaction; null is half the trigger (R51). */
  readonly targetTokens: number | null;
  readonly strategy: Strategy;
  /** Typed turns kept word for word, as far as they fit (R47). */
  readonly retainLastTurns: number;
  /** Model id → tokens of its window (R24). */
  readonly contextWindows: Readonly<Record<string, number>>;
  /** Tokens kept free for the reply; null is the model's output limit, at most 16,384. */
  readonly reserveTokens: number | null;
  /** Share of the window at which the meter warns; null is 0.1 below the trigger. */
  readonly warnRatio: number | null;
  readonly toolOutput: ToolOutputConfig;
}

/** A setting that was refused: the default is used instead (requirements, "Resolutions"). */
export interface ConfigProblem {
  readonly key: string;
  readonly value: unknown;
  /** What the setting takes, in words. */
  readonly expected: string;
}

interface Setting<T> {
  readonly key: string;
  readonly default: T;
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

type Settings = { readonly [K in Exclude<keyof CompactionConfig, 'toolOutput'>]: Setting<CompactionConfig[K]> };

const nullable = (accepts: (value: unknown) => boolean) => (value: unknown) => value === null || accepts(value);
const oneOf = (options: readonly unknown[]) => (value: unknown) => options.includes(value);
const within = (low: number, high: number) => (value: unknown) =>
  typeof value === 'number' && value >= low && value <= high;
const integer = (low: number, high: number) => (value: unknown) => Number.isInteger(value) && within(low, high)(value);
const MAX_TOKENS = 100_000_000;
const tokens = integer(1, MAX_TOKENS);
const windows = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(tokens);

/** Every setting of the engine: its key, default and range. package.json contributes the same; a check compares them. */
export const SETTINGS: Settings = {
  enabled: { key: 'spool.compaction.enabled', default: true, expected: 'true or false', accepts: oneOf([true, false]) },
  auto: {
    key: 'spool.compaction.auto',
    default: true,
    expected: 'true, false or "ask"',
    accepts: oneOf([true, false, 'ask']),
  },
  thresholdRatio: {
    key: 'spool.compaction.thresholdRatio',
    default: 0.8,
    expected: 'a number from 0.1 to 0.95',
    accepts: within(0.1, 0.95),
  },
  thresholdTokens: {
    key: 'spool.compaction.thresholdTokens',
    default: null,
    expected: 'a whole number of tokens from 1, or null',
    accepts: nullable(tokens),
  },
  targetTokens: {
    key: 'spool.compaction.targetTokens',
    default: null,
    expected: 'a whole number of tokens from 1, or null',
    accepts: nullable(tokens),
  },
  strategy: {
    key: 'spool.compaction.strategy',
    default: 'summarize',
    expected: `one of ${STRATEGIES.join(', ')}`,
    accepts: oneOf(STRATEGIES),
  },
  retainLastTurns: {
    key: 'spool.compaction.retainLastTurns',
    default: 1,
    expected: 'a whole number from 0 to 50',
    accepts: integer(0, 50),
  },
  contextWindows: {
    key: 'spool.model.contextWindows',
    default: {},
    expected: 'an object of model ids and whole numbers of tokens',
    accepts: windows,
  },
  reserveTokens: {
    key: 'spool.model.reserveTokens',
    default: null,
    expected: 'a whole number of tokens from 0, or null',
    accepts: nullable(integer(0, MAX_TOKENS)),
  },
  warnRatio: {
    key: 'spool.contextMeter.warnRatio',
    default: null,
    expected: 'a number from 0.1 to 1, or null',
    accepts: nullable(within(0.1, 1)),
  },
};

export const DEFAULT_CONFIG: CompactionConfig = parseConfig({}).config;

/**
 * The config that settings give, `raw` being an object with full keys (`spool.compaction.enabled`). A missing or undefined
 * key takes its default; a value of the wrong type or out of range is refused, never clamped, and reported.
 */
export function parseConfig(raw: Readonly<Record<string, unknown>>): {
  readonly config: CompactionConfig;
  readonly problems: readonly ConfigProblem[];
} {
  const problems: ConfigProblem[] = [];
  const read = <T>(setting: Setting<T>): T => {
    const parsed = parseSetting(setting, raw[setting.key]);
    if (parsed.ok) return parsed.value;
    problems.push(parsed.error);
    return setting.default;
  };
  const toolOutput = parseToolOutputConfig(raw);
  const config: CompactionConfig = {
    enabled: read(SETTINGS.enabled),
    auto: read(SETTINGS.auto),
    thresholdRatio: read(SETTINGS.thresholdRatio),
    thresholdTokens: read(SETTINGS.thresholdTokens),
    targetTokens: read(SETTINGS.targetTokens),
    strategy: read(SETTINGS.strategy),
    retainLastTurns: read(SETTINGS.retainLastTurns),
    contextWindows: read(SETTINGS.contextWindows),
    reserveTokens: read(SETTINGS.reserveTokens),
    warnRatio: read(SETTINGS.warnRatio),
    toolOutput: toolOutput.config,
  };
  return { config, problems: [...problems, ...toolOutput.problems] };
}

/** The problem in one English line, with key, value and range. */
export function describeProblem({ key, value, expected }: ConfigProblem): string {
  return `${key} is ${JSON.stringify(value) ?? String(value)}, which is refused: it takes ${expected}. The default is used.`;
}

function parseSetting<T>(setting: Setting<T>, value: unknown): Result<T, ConfigProblem> {
  if (value === undefined) return ok(setting.default);
  if (setting.accepts(value)) return ok(value as T);
  return err({ key: setting.key, value, expected: setting.expected });
}
