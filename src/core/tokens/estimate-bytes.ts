/** A simple token estimate: four bytes for each token (R52). */
import { utf8Length } from '../lang/utf8.ts';
import type { Block, Message } from '../message/message.ts';

const BYTES_PER_TOKEN = 4;
const MESSAGE_TOKENS = 4;

/**
 * Tokens of a history by R52's formula: for each message the UTF-8 bytes of its text / 4, the bytes of its calls' arguments / 4,
 * each rounded up, and 4. No message: 0. The gauge uses `estimateMessage`; images and documents, not being text, count nothing here.
 */
export function estimateByBytes(messages: readonly Message[]): number {
  return messages.reduce((sum, { blocks }) => {
    const text = blocks.reduce((bytes, block) => bytes + utf8Length(textOf(block)), 0);
    const callArguments = blocks.reduce((bytes, block) => bytes + utf8Length(argumentsOf(block)), 0);
    return sum + Math.ceil(text / BYTES_PER_TOKEN) + Math.ceil(callArguments / BYTES_PER_TOKEN) + MESSAGE_TOKENS;
  }, 0);
}

function textOf(block: Block): string {
  if (block.type === 'tool_result')
    return block.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  if (block.type === 'checkpoint') return `<checkpoint:${block.id}>`;
  return 'text' in block ? block.text : '';
}

function argumentsOf(block: Block): string {
  return block.type === 'tool_use' ? JSON.stringify(block.input) : '';
}
