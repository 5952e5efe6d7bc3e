/** The ref by which the original of a tool result can be read. */
import type { List } from '../../lang/grow-list.ts';
import type { ToolResultBlock } from '../../message/message.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import type { EntryItem } from '../../thread/items.ts';
import { blocksRef } from '../../tool-output/ref.ts';

/**
 * The stored output, where there is one and all of the result is in it; else the block's place in the log, which every
 * result has (images and documents are only there).
 */
export function refOfBlock(entry: MessageEntry, index: number, block: ToolResultBlock): string {
  const isText = block.content.every((part) => part.type === 'text');
  return block.outputRef && isText ? block.outputRef.id : blocksRef(entry.id, index);
}

/** By the id of a call the ref of the first result that answers it, from the originals of its round. */
export function refsOfResults(round: List<EntryItem>): ReadonlyMap<string, string> {
  const refs = new Map<string, string>();
  for (const { entry } of round) {
    for (const [index, block] of entry.blocks.entries())
      if (block.type === 'tool_result' && !refs.has(block.toolUseId))
        refs.set(block.toolUseId, refOfBlock(entry, index, block));
  }
  return refs;
}
