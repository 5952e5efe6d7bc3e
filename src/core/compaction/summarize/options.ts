/** The settings of summaries (R39, R45, R46). */
import { NAME, nullable, readTable, setting, type Table, TEXT, TEXTS } from '../../lang/setting.ts';

export interface SummaryOptions {
  /** In place of the built-in prompt; empty: the built-in one. */
  readonly summaryPrompt: string;
  readonly summaryDirectives: readonly string[];
  /** In place of the built-in one; empty: the built-in one; null: no retain section. */
  readonly retainPrompt: string | null;
  readonly retainDirectives: readonly string[];
}

export interface SummaryConfig extends SummaryOptions {
  /** The model that writes summaries; null: the thread's own (R45). */
  readonly model: string | null;
}

export const SUMMARY_SETTINGS: Table<SummaryConfig> = {
  model: setting('spool.compaction.model', null, nullable(NAME)),
  summaryPrompt: setting('spool.compaction.summaryPrompt', '', TEXT),
  summaryDirectives: setting('spool.compaction.summaryDirectives', [], TEXTS),
  retainPrompt: setting('spool.compaction.retainPrompt', '', nullable(TEXT)),
  retainDirectives: setting('spool.compaction.retainDirectives', [], TEXTS),
};

export const DEFAULT_SUMMARY_OPTIONS: SummaryOptions = readTable(SUMMARY_SETTINGS, {}).config;
