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
  maxToolResultTokens: setting('spool.compaction.maxToolResultTokens', null, nullable(tokenCount()), {
    description:
      'Tokens of one tool result, at most, counted as four characters each. A longer one is cut as it enters the thread, in a thread that calls a model. `null` is no such limit.',
  }),
  collapseAfterTurns: setting('spool.compaction.collapseAfterTurns', null, nullable(whole('messages', 1, 100_000)), {
    description:
      "Messages after which a tool call with its result becomes one line, at the next compaction. Counted are all messages, yours, the model's and those with results, not only those that you typed. `null` is never.",
  }),
  enabled: setting('spool.toolOutputCache.enabled', true, BOOLEAN, {
    description:
      'Whether long tool outputs are cut in what the model reads, and old ones trimmed, with a reference by which the model can read them again. Outputs are stored in full either way. Off: only `#spool.compaction.maxToolResultTokens#` cuts.',
  }),
  contextBudgetTokens: setting('spool.toolOutputCache.contextBudgetTokens', null, nullable(tokenCount(0)), {
    description:
      'Tokens that all tool outputs together may take of the context. Over it the oldest are trimmed. `null` is a quarter of the context window, from 20,000 to 60,000, and is applied when that pays; a number is always applied, 0 too.',
  }),
  maxMessageBytes: setting('spool.toolOutputCache.maxMessageBytes', 51_200, whole('bytes', 1024, 10_000_000), {
    description:
      'Bytes of one tool output that the model reads, at most. The rest is cut as the output enters the thread, in a thread that calls a model.',
  }),
  maxLineLength: setting('spool.toolOutputCache.maxLineLength', 2000, whole('characters', 200, 1_000_000), {
    description: 'Characters of one line of a tool output that the model reads, at most.',
  }),
};

export const DEFAULT_TOOL_OUTPUT_CONFIG: ToolOutputConfig = readTable(TOOL_OUTPUT_SETTINGS, {}).config;
