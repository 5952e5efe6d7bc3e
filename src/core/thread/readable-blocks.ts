/** Reduces messages to what one model can read: other models' signatures and encrypted blocks are removed (docs/wire-rules.md, "Thinking and signatures"). */
import { assertNever } from '../lang/assert-never.ts';
import type { Block, Message, NativeBlock } from '../message/message.ts';

/** How the words of another provider's compaction are introduced. */
const SUMMARY = 'Summary of the conversation so far:\n\n';

/**
 * The messages for the model of `modelKey`: thinking that another model sealed goes, signatures of others go from text and calls, and a native
 * compaction of another becomes a user's message with its text. Its own newest one comes first of all, for providers take it
 * nowhere else (docs/wire-rules.md, "Compaction by a provider"). A message that holds nothing of either is the same object. Linear.
 */
export function readableBy(messages: readonly Message[], modelKey: string): readonly Message[] {
  const own = newestNative(messages, modelKey);
  const first: readonly Message[] = own ? [{ role: 'assistant', blocks: [own] }] : [];
  return [
    ...first,
    ...messages.flatMap((message) => {
      const { role, blocks } = message;
      if (!blocks.some((block) => isForeign(block, modelKey))) return [message];
      const summaries = blocks.flatMap((block): readonly Block[] =>
        block.type === 'native' && block !== own ? [{ type: 'text', text: `${SUMMARY}${block.text}` }] : [],
      );
      const rest = blocks.flatMap((block): readonly Block[] =>
        isForeign(block, modelKey) ? withoutSignature(block) : [block],
      );
      return [
        ...(summaries.length > 0 ? [{ role: 'user', blocks: summaries } as const] : []),
        ...(rest.length > 0 ? [{ role, blocks: rest }] : []),
      ];
    }),
  ];
}

function newestNative(messages: readonly Message[], modelKey: string): NativeBlock | undefined {
  for (const { blocks } of messages.toReversed())
    for (const block of blocks.toReversed()) if (block.type === 'native' && block.by === modelKey) return block;
  return undefined;
}

/** What can't stay as it is and where it is. */
function isForeign(block: Block, modelKey: string): boolean {
  switch (block.type) {
    case 'native':
      return true;
    case 'thinking':
    case 'redacted_thinking':
      return block.by !== modelKey;
    case 'text':
    case 'tool_use':
      return block.signature !== undefined && block.by !== modelKey;
    case 'image':
    case 'document':
    case 'attachment':
    case 'tool_result':
    case 'checkpoint':
    case 'reminder':
      return false;
    default:
      return assertNever(block);
  }
}

function withoutSignature(block: Block): readonly Block[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }];
  if (block.type !== 'tool_use') return [];
  const { type, id, name, input } = block;
  return [{ type, id, name, input }];
}
