/** Refs: addresses of stored outputs and of spans of the log, which a model can read or search (R33, R36). */
import type { Edit } from '../thread/edit.ts';
import { type EntryId, entryId } from '../thread/entry-id.ts';

/**
 * ```
 * o_3f2a9c51b07d44e8   a stored output
 * e12   e12-40         messages of the log, by entry id, both ends included
 * e12.0   e12.0-2      blocks of one entry, by index
 * ```
 * The span of an edit is its ref, so a ref is known before the edit is written and stays true after it is undone.
 */
export type Ref =
  | { readonly type: 'output'; readonly id: string }
  | { readonly type: 'entries'; readonly from: EntryId; readonly to: EntryId }
  | { readonly type: 'blocks'; readonly entry: EntryId; readonly from: number; readonly to: number };

/** The form of a stored output's id: no dot, no separator, nothing that leads out of a folder (R38). */
const OUTPUT = /^o_[a-z0-9]{8,32}$/;
const ENTRIES = /^e(\d{1,15})(?:-(\d{1,15}))?$/;
const BLOCKS = /^e(\d{1,15})\.(\d{1,9})(?:-(\d{1,9}))?$/;

export function isOutputId(text: string): boolean {
  return OUTPUT.test(text);
}

/** Returns undefined when the text is not a ref. */
export function parseRef(text: string): Ref | undefined {
  if (isOutputId(text)) return { type: 'output', id: text };
  const blocks = BLOCKS.exec(text);
  if (blocks) {
    const from = Number(blocks[2]);
    return { type: 'blocks', entry: entryId(Number(blocks[1])), from, to: Number(blocks[3] ?? from) };
  }
  const entries = ENTRIES.exec(text);
  if (!entries) return undefined;
  const from = Number(entries[1]);
  return { type: 'entries', from: entryId(from), to: entryId(Number(entries[2] ?? from)) };
}

export function entriesRef(from: EntryId, to: EntryId): string {
  return from === to ? `e${from}` : `e${from}-${to}`;
}

export function blocksRef(entry: EntryId, from: number, to = from): string {
  return from === to ? `e${entry}.${from}` : `e${entry}.${from}-${to}`;
}

/** The ref of the original messages that an edit replaces. */
export function refOfEdit(edit: Edit): string {
  return edit.type === 'entries'
    ? entriesRef(edit.span.from, edit.span.to)
    : blocksRef(edit.span.entry, edit.span.from, edit.span.to);
}
