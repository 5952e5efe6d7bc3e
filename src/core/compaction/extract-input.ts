/** What the deterministic summary reads and what it gives back. */
import type { MessageEntry } from '../thread/entry.ts';

/** One thing of the head: an original message, or an earlier summary that a model wrote and that stands for what was before it. */
export type ExtractItem =
  | { readonly type: 'message'; readonly entry: MessageEntry }
  | { readonly type: 'summary'; readonly text: string };

export interface ExtractInput {
  /** What the summary replaces, oldest first, as it was originally said (never an earlier extract of it). */
  readonly head: readonly ExtractItem[];
  /** What stays word for word (not in order of the head: the newest typed message, and the tail); text that stands there need not be kept twice. */
  readonly kept: readonly MessageEntry[];
  /** Tokens (by `estimateText`) that the summary may take, at most. */
  readonly budget: number;
}

/** `text` takes at most the budget; empty when the budget is too small to say anything. */
export interface ExtractResult {
  readonly text: string;
}
