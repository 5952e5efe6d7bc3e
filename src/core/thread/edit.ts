/** The edits that a compaction makes: each replaces entries, or blocks of one entry, in the context. */
import type { Block, Message } from '../message/message.ts';
import type { EntryId } from './entry-id.ts';

/** What an edit left of the entries below it. */
export type Fate = 'collapsed' | 'trimmed' | 'summarized' | 'replaced' | 'dropped' | 'native';

/** Whole entries, both ends included. */
export interface EntrySpan {
  readonly from: EntryId;
  readonly to: EntryId;
}

/** Blocks of one entry, by index, both ends included. */
export interface BlockSpan {
  readonly entry: EntryId;
  readonly from: number;
  readonly to: number;
}

/** Replaces whole entries by messages (none: they are gone from the context, never from the log). */
export interface EntryEdit {
  readonly type: 'entries';
  readonly span: EntrySpan;
  readonly fate: Fate;
  readonly replacement: readonly Message[];
  /** A person rewrote it; never in the log, which has an entry for that. */
  readonly edited?: true;
}

/** Replaces blocks inside one entry. */
export interface BlockEdit {
  readonly type: 'blocks';
  readonly span: BlockSpan;
  readonly fate: Fate;
  readonly replacement: readonly Block[];
}

export type Edit = EntryEdit | BlockEdit;

/** The first entry that these edits touch; infinite for none. */
export function firstEdited(edits: readonly Edit[]): number {
  return edits.reduce((id, edit) => Math.min(id, edit.type === 'entries' ? edit.span.from : edit.span.entry), Infinity);
}
