/** Spells blocks as Anthropic's messages do, for files that other programs read. */
import { assertNever } from '../../lang/assert-never.ts';
import type { Json } from '../../lang/json.ts';
import { taggedAttachment } from '../../message/attachment.ts';
import type { Block } from '../../message/message.ts';

/** Undefined for what only Spool or another provider can read: checkpoints, and reasoning without a seal of Anthropic's. */
export function anthropicBlock(block: Block): Json | undefined {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'reminder':
      return { type: 'text', text: `<system-reminder>\n${block.text}\n</system-reminder>` };
    case 'attachment':
      return { type: 'text', text: taggedAttachment(block) };
    case 'native':
      return { type: 'text', text: block.text };
    case 'thinking':
      if (block.signature === undefined || !isAnthropics(block.by)) return undefined;
      return { type: 'thinking', thinking: block.text, signature: block.signature };
    case 'redacted_thinking':
      return isAnthropics(block.by) ? { type: 'redacted_thinking', data: block.data } : undefined;
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: block.mediaType, data: block.data } };
    case 'document': {
      const title = block.name === undefined ? {} : { title: block.name };
      return { type: 'document', source: { type: 'base64', media_type: block.mediaType, data: block.data }, ...title };
    }
    case 'tool_use':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.input };
    case 'tool_result': {
      const content = block.content.map(anthropicBlock).filter((part) => part !== undefined);
      return { type: 'tool_result', tool_use_id: block.toolUseId, content, ...(block.isError && { is_error: true }) };
    }
    case 'checkpoint':
      return undefined;
    default:
      return assertNever(block);
  }
}

/** A block without `by` came with an imported thread. */
function isAnthropics(by: string | undefined): boolean {
  return by === undefined || by.startsWith('anthropic');
}
