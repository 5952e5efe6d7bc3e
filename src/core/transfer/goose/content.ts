/** Contents of goose's messages as blocks. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf } from '../../lang/json-fields.ts';
import type { Block, ResultContent, Role } from '../../message/message.ts';
import type { Decoded } from '../anthropic/blocks.ts';
import { toolArguments } from '../openai/tool-arguments.ts';
import { imageBlock } from '../reader/image.ts';

export interface GooseContent extends Decoded {
  /** What the program told the person. */
  readonly notes: readonly string[];
}

/** What is only shown: questions whether a tool may run, and their answers. */
const SHOWN: readonly unknown[] = ['toolConfirmationRequest', 'actionRequired', 'conversationCompacted'];
const NOTES: readonly unknown[] = ['systemNotification', 'contextLengthExceeded', 'summarizationRequested'];

/** The blocks of a `content`; what is unknown is kept as text. */
export function decodeGooseContent(content: Json | undefined, role: Role): GooseContent {
  const [odd, notes]: [string[], string[]] = [[], []];
  if (!isList(content)) return { blocks: [], odd: ['a message without content'], notes };
  const blocks = content.flatMap((part): readonly Block[] => {
    const type = field(part, 'type');
    if (SHOWN.includes(type)) return [];
    if (NOTES.includes(type)) {
      const text = filledText(field(part, 'msg'));
      if (text !== undefined) notes.push(`goose said: ${text}`);
      return [];
    }
    const text = type === 'text' ? stringOf(field(part, 'text')) : undefined;
    if (text !== undefined) return text === '' ? [] : [{ type: 'text', text }];
    const known = isRecord(part) ? (media(part) ?? (role === 'assistant' ? own(part) : result(part, odd))) : undefined;
    if (known !== undefined) return [known];
    odd.push(`a part of type ${(stringOf(type) ?? 'none').slice(0, 40)} kept as text`);
    return [{ type: 'text', text: JSON.stringify(part) }];
  });
  return { blocks, odd, notes };
}

function own(part: ForeignRecord): Block | undefined {
  switch (part.type) {
    case 'thinking': {
      const [text, signature] = [stringOf(part.thinking) ?? '', filledText(part.signature)];
      if (text === '' && signature === undefined) return undefined;
      return { type: 'thinking', text, ...(signature !== undefined && { signature }) };
    }
    case 'redactedThinking': {
      const data = filledText(part.data);
      return data === undefined ? undefined : { type: 'redacted_thinking', data };
    }
    case 'toolRequest':
    case 'frontendToolRequest': {
      const id = filledText(part.id);
      const call = field(part.toolCall, 'value');
      const name = filledText(field(call, 'name'));
      if (id === undefined || name === undefined) return undefined;
      return { type: 'tool_use', id, name, input: toolArguments(field(call, 'arguments')) };
    }
    default:
      return undefined;
  }
}

/** A result is a list of contents, in newer versions inside an object; or an error. */
function result(part: ForeignRecord, odd: string[]): Block | undefined {
  const toolUseId = filledText(part.id);
  if (part.type !== 'toolResponse' || toolUseId === undefined) return undefined;
  const value = field(part.toolResult, 'value');
  const error = filledText(field(part.toolResult, 'error'));
  const given = isList(value) ? value : (field(value, 'content') ?? value);
  const isError = error !== undefined || field(value, 'isError') === true;
  const content = (isList(given) ? given : given === undefined ? [] : [given]).flatMap((one) =>
    resultContent(one, odd),
  );
  const all: readonly ResultContent[] = error === undefined ? content : [...content, { type: 'text', text: error }];
  return { type: 'tool_result', toolUseId, content: all, ...(isError && { isError }) };
}

function resultContent(part: Json, odd: string[]): readonly ResultContent[] {
  const resource = field(part, 'resource');
  const text = stringOf(isRecord(part) ? (part.text ?? field(resource ?? null, 'text')) : part);
  if (text !== undefined) return text === '' ? [] : [{ type: 'text', text }];
  const found = isRecord(part) ? media(part) : undefined;
  if (found) return [found];
  odd.push(`a part of a result of type ${(stringOf(field(part, 'type')) ?? 'none').slice(0, 40)} kept as text`);
  return [{ type: 'text', text: JSON.stringify(part) }];
}

function media(part: ForeignRecord): ResultContent | undefined {
  const [mediaType, data] = [filledText(part.mimeType), filledText(part.data)];
  if (part.type !== 'image' || mediaType === undefined || data === undefined) return undefined;
  return imageBlock({ mediaType, data });
}
