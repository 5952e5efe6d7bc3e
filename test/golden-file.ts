/** Golden files in test/golden: each holds, word for word, one thing that a model is sent or that a person opens. */
import path from 'node:path';
import { expect } from 'vitest';
import type { Block, Message } from '../src/core/message/message.ts';
import { checkpointText } from '../src/core/thread/checkpoint.ts';

/** Compares `text` with test/golden/`name`; `npx vitest run FILE --update` writes the file. */
export async function expectGolden(name: string, text: string): Promise<void> {
  await expect(`${text.trimEnd()}\n`).toMatchFileSnapshot(path.join(import.meta.dirname, 'golden', name));
}

/** Messages as text: each block that is not plain text begins with a line of its own. test/golden/wire has what providers are sent. */
export function messagesText(messages: readonly Message[]): string {
  return messages.map(({ role, blocks }) => [`=== ${role} ===`, ...blocks.map(shown)].join('\n')).join('\n\n');
}

function shown(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'checkpoint':
      return checkpointText(block.id);
    case 'reminder':
      return `--- reminder\n${block.text}`;
    case 'native':
      return `--- compacted by ${block.by}\n${block.text}`;
    case 'tool_use':
      return `--- call ${block.id}: ${block.name} ${JSON.stringify(block.input)}`;
    case 'tool_result': {
      const texts = block.content.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part)));
      return [`--- result of ${block.toolUseId}${block.isError ? ', failed' : ''}`, ...texts].join('\n');
    }
    default:
      return JSON.stringify(block);
  }
}
