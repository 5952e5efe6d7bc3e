/** Converts the content of pi's messages to blocks. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf } from '../../lang/json-fields.ts';
import type { Block, Role } from '../../message/message.ts';
import type { Decoded } from '../anthropic/blocks.ts';
import { toolArguments } from '../openai/tool-arguments.ts';
import { imageBlock } from '../reader/image.ts';

/** The blocks of a `content` that is a text or a list; what is unknown is kept as text. */
export function decodePiContent(content: Json | undefined, role: Role): Decoded {
  const odd: string[] = [];
  const list = isList(content) ? content : [content];
  const blocks = list.flatMap((part): readonly Block[] => {
    if (part === undefined || part === null) return [];
    const text = stringOf(isRecord(part) && part.type === 'text' ? part.text : part);
    if (text !== undefined) return text === '' ? [] : [{ type: 'text', text }];
    if (
      field(part, 'type') === 'thinking' &&
      field(part, 'thinking') === '' &&
      !filledText(field(part, 'thinkingSignature'))
    )
      return [];
    const known = isRecord(part) ? (image(part) ?? (role === 'assistant' ? own(part) : undefined)) : undefined;
    if (known !== undefined) return [known];
    odd.push(`a part of type ${(stringOf(field(part, 'type')) ?? 'none').slice(0, 40)} kept as text`);
    return [{ type: 'text', text: JSON.stringify(part) }];
  });
  return { blocks, odd };
}

function image(part: ForeignRecord): Block | undefined {
  const [mediaType, data] = [filledText(part.mimeType), filledText(part.data)];
  return part.type === 'image' && mediaType !== undefined && data !== undefined
    ? imageBlock({ mediaType, data })
    : undefined;
}

function own(part: ForeignRecord): Block | undefined {
  if (part.type === 'thinking') {
    const [text, signature] = [stringOf(part.thinking), filledText(part.thinkingSignature)];
    return text === undefined ? undefined : { type: 'thinking', text, ...(signature !== undefined && { signature }) };
  }
  if (part.type !== 'toolCall') return undefined;
  const [id, name] = [filledText(part.id), filledText(part.name)];
  if (id === undefined || name === undefined) return undefined;
  return { type: 'tool_use', id, name, input: toolArguments(part.arguments) };
}
