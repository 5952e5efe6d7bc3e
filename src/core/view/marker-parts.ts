/** What an expanded marker of a compaction lists: what its summary retains, the pins, the newest turns, the checkpoints of its ranges. */
import type { EntryId } from '../thread/entry-id.ts';

/** `carried`: lines that earlier summaries retained · `typed`: what the person typed, word for word. */
export type RetainedPart =
  | { readonly kind: 'section'; readonly heading: string; readonly entries: number }
  | { readonly kind: 'carried'; readonly entries: number }
  | { readonly kind: 'typed' };

/** A pinned message by the start of its text. */
export interface PinnedView {
  readonly entry: EntryId;
  readonly text: string;
  readonly tokens: number;
}

/** What was kept of a turn. */
export interface TurnTokens {
  /** From 1; 0 is what comes before the first one. */
  readonly turn: number;
  readonly tokens: number;
}

/** A checkpoint with the time of its message, and the entry in whose row that is. */
export interface CheckpointView {
  readonly id: string;
  readonly at: number;
  readonly entry: EntryId;
}

/** After the `from` checkpoint (absent: from the start), up to and including the message with the `to` checkpoint. */
export interface RangeView {
  readonly from?: CheckpointView;
  readonly to?: CheckpointView;
}
