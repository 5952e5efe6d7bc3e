/** The input and output types of the deterministic summary. */
import type { MessageEntry } from '../thread/entry.ts';

/** One item to summarize: an original message, or an earlier summary written by a model. */
export type ExtractItem =
  | { readonly type: 'message'; readonly entry: MessageEntry }
  | { readonly type: 'summary'; readonly text: string };

export interface ExtractInput {
  /** The messages that the summary replaces, oldest first, in their original form (never an earlier extract). */
  readonly head: readonly ExtractItem[];
  /** The messages that stay verbatim (the newest typed message and the tail); their text is not repeated in the summary. */
  readonly kept: readonly MessageEntry[];
  /** Tokens (by `estimateText`) that the summary may take, at most. */
  readonly budget: number;
  /** Tokens that the section of typed messages may have, where that is more than its own share. */
  readonly typedTokens?: number | undefined;
}

/** `text` takes at most the budget; empty when the budget is too small to say anything. */
export interface ExtractResult {
  readonly text: string;
}
