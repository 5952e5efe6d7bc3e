/** Converts a context to messages of Anthropic's Messages API. */

import type { Json } from '../../core/lang/json.ts';
import { isRecord } from '../../core/lang/json-fields.ts';
import { taggedAttachment } from '../../core/message/attachment.ts';
import type { Block, ImageBlock, Message, ResultContent } from '../../core/message/message.ts';
import { safeIds, safeName } from '../../core/message/safe-ids.ts';
import { unsendable } from '../../core/message/unsendable.ts';
import { checkpointText } from '../../core/thread/checkpoint.ts';
import { UNSIGNED } from './from-stream.ts';

export interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly { readonly [key: string]: Json }[];
}

type WireBlock = AnthropicMessage['content'][number];

/** Media types that the API takes as images (docs.anthropic.com, "Vision"). */
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** And as base64 documents (docs.anthropic.com, "PDF support"). */
const DOCUMENT_TYPES = ['application/pdf'];

/** The largest image: characters of base64 and pixels along a side, which is less where a request has many (the same page, "General limits"). */
const IMAGE_LENGTH = 5 * 1024 * 1024;
const IMAGE_SIDE = 8000;
const MANY_IMAGES = 20;
const SIDE_AMONG_MANY = 2000;

/** A failed result must say something. */
const EMPTY_ERROR = '[The call failed without a message.]';

/** Of a tool (docs/wire-rules.md, "Anthropic Messages"). */
export const NAME_LENGTH = 128;

/**
 * The messages of a context that is in wire order, as the request's `messages`. Ids and names outside the API's pattern are
 * spelled within it, inputs that are no object become one, and thinking without a signature is left out, since the API
 * would refuse it. A compaction by the model of `modelKey` goes back as it came where it stands first, the one place that the API takes
 * it in; any other is its text.
 */
export function toAnthropicMessages(context: readonly Message[], modelKey?: string): readonly AnthropicMessage[] {
  const idFor = safeIds();
  const messages: AnthropicMessage[] = [];
  const opening = context[0]?.blocks[0];
  const spelled = { idFor, side: imagesIn(context) > MANY_IMAGES ? SIDE_AMONG_MANY : IMAGE_SIDE };
  for (const { role, blocks } of context) {
    const content = withoutTrailingThinking(
      blocks.flatMap((block) => (block === opening && nativeData(block, modelKey)) || wireBlock(block, spelled)),
    );
    const last = messages.at(-1);
    if (content.length === 0) continue;
    if (last?.role === role) messages[messages.length - 1] = { role, content: [...last.content, ...content] };
    else messages.push({ role, content });
  }
  return messages;
}

function nativeData(block: Block, modelKey: string | undefined): readonly WireBlock[] | undefined {
  if (block.type !== 'native' || block.by !== modelKey) return undefined;
  return isRecord(block.data) ? [block.data] : undefined;
}

interface Spelling {
  readonly idFor: (id: string) => string;
  /** Pixels that an image may have along a side. */
  readonly side: number;
}

function imagesIn(context: readonly Message[]): number {
  const blocks = context.flatMap((message) => message.blocks);
  const contents = blocks.flatMap((block) => (block.type === 'tool_result' ? block.content : block));
  return contents.filter(({ type }) => type === 'image').length;
}

function wireBlock(block: Block, { idFor, side }: Spelling): readonly WireBlock[] {
  switch (block.type) {
    case 'text':
    case 'image':
    case 'document':
      return [contentBlock(block, side)];
    case 'thinking':
      if (block.signature === undefined) return [];
      if (block.signature === UNSIGNED) return [{ type: 'thinking', thinking: block.text, signature: '' }];
      return [{ type: 'thinking', thinking: block.text, signature: block.signature }];
    case 'redacted_thinking':
      return [{ type: 'redacted_thinking', data: block.data }];
    case 'native':
      return [{ type: 'text', text: block.text }];
    case 'tool_use': {
      const name = safeName(block.name, NAME_LENGTH);
      return [{ type: 'tool_use', id: idFor(block.id), name, input: objectOf(block.input) }];
    }
    case 'tool_result': {
      const parts = block.content.map((part) => contentBlock(part, side));
      const content = parts.filter((part) => part.type !== 'text' || !isBlank(part.text));
      return [
        {
          type: 'tool_result',
          tool_use_id: idFor(block.toolUseId),
          ...(content.length > 0 ? { content } : block.isError && { content: [{ type: 'text', text: EMPTY_ERROR }] }),
          ...(block.isError && { is_error: true }),
        },
      ];
    }
    case 'attachment':
      return [{ type: 'text', text: taggedAttachment(block) }];
    case 'checkpoint':
      return [{ type: 'text', text: checkpointText(block.id) }];
    case 'reminder':
      return [{ type: 'text', text: `<system-reminder>\n${block.text}\n</system-reminder>` }];
  }
}

function contentBlock(block: ResultContent, side: number): WireBlock {
  if (block.type === 'text') return { type: 'text', text: block.text };
  const source = { type: 'base64', media_type: block.mediaType, data: block.data };
  if (block.type === 'image')
    return isSendable(block, side) ? { type: 'image', source } : { type: 'text', text: unsendable(block) };
  if (!DOCUMENT_TYPES.includes(block.mediaType) || block.data === '') return { type: 'text', text: unsendable(block) };
  return { type: 'document', source, ...(block.name !== undefined && { title: block.name }) };
}

function isSendable({ mediaType, data, width = 0, height = 0 }: ImageBlock, side: number): boolean {
  if (!IMAGE_TYPES.includes(mediaType) || data === '') return false;
  return data.length <= IMAGE_LENGTH && Math.max(width, height) <= side;
}

/** An aborted turn can end in thinking; the API takes no assistant message that does. */
function withoutTrailingThinking(content: readonly WireBlock[]): readonly WireBlock[] {
  const last = content.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  return content.slice(0, last + 1);
}

function isBlank(text: Json | undefined): boolean {
  return typeof text === 'string' && text.trim() === '';
}

function objectOf(input: Json): Json {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { input };
}
