/** Renders original messages as text, so that the cache tools can read and search them. */
import type { Json } from '../lang/json.ts';
import { attachmentLocation } from '../message/attachment.ts';
import type { Block, DocumentBlock, ImageBlock } from '../message/message.ts';
import type { MessageEntry } from '../thread/entry.ts';

export type Media = ImageBlock | DocumentBlock;

/** Whole lines: each text ends with `\n`. `media` is the image or document that the line describes. */
export interface Rendered {
  readonly text: string;
  readonly media?: Media;
}

/** Each message under a line that names its entry and who made it; the same at every call, every original line as it was. */
export function* renderEntries(entries: Iterable<MessageEntry>): Generator<Rendered> {
  for (const entry of entries) {
    yield { text: `--- e${entry.id} ${WHO[entry.origin]} ---\n` };
    for (const block of entry.blocks) yield* renderBlock(block);
  }
}

/** One result alone is its very text; other blocks are as in `renderEntries`. */
export function* renderBlocks(blocks: readonly Block[]): Generator<Rendered> {
  const [only] = blocks;
  if (only?.type === 'tool_result' && blocks.length === 1) yield* renderAll(only.content);
  else yield* renderAll(blocks);
}

const WHO: Readonly<Record<MessageEntry['origin'], string>> = {
  typed: 'user',
  tools: 'tool results',
  program: 'program',
  model: 'assistant',
};

function* renderAll(blocks: readonly Block[]): Generator<Rendered> {
  for (const block of blocks) yield* renderBlock(block);
}

function* renderBlock(block: Block): Generator<Rendered> {
  switch (block.type) {
    case 'text':
    case 'reminder':
    case 'thinking':
    case 'native':
      yield lines(block.text);
      break;
    case 'redacted_thinking':
      yield lines('[redacted thinking]');
      break;
    case 'checkpoint':
      yield lines(`<checkpoint:${block.id}>`);
      break;
    case 'attachment':
      yield lines(`[attached ${attachmentLocation(block)}]`);
      yield lines(block.text);
      break;
    case 'image':
    case 'document':
      yield { ...lines(describe(block)), media: block };
      break;
    case 'tool_use':
      yield lines(`[call ${block.id}: ${block.name}]`);
      yield* renderInput(block.input);
      break;
    case 'tool_result':
      yield lines(`[result of ${block.toolUseId}${block.isError ? ', failed' : ''}]`);
      yield* renderAll(block.content);
      break;
  }
}

/** Texts in an input are written as they are, so that the lines of a written file can be found; all else as JSON. */
function* renderInput(input: Json): Generator<Rendered> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    yield lines(typeof input === 'string' ? input : JSON.stringify(input));
    return;
  }
  for (const [key, value] of Object.entries(input)) {
    const isLong = typeof value === 'string' && value.includes('\n');
    yield lines(isLong ? `${key}:\n${value}` : `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
}

function describe(media: Media): string {
  const name = media.type === 'document' && media.name !== undefined ? ` ${media.name}` : '';
  const isSized = media.type === 'image' && media.width !== undefined && media.height !== undefined;
  return `[${media.type}${name} ${media.mediaType}${isSized ? ` ${media.width}x${media.height}` : ''}]`;
}

function lines(text: string): { readonly text: string } {
  return { text: text === '' || text.endsWith('\n') ? text : `${text}\n` };
}
