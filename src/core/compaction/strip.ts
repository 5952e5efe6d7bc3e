/** Removes thinking and reminders from the messages that a boundary keeps (R9). */
import type { List } from '../lang/grow-list.ts';
import type { Block } from '../message/message.ts';
import type { BlockEdit, Edit } from '../thread/edit.ts';
import type { ContextItem } from '../thread/items.ts';
import { estimateBlock } from '../tokens/estimate.ts';

/**
 * The edits that take blocks out of an item: of those that the context still shows, each for which `goes` is true. Thinking is bound to
 * the prefix it was made after, and a boundary changes that prefix (docs/wire-rules.md, "Thinking and signatures").
 */
export function stripEdits(item: ContextItem, goes = isStripped): readonly BlockEdit[] {
  if (item.type !== 'entry' || !item.message.blocks.some(goes)) return [];
  const { id, blocks } = item.entry;
  const shown = item.message.blocks === blocks ? undefined : new Set(item.message.blocks);
  const edits: BlockEdit[] = [];
  for (const [at, block] of blocks.entries()) {
    if (!goes(block) || (shown && !shown.has(block))) continue;
    const last = edits.at(-1);
    const span = { entry: id, from: last?.span.to === at - 1 ? last.span.from : at, to: at };
    if (last?.span.to === at - 1) edits.pop();
    edits.push({ type: 'blocks', span, fate: 'dropped', replacement: [] });
  }
  return edits;
}

/** Items, the end excluded. */
export interface ItemSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The edits that a boundary makes of the messages that it keeps, except of items that `edits` replace: thinking goes within the span
 * only, as the round after it needs its own still; reminders go everywhere, because what they say held until the boundary.
 */
export function stripKept(
  items: List<ContextItem>,
  { from, to }: ItemSpan,
  edits: readonly Edit[],
): readonly BlockEdit[] {
  const replaced = edits
    .flatMap((edit) => (edit.type === 'entries' ? [edit.span] : []))
    .sort((a, b) => a.from - b.from);
  let next = 0;
  return items.flatMap((item, at) => {
    if (item.type !== 'entry') return [];
    const { id } = item.entry;
    while ((replaced[next]?.to ?? id) < id) next++;
    if ((replaced[next]?.from ?? Number.POSITIVE_INFINITY) <= id) return [];
    return stripEdits(item, from <= at && at < to ? isStripped : isReminder);
  });
}

function isReminder({ type }: Block): boolean {
  return type === 'reminder';
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
