/** The settings of summaries (R39, R45, R46). */
import { NAME, optionalText, readTable, type Setting, setting, type Table, TEXT, TEXTS } from '../../lang/setting.ts';

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

const RETAIN_TEXT = setting<string | null>(
  'spool.compaction.retainPrompt',
  '',
  { ...TEXT, expected: 'a text, or none' },
  {
    description:
      'What the model is asked to keep as a list beside the summary, in place of the built-in text; empty is the built-in text, `none` is no such list. Acts where the strategy `summarize` asks a model.',
    isMultiline: true,
  },
);

/** `none` and null mean no list: VS Code's settings page can't write null. */
const RETAIN_PROMPT: Setting<string | null> = {
  ...RETAIN_TEXT,
  read: (value) =>
    value === null || (typeof value === 'string' && value.trim().toLowerCase() === 'none')
      ? { value: null, problems: [] }
      : RETAIN_TEXT.read(value),
};

export const SUMMARY_SETTINGS: Table<SummaryConfig> = {
  model: optionalText('spool.compaction.model', NAME, {
    description:
      "The model that writes summaries. Empty is the thread's own. With its provider in front, such as `anthropic/claude-haiku-5-5`; a workspace may name only models of the provider in use.",
  }),
  summaryPrompt: setting('spool.compaction.summaryPrompt', '', TEXT, {
    description:
      'What the model is asked to write as summary, in place of the built-in text; empty is the built-in text. Acts where the strategy `summarize` asks a model.',
    isMultiline: true,
  }),
  summaryDirectives: setting('spool.compaction.summaryDirectives', [], TEXTS, {
    description:
      'Instructions that are added to what the model is asked to write as summary, one each, such as `Keep every port number.` Acts where the strategy `summarize` asks a model.',
  }),
  retainPrompt: RETAIN_PROMPT,
  retainDirectives: setting('spool.compaction.retainDirectives', [], TEXTS, {
    description:
      'Instructions that are added to what the model is asked to keep beside the summary, one each. Acts where the strategy `summarize` asks a model.',
  }),
};

export const DEFAULT_SUMMARY_OPTIONS: SummaryOptions = readTable(SUMMARY_SETTINGS, {}).config;
