/** The ToolOutputConfig and the table that reads it from settings (R17, R18, R22, R32). */
import type { ConfigProblem } from '../compaction/config.ts';

export interface ToolOutputConfig {
  /** Tokens of one result at most; null: no limit (R17). */
  readonly maxToolResultTokens: number | null;
  /** Messages after which a round is collapsed at a boundary; null: never (R18). */
  readonly collapseAfterTurns: number | null;
  /** False: nothing is cut or trimmed beyond R17, and no ref is named in the context (R35). */
  readonly enabled: boolean;
  /** Tokens of all outputs together; null: a share of the window (R32). */
  readonly contextBudgetTokens: number | null;
  /** UTF-8 bytes of one result in the context. */
  readonly maxMessageBytes: number;
  /** Characters (UTF-16 units) of one line in the context. */
  readonly maxLineLength: number;
}

interface Setting<T> {
  readonly key: string;
  readonly default: T;
  readonly expected: string;
  readonly accepts: (value: unknown) => value is T;
}

type Settings = { readonly [K in keyof ToolOutputConfig]: Setting<ToolOutputConfig[K]> };

const isNull = (value: unknown): value is null => value === null;
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const integer =
  (low: number, high: number) =>
  (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high;
const nullable =
  <T>(accepts: (value: unknown) => value is T) =>
  (value: unknown): value is T | null =>
    isNull(value) || accepts(value);
const MOST = 100_000_000;

/** The configuration section of all settings; package.json contributes these once a loop enters results by them. */
const SECTION = 'spool';

/** Every setting of tool outputs: its key in the section, default and range. 0, negative and fractional limits are refused, as NaN is (R22). */
export const TOOL_OUTPUT_SETTINGS: Settings = {
  maxToolResultTokens: {
    key: 'compaction.maxToolResultTokens',
    default: null,
    expected: 'a whole number of tokens from 1, or null',
    accepts: nullable(integer(1, MOST)),
  },
  collapseAfterTurns: {
    key: 'compaction.collapseAfterTurns',
    default: null,
    expected: 'a whole number of messages from 1, or null',
    accepts: nullable(integer(1, MOST)),
  },
  enabled: {
    key: 'toolOutputCache.enabled',
    default: true,
    expected: 'true or false',
    accepts: isBoolean,
  },
  contextBudgetTokens: {
    key: 'toolOutputCache.contextBudgetTokens',
    default: null,
    expected: 'a whole number of tokens from 0, or null',
    accepts: nullable(integer(0, MOST)),
  },
  maxMessageBytes: {
    key: 'toolOutputCache.maxMessageBytes',
    default: 51_200,
    expected: 'a whole number of bytes from 1024 to 10000000',
    accepts: integer(1024, 10_000_000),
  },
  maxLineLength: {
    key: 'toolOutputCache.maxLineLength',
    default: 2000,
    expected: 'a whole number of characters from 200 to 1000000',
    accepts: integer(200, 1_000_000),
  },
};

export const DEFAULT_TOOL_OUTPUT_CONFIG: ToolOutputConfig = parseToolOutputConfig({}).config;

/**
 * The config that settings give, `raw` being an object with full keys. A missing or undefined key takes its default; a value
 * of the wrong type or out of range is refused, never clamped, and reported with its key (R22).
 */
export function parseToolOutputConfig(raw: Readonly<Record<string, unknown>>): {
  readonly config: ToolOutputConfig;
  readonly problems: readonly ConfigProblem[];
} {
  const problems: ConfigProblem[] = [];
  const read = <T>({ key: name, default: preset, expected, accepts }: Setting<T>): T => {
    const key = `${SECTION}.${name}`;
    const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
    if (value === undefined) return preset;
    if (accepts(value)) return value;
    problems.push({ key, value, expected });
    return preset;
  };
  const config: ToolOutputConfig = {
    maxToolResultTokens: read(TOOL_OUTPUT_SETTINGS.maxToolResultTokens),
    collapseAfterTurns: read(TOOL_OUTPUT_SETTINGS.collapseAfterTurns),
    enabled: read(TOOL_OUTPUT_SETTINGS.enabled),
    contextBudgetTokens: read(TOOL_OUTPUT_SETTINGS.contextBudgetTokens),
    maxMessageBytes: read(TOOL_OUTPUT_SETTINGS.maxMessageBytes),
    maxLineLength: read(TOOL_OUTPUT_SETTINGS.maxLineLength),
  };
  return { config, problems };
}
