/** What a model reads of an attachment, and the line that names one where its text is left out. */
import { oneLine } from '../lang/clip.ts';
import type { AttachmentBlock, Block, DocumentBlock, ImageBlock } from './message.ts';

/** Of a file name, which can be 4,096 bytes long on Linux and hold line breaks. */
const NAME_LENGTH = 500;

export function taggedAttachment(block: AttachmentBlock): string {
  const { kind, name, lines, text } = block;
  const shown = name === undefined ? '' : ` name="${oneLine(name, NAME_LENGTH).replaceAll('"', "'")}"`;
  const range = lines ? ` lines="${lines.from}-${lines.to}"` : '';
  return `<attachment type="${kind}"${shown}${range}>\n${text}${text.endsWith('\n') ? '' : '\n'}</attachment>`;
}

/** `src/queue.ts:3-10`; the kind where there is no name. */
export function attachmentLocation({ kind, name, lines }: Omit<AttachmentBlock, 'type' | 'text'>): string {
  if (name === undefined) return kind;
  return `${oneLine(name, NAME_LENGTH)}${lines ? `:${lines.from}-${lines.to}` : ''}`;
}

/** Stands for an attachment in a summary of what the person asked. */
export function attachmentMark(block: AttachmentBlock): string {
  return `[attachment ${attachmentLocation(block)}]`;
}

export type Attached = AttachmentBlock | ImageBlock | DocumentBlock;

/** Whether a block of a person's message is attached to it, rather than typed. */
export function isAttached(block: Block): block is Attached {
  return block.type === 'attachment' || block.type === 'image' || block.type === 'document';
}
