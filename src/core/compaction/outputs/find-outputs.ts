/** Finds the tool outputs in a context that no edit has replaced, each with its call and its ref. */
import type { ToolResultBlock, ToolUseBlock } from '../../message/message.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import { lowerBoundOf } from '../../thread/find-entry.ts';
import type { EntryItem } from '../../thread/items.ts';
import { pairCalls } from '../../thread/pairs.ts';
import type { Thread } from '../../thread/thread.ts';
import { refOfBlock } from './result-ref.ts';

export interface PlacedOutput {
  readonly entry: MessageEntry;
  /** Of the block in its entry. */
  readonly index: number;
  readonly block: ToolResultBlock;
  /** Undefined for a result that answers no call. */
  readonly call: ToolUseBlock | undefined;
  readonly ref: string;
  /** In the newest round: the model may not have read it yet. */
  readonly isNewest: boolean;
}

const known = new WeakMap<
  Thread['items'],
  { readonly edits: Thread['edits']; readonly outputs: readonly PlacedOutput[] }
>();

/**
 * In the order of the context; results that an edit has replaced already are not among them. Linear; found once for the same
 * items, which several steps look at.
 */
export function findOutputs({ items, edits }: Pick<Thread, 'items' | 'edits'>): readonly PlacedOutput[] {
  const found = known.get(items);
  if (found?.edits === edits) return found.outputs;
  const outputs = outputsOf({ items, edits });
  known.set(items, { edits, outputs });
  return outputs;
}

function outputsOf({ items, edits }: Pick<Thread, 'items' | 'edits'>): readonly PlacedOutput[] {
  const entries = items.filter((item): item is EntryItem => item.type === 'entry').map(({ entry }) => entry);
  const callOf = new Map<ToolResultBlock, ToolUseBlock>();
  for (const [call, { block }] of pairCalls(entries).resultOf) callOf.set(block, call);
  const newest = entries.findLast(({ blocks }) => blocks.some(({ type }) => type === 'tool_use'))?.id ?? 0;
  const outputs: PlacedOutput[] = [];
  for (const entry of entries) {
    const replaced = edits.blocks.get(entry.id) ?? [];
    for (const [index, block] of entry.blocks.entries()) {
      if (block.type !== 'tool_result') continue;
      const edit = replaced[lowerBoundOf(replaced, index, (part) => part.edit.span.to)]?.edit;
      if (edit && edit.span.from <= index) continue;
      const ref = refOfBlock(entry, index, block);
      outputs.push({ entry, index, block, call: callOf.get(block), ref, isNewest: entry.id > newest });
    }
  }
  return outputs;
}
