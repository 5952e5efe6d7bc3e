/** Texts and schemas for blocks in the form that every provider accepts. */

import type { Json } from '../../core/lang/json.ts';
import { type ForeignRecord, isRecord } from '../../core/lang/json-fields.ts';
import { taggedAttachment } from '../../core/message/attachment.ts';
import type {
  AttachmentBlock,
  Block,
  CheckpointBlock,
  NativeBlock,
  ReminderBlock,
  TextBlock,
} from '../../core/message/message.ts';
import { checkpointText } from '../../core/thread/checkpoint.ts';

export function blockText(block: TextBlock | CheckpointBlock | ReminderBlock | NativeBlock | AttachmentBlock): string {
  switch (block.type) {
    case 'checkpoint':
      return checkpointText(block.id);
    case 'reminder':
      return `<system-reminder>\n${block.text}\n</system-reminder>`;
    case 'attachment':
      return taggedAttachment(block);
    case 'text':
    case 'native':
      return block.text;
  }
}

/** What the program put beside what a person or a tool said. */
export function isAside(block: Block): block is CheckpointBlock | ReminderBlock {
  return block.type === 'checkpoint' || block.type === 'reminder';
}

/** A call's input where the provider takes nothing but an object. */
export function objectOf(input: Json): ForeignRecord {
  return isRecord(input) ? input : { input };
}

/** What a tool takes: an object that names its properties, be there none, since OpenAI's API refuses one that doesn't. */
export function schemaOf(inputSchema: Json): ForeignRecord & { readonly type: 'object' } {
  const schema = isRecord(inputSchema) ? inputSchema : {};
  const { properties = {} } = schema;
  return { ...schema, type: 'object', properties: isRecord(properties) ? properties : {} };
}
