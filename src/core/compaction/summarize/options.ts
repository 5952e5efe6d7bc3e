/** What a person can set about summaries (R39, R45, R46). */
export interface SummaryOptions {
  /** In place of the built-in prompt; empty: the built-in one. */
  readonly summaryPrompt: string;
  readonly summaryDirectives: readonly string[];
  /** In place of the built-in one; empty: the built-in one; null: no retain section. */
  readonly retainPrompt: string | null;
  readonly retainDirectives: readonly string[];
}

export const DEFAULT_SUMMARY_OPTIONS: SummaryOptions = {
  summaryPrompt: '',
  summaryDirectives: [],
  retainPrompt: '',
  retainDirectives: [],
};
