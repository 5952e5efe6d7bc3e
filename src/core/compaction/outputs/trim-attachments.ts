/** Shortens the attachments of a message that is larger than the model's window; the text that the person typed stays whole. */
import { attachmentLocation } from '../../message/attachment.ts';
import type { AttachmentBlock, Block } from '../../message/message.ts';
import { estimateBlock } from '../../tokens/estimate.ts';
import { type CutPart, capFor, shortenText } from './shorten-text.ts';

export interface TooLarge {
  /** Of the smallest request that has the message. */
  readonly tokens: number;
  readonly room: number;
}

export interface TrimmedMessage {
  readonly blocks: readonly Block[];
  /** As they were. */
  readonly trimmed: readonly AttachmentBlock[];
}

/** Of the room that the rest leaves, what attachments may fill: the turn needs some for its calls. */
const SHARE = 0.75;

/** Tokens of an attachment below which it would say too little. */
const LEAST = 200;

/** The largest attached texts, each cut to the same size. Undefined where that does not make the request fit. Linear. */
export function trimAttachments(blocks: readonly Block[], { tokens, room }: TooLarge): TrimmedMessage | undefined {
  const sizes = blocks.flatMap((block) => (block.type === 'attachment' ? [estimateBlock(block)] : []));
  const beside = tokens - sizes.reduce((sum, size) => sum + size, 0);
  const most = capFor(sizes, (room - beside) * SHARE);
  if (most < LEAST || most === Number.POSITIVE_INFINITY) return undefined;
  const trimmed: AttachmentBlock[] = [];
  const short = blocks.map((block) => {
    if (block.type !== 'attachment' || estimateBlock(block) <= most) return block;
    trimmed.push(block);
    return shortened(block, most);
  });
  return { blocks: short, trimmed };
}

function shortened(block: AttachmentBlock, most: number): AttachmentBlock {
  const frame = estimateBlock({ ...block, text: '' });
  return { ...block, text: shortenText(block.text, { most: most - frame, noteFor: (left) => noteOf(block, left) }) };
}

/** A file can be read again; what was pasted can't. */
function noteOf(block: AttachmentBlock, { characters, line }: CutPart): string {
  const { kind, name, lines } = block;
  const isFile = name !== undefined && (kind === 'file' || kind === 'selection' || kind === 'symbol');
  const first = (lines?.from ?? 1) + line - 1;
  const rest = isFile ? `; the rest is in ${attachmentLocation({ kind, name })} from line ${first}` : '';
  return `[${characters} characters left out to fit the context window${rest}]`;
}
