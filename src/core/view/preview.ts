/** The types of the preview of a compaction: the context before and after, what becomes of each part of the thread, and the cost. */
import type { Fate } from '../thread/edit.ts';
import type { EntryId } from '../thread/entry-id.ts';
import type { CompactionMethod } from '../thread/strategy.ts';
import type { CallKind } from '../thread/tool-kind.ts';
import type { Meter } from './meter.ts';

/** A compaction before it happens. Bounded: of what a long thread has many of, it has a few and the number of the others. */
export interface Preview {
  readonly before: ContextSize;
  readonly after: ContextSize;
  readonly strategy: CompactionMethod;
  /** Where a person chose the place: a message, by how it begins, and whether it goes with what is before it. */
  readonly chosen?: { readonly label: string; readonly goes: boolean };
  /** One for each fate that there is: first what goes, then what stays. */
  readonly parts: readonly PreviewPart[];
  /** Pinned messages of the context, which stay. */
  readonly pins: Some<PreviewMessage>;
  /** Typed messages that go, the newest first: a pin would keep them. */
  readonly unpinned: Some<PreviewMessage>;
  /** In US dollars, where prices are known. */
  readonly price?: PreviewPrice;
  /**
   * An undo was the last thing done to the context. Whether the person is asked before a compaction begins by itself, it begins without a
   * question, as a request past the trigger would not fit, or none does.
   */
  readonly afterUndo?: 'asks' | 'compacts' | 'never';
  /** `ask`: the turn waits for the answer; `manual`: nobody waits. */
  readonly why: 'manual' | 'ask';
}

/** What the gauge says of a context, or would say of it. */
export type ContextSize = Pick<
  Meter,
  'tokens' | 'estimated' | 'segments' | 'window' | 'reserve' | 'trigger' | 'dueAt' | 'auto'
>;

export interface Some<T> {
  readonly shown: readonly T[];
  /** How many more there are. */
  readonly others: number;
}

export interface PreviewPart {
  /** `trimmed`: some of its tool results are cut. */
  readonly fate: 'kept' | Fate;
  /** Original messages, also of those that an earlier compaction has replaced and this one covers; and the typed ones among them. */
  readonly messages: number;
  readonly turns: number;
  readonly toolResults: number;
  /** Of the measure; after: of what takes its place. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Stretches of the thread, the newest ones, in order. */
  readonly ranges: Some<PreviewRange>;
  /** Calls whose results are collapsed or cut, the most frequent ones; none for other fates. */
  readonly calls: Some<PreviewCalls>;
}

/** Times are milliseconds since 1970; turns are counted from 1, and 0 is before the first one. */
export interface PreviewRange {
  readonly from: { readonly turn: number; readonly at: number };
  readonly to: { readonly turn: number; readonly at: number };
  readonly tokens: number;
}

export interface PreviewCalls {
  readonly kind: CallKind;
  readonly label: string;
  readonly count: number;
}

export interface PreviewMessage {
  readonly entry: EntryId;
  readonly label: string;
  readonly tokens: number;
}

export interface PreviewPrice {
  /** Of the summary's own calls: likely, and at most. Absent where none is made, and where the provider says no price. */
  readonly summary?: { readonly likely: number; readonly most: number };
  /** Of writing the new, smaller context to the provider's cache once, and how much of it. */
  readonly recache: { readonly cost: number; readonly tokens: number };
  /** Saved with each later call. */
  readonly savedPerCall: number;
}
