/** Decodes the content blocks of Anthropic’s messages, as their API and Claude Code write them. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf } from '../../lang/json-fields.ts';
import type { Block, ResultContent, Role, TextBlock } from '../../message/message.ts';
import { imageBlock } from '../reader/image.ts';

export interface Decoded<B = Block> {
  readonly blocks: readonly B[];
  /** What was odd, each in a few words; such a block is kept as text. */
  readonly odd: readonly string[];
}

/** The blocks of a message's `content`, a text or a list of blocks. */
export function decodeBlocks(content: Json | undefined, role: Role): Decoded {
  return decodeList(
    content,
    (block, odd) => decodeMedia(block) ?? (role === 'user' ? decodeResult(block, odd) : decodeOwn(block)),
  );
}

function decodeList<B>(
  content: Json | undefined,
  decode: (block: ForeignRecord, odd: string[]) => B | undefined,
): Decoded<B | TextBlock> {
  if (typeof content === 'string') return { blocks: content === '' ? [] : [{ type: 'text', text: content }], odd: [] };
  if (!isList(content)) return { blocks: [], odd: ['a message without content'] };
  const odd: string[] = [];
  const blocks = content.flatMap((block): readonly (B | TextBlock)[] => {
    if (typeof block === 'string') odd.push('a block that is plain text');
    const text = plainText(block);
    if (text !== undefined) return text === '' ? [] : [{ type: 'text', text }];
    if (isEmptyThinking(block)) return [];
    const known = isRecord(block) ? decode(block, odd) : undefined;
    if (known !== undefined) return [known];
    const type = stringOf(field(block, 'type'));
    odd.push(type ? `a block of type ${type.slice(0, 40)} kept as text` : 'a block without a type kept as text');
    return [{ type: 'text', text: JSON.stringify(block) }];
  });
  return { blocks, odd };
}

/** Some programs write the place of a thought that was not shown. */
function isEmptyThinking(block: Json): boolean {
  return (
    field(block, 'type') === 'thinking' && field(block, 'thinking') === '' && !filledText(field(block, 'signature'))
  );
}

function plainText(block: Json): string | undefined {
  return stringOf(isRecord(block) && block.type === 'text' ? block.text : block);
}

/** What only an assistant's message holds. */
function decodeOwn(block: ForeignRecord): Block | undefined {
  if (block.type === 'thinking') {
    const [text, signature] = [stringOf(block.thinking), filledText(block.signature)];
    return text === undefined ? undefined : { type: 'thinking', text, ...(signature !== undefined && { signature }) };
  }
  if (block.type === 'redacted_thinking') {
    const data = filledText(block.data);
    return data === undefined ? undefined : { type: 'redacted_thinking', data };
  }
  if (block.type !== 'tool_use') return undefined;
  const [id, name] = [filledText(block.id), filledText(block.name)];
  return id === undefined || name === undefined ? undefined : { type: 'tool_use', id, name, input: block.input ?? {} };
}

/** What only a user's message holds. */
function decodeResult(block: ForeignRecord, odd: string[]): Block | undefined {
  const toolUseId = filledText(block.tool_use_id);
  if (block.type !== 'tool_result' || toolUseId === undefined) return undefined;
  const { blocks, odd: inside } = decodeList<ResultContent>(
    block.content ?? '',
    (part) => decodeMedia(part) ?? foundTool(part),
  );
  odd.push(...inside.map((detail) => `in a result: ${detail}`));
  return { type: 'tool_result', toolUseId, content: blocks, ...(block.is_error === true && { isError: true }) };
}

/** A tool that the search for tools found: it has no words of its own. */
function foundTool(block: ForeignRecord): ResultContent | undefined {
  return block.type === 'tool_reference' ? { type: 'text', text: JSON.stringify(block) } : undefined;
}

/** Images and documents; what lies elsewhere becomes a text that names the address. */
function decodeMedia(block: ForeignRecord): ResultContent | undefined {
  if (block.type !== 'image' && block.type !== 'document') return undefined;
  const { source } = block;
  const [mediaType, data, url] = [field(source, 'media_type'), field(source, 'data'), field(source, 'url')].map(
    filledText,
  );
  if (url !== undefined) return { type: 'text', text: `[${block.type} at ${url}]` };
  if (data === undefined) return undefined;
  if (field(source, 'type') === 'text') return { type: 'text', text: data };
  if (mediaType === undefined) return undefined;
  if (block.type === 'image') return imageBlock({ mediaType, data });
  const name = filledText(block.title);
  return { type: 'document', mediaType, data, ...(name !== undefined && { name }) };
}
