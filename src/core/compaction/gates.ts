/** Checks the outcome of a compaction before it is written: a valid context, smaller, with the newest message and the pins. */
import { valueAt } from '../lang/grow-list.ts';
import { ownSentence } from '../lang/own-sentences.ts';
import type { Block } from '../message/message.ts';
import { checkContext } from '../thread/check-context.ts';
import { projectContext } from '../thread/context.ts';
import type { EntryId } from '../thread/entry-id.ts';
import type { ContextItem, EntryItem } from '../thread/items.ts';
import type { Thread } from '../thread/thread.ts';
import { newestTyped } from '../thread/turns.ts';
import { isStripped } from './strip.ts';

export interface GateFailure {
  readonly gate: 'valid' | 'smaller' | 'newest-message' | 'pins' | 'order' | 'not-empty';
  readonly detail: string;
}

/** The first gate that the outcome fails; undefined when it passes all. `mayGrow` is for a person's edit. Linear. */
export function failedGate(before: Thread, after: Thread, { mayGrow = false } = {}): GateFailure | undefined {
  if (!mayGrow && after.tokens >= before.tokens)
    return { gate: 'smaller', detail: ownSentence('notSmaller', after.tokens, before.tokens) };
  for (const modelKey of readersOf(after)) {
    const { messages } = projectContext(after, modelKey);
    if (messages.length === 0) return { gate: 'not-empty', detail: ownSentence('nothingLeft') };
    const [violation] = checkContext(messages);
    if (violation)
      return { gate: 'valid', detail: `${violation.rule} at message ${violation.message}: ${violation.detail}` };
  }
  const typed = valueAt(before.items, newestTyped(before.items));
  if (typed?.type === 'entry' && !isKept(typed, after))
    return { gate: 'newest-message', detail: ownSentence('newestWouldChange') };
  const changed = changedPin(before, after);
  if (changed !== undefined) return { gate: 'pins', detail: ownSentence('pinWouldChange', changed) };
  let last = 0;
  for (const item of after.items) {
    const id = item.type === 'entry' ? item.entry.id : item.placed.edit.span.from;
    if (id < last) return { gate: 'order', detail: ownSentence('outOfOrder', id, last) };
    last = id;
  }
  return undefined;
}

/** The model keys for which the context differs: none named, each that made a native block, and any other. */
function readersOf({ items }: Pick<Thread, 'items'>): readonly (string | undefined)[] {
  const makers = new Set<string>();
  for (const { message } of items)
    for (const block of message.blocks) if (block.type === 'native') makers.add(block.by);
  return makers.size === 0 ? [undefined] : [undefined, ...makers, ''];
}

/** Whether the outcome shows the message with all its blocks, apart from those that every boundary strips. */
function isKept(typed: EntryItem, { items }: Thread): boolean {
  const now = items.findLast((item) => item.type === 'entry' && item.entry === typed.entry);
  if (!now) return false;
  const left = unstrippedBlocks(now);
  const blocks = unstrippedBlocks(typed);
  return left.length === blocks.length && blocks.every((block, at) => block === left[at]);
}

/** The first pinned message that the outcome would change, apart from blocks that every boundary strips. */
function changedPin({ items, pins }: Thread, after: Thread): EntryId | undefined {
  if (pins.size === 0) return undefined;
  const blocksAfter = new Map<EntryId, readonly Block[]>();
  for (const item of after.items)
    if (item.type === 'entry' && pins.has(item.entry.id)) blocksAfter.set(item.entry.id, unstrippedBlocks(item));
  for (const item of items) {
    if (item.type !== 'entry' || !pins.has(item.entry.id)) continue;
    const left = blocksAfter.get(item.entry.id);
    const blocks = unstrippedBlocks(item);
    if (left?.length !== blocks.length || blocks.some((block, at) => block !== left[at])) return item.entry.id;
  }
  return undefined;
}

function unstrippedBlocks({ message }: ContextItem): readonly Block[] {
  return message.blocks.filter((block) => !isStripped(block));
}
