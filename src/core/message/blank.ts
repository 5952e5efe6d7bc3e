/** Finds blank blocks and messages, which providers refuse and which are therefore never sent. */
import type { Block } from './message.ts';

export function isBlankBlock(block: Block): boolean {
  return (block.type === 'text' || block.type === 'reminder') && !/\S/.test(block.text);
}

/** True when nothing of a message is sent. */
export function isEmptyMessage(blocks: readonly Block[]): boolean {
  return blocks.every(isBlankBlock);
}
