/** Projects a thread to context items: original messages, and the replacements that live edits put in their place. */
import type { List } from '../lang/grow-list.ts';
import type { Block, Message } from '../message/message.ts';
import { EMPTY_TALLY, type Tally, tallyBlocks, totalOf } from '../tokens/tally.ts';
import type { BlockEdit, EntryEdit } from './edit.ts';
import { type MessageEntry, roleOf } from './entry.ts';
import type { LiveEdit, LiveEdits } from './live-edits.ts';

interface ItemBase {
  readonly message: Message;
  /** Estimated; the sum of the tally. */
  readonly tokens: number;
  readonly tally: Tally;
}

export interface EntryItem extends ItemBase {
  readonly type: 'entry';
  readonly entry: MessageEntry;
}

export interface EditItem extends ItemBase {
  readonly type: 'edit';
  readonly placed: LiveEdit<EntryEdit>;
}

/** One message of the context. Items that no edit touches are the same objects at every projection of a thread. */
export type ContextItem = EntryItem | EditItem;

/** The item of an entry that no edit touches. */
export function itemOf(entry: MessageEntry): EntryItem {
  return entryItem(entry, entry.blocks);
}

/** The items of a thread in order, `originals` being those of its messages; linear in messages and edits. */
export function projectItems(originals: List<EntryItem>, edits: LiveEdits): readonly ContextItem[] {
  const items: ContextItem[] = [];
  let next = 0;
  let end = 0;
  for (const original of originals) {
    const { id } = original.entry;
    for (let placed = edits.entries[next]; placed && placed.edit.span.from <= id; placed = edits.entries[++next]) {
      end = placed.edit.span.to;
      for (const message of placed.edit.replacement) items.push(editItem(placed, message));
    }
    if (id <= end) continue;
    const parts = edits.blocks.get(id);
    items.push(parts ? entryItem(original.entry, editedBlocks(original.entry.blocks, parts)) : original);
  }
  return items;
}

/** The blocks of one entry under the edits of its parts. */
export function editedBlocks(blocks: readonly Block[], parts: readonly LiveEdit<BlockEdit>[]): readonly Block[] {
  const edited: Block[] = [];
  const add = (block: Block | undefined) => block && edited.push(block);
  let at = 0;
  for (const { edit } of parts) {
    for (; at < edit.span.from; at++) add(blocks[at]);
    for (const block of edit.replacement) edited.push(block);
    at = edit.span.to + 1;
  }
  for (; at < blocks.length; at++) add(blocks[at]);
  return edited;
}

function entryItem(entry: MessageEntry, blocks: readonly Block[]): EntryItem {
  const tally = tallyBlocks(blocks);
  return { type: 'entry', entry, message: { role: roleOf(entry.origin), blocks }, tally, tokens: totalOf(tally) };
}

function editItem(placed: LiveEdit<EntryEdit>, message: Message): EditItem {
  const tokens = totalOf(tallyBlocks(message.blocks));
  return { type: 'edit', placed, message, tally: { ...EMPTY_TALLY, summary: tokens }, tokens };
}
