/** The context as a list of items: each original entry, or what the outermost live edit put in its place. */
import type { BlockEdit, EntryEdit } from '../compaction/edit.ts';
import type { LiveEdits, Placed } from '../compaction/live.ts';
import { EMPTY_TALLY, type Tally, tallyBlocks, totalOf } from '../tokens/tally.ts';
import { type MessageEntry, roleOf } from './entry.ts';
import type { Block, Message } from './message.ts';

interface ItemBase {
  readonly message: Message;
  /** Estimated; the sum of the tally. */
  readonly tokens: number;
  readonly tally: Tally;
}

/** One message of the context. Items that no edit touches are the same objects at every call. */
export type ContextItem =
  | (ItemBase & { readonly type: 'entry'; readonly entry: MessageEntry })
  | (ItemBase & { readonly type: 'edit'; readonly placed: Placed<EntryEdit> });

const untouched = new WeakMap<MessageEntry, ContextItem>();

/** The item of an entry that no edit touches. */
export function itemOf(entry: MessageEntry): ContextItem {
  const known = untouched.get(entry);
  if (known) return known;
  const item = entryItem(entry, entry.blocks);
  untouched.set(entry, item);
  return item;
}

/** The items of a thread in order; linear in messages and edits. */
export function projectItems(messages: readonly MessageEntry[], edits: LiveEdits): readonly ContextItem[] {
  const items: ContextItem[] = [];
  let next = 0;
  for (const entry of messages) {
    while ((edits.entries[next]?.edit.span.from ?? Number.POSITIVE_INFINITY) <= entry.id) {
      const placed = edits.entries[next++];
      if (placed) items.push(...placed.edit.replacement.map((message) => editItem(placed, message)));
    }
    if ((edits.entries[next - 1]?.edit.span.to ?? -1) >= entry.id) continue;
    const parts = edits.blocks.get(entry.id);
    items.push(parts ? entryItem(entry, editedBlocks(entry.blocks, parts)) : itemOf(entry));
  }
  return items;
}

/** The blocks of one entry under the edits of its parts. */
export function editedBlocks(blocks: readonly Block[], parts: readonly Placed<BlockEdit>[]): readonly Block[] {
  const edited: Block[] = [];
  let at = 0;
  for (const { edit } of parts) {
    edited.push(...blocks.slice(at, edit.span.from), ...edit.replacement);
    at = edit.span.to + 1;
  }
  return [...edited, ...blocks.slice(at)];
}

function entryItem(entry: MessageEntry, blocks: readonly Block[]): ContextItem {
  const tally = tallyBlocks(blocks);
  return { type: 'entry', entry, message: { role: roleOf(entry.origin), blocks }, tally, tokens: totalOf(tally) };
}

function editItem(placed: Placed<EntryEdit>, message: Message): ContextItem {
  const tokens = totalOf(tallyBlocks(message.blocks));
  return { type: 'edit', placed, message, tally: { ...EMPTY_TALLY, summary: tokens }, tokens };
}
