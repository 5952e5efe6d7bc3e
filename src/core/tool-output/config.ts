/** The ToolOutputConfig and the table that reads it from settings (R17, R18, R22, R32). */
import { BOOLEAN, nullable, readTable, setting, type Table, tokenCount, whole } from '../lang/setting.ts';

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

/** Every setting of tool outputs, in the order of the settings page. 0, negative and fractional limits are refused (R22). */
export const TOOL_OUTPUT_SETTINGS: Table<ToolOutputConfig> = {
  maxToolResultTokens: setting('spool.compaction.maxToolResultTokens', null, nullable(tokenCount())),
  collapseAfterTurns: setting('spool.compaction.collapseAfterTurns', null, nullable(whole('messages', 1, 100_000))),
  enabled: setting('spool.toolOutputCache.enabled', true, BOOLEAN),
  contextBudgetTokens: setting('spool.toolOutputCache.contextBudgetTokens', null, nullable(tokenCount(0))),
  maxMessageBytes: setting('spool.toolOutputCache.maxMessageBytes', 51_200, whole('bytes', 1024, 10_000_000)),
  maxLineLength: setting('spool.toolOutputCache.maxLineLength', 2000, whole('characters', 200, 1_000_000)),
};

export const DEFAULT_TOOL_OUTPUT_CONFIG: ToolOutputConfig = readTable(TOOL_OUTPUT_SETTINGS, {}).config;
