/** Removes thinking and reminders from the messages that a boundary keeps (R9). */
import type { Block } from '../message/message.ts';
import type { BlockEdit, Edit } from '../thread/edit.ts';
import type { ContextItem } from '../thread/items.ts';
import { estimateBlock } from '../tokens/estimate.ts';

/**
 * Thinking is bound to the prefix it was made after, and a boundary changes that prefix (docs/wire-rules.md, "Thinking and signatures"); only the
 * round that the model has not read yet needs it still, so callers leave that round and the newest typed message alone.
 */
export function stripEdits(item: ContextItem): readonly BlockEdit[] {
  if (item.type !== 'entry' || item.message.blocks !== item.entry.blocks) return [];
  if (!item.entry.blocks.some(isStripped)) return [];
  const edits: BlockEdit[] = [];
  for (const [at, block] of item.entry.blocks.entries()) {
    if (!isStripped(block)) continue;
    const last = edits.at(-1);
    const span = { entry: item.entry.id, from: last?.span.to === at - 1 ? last.span.from : at, to: at };
    if (last?.span.to === at - 1) edits.pop();
    edits.push({ type: 'blocks', span, fate: 'dropped', replacement: [] });
  }
  return edits;
}

export interface ItemSpan {
  /** Items, the end excluded. */
  readonly from: number;
  readonly to: number;
  readonly newestTyped: number;
}

/** `stripEdits` of all items in the span, except the newest typed message and items that `edits` replace. */
export function stripKept(
  items: readonly ContextItem[],
  { from, to, newestTyped }: ItemSpan,
  edits: readonly Edit[],
): readonly BlockEdit[] {
  const replaced = edits
    .flatMap((edit) => (edit.type === 'entries' ? [edit.span] : []))
    .sort((a, b) => a.from - b.from);
  let next = 0;
  return items.slice(from, to).flatMap((item, i) => {
    if (item.type !== 'entry' || from + i === newestTyped) return [];
    const { id } = item.entry;
    while ((replaced[next]?.to ?? id) < id) next++;
    return (replaced[next]?.from ?? Number.POSITIVE_INFINITY) <= id ? [] : stripEdits(item);
  });
}

/** Whether a boundary takes a block out of what it keeps. */
export function isStripped(block: Block): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking' || block.type === 'reminder';
}

/** Tokens of an item once `stripEdits` has gone over it. */
export function strippedTokens(item: ContextItem): number {
  if (item.type !== 'entry') return item.tokens;
  let tokens = item.tokens;
  for (const { span } of stripEdits(item))
    for (const block of item.entry.blocks.slice(span.from, span.to + 1)) tokens -= estimateBlock(block);
  return tokens;
}
