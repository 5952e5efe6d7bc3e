/** Converts Gemini content parts (text, thoughts, calls, results, inline data) to blocks. */

import { fenced } from '../../lang/fence.ts';
import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf } from '../../lang/json-fields.ts';
import type { Block, ResultContent, ToolResultBlock } from '../../message/message.ts';
import type { Decoded } from '../anthropic/blocks.ts';
import { toolArguments } from '../openai/tool-arguments.ts';
import { imageBlock } from '../reader/image.ts';

/** Reads the parts of one thread's messages, in their order. */
export class GeminiParts {
  /** Calls without an id that wait for a result, which names only the tool. */
  readonly #unnamed: { readonly id: string; readonly name: string }[] = [];
  #ids = 0;

  /** The blocks of a message's parts, a text or a list; data right behind a result is the result's. */
  read(parts: Json | undefined): Decoded {
    const odd: string[] = [];
    const blocks: Block[] = [];
    for (const part of isList(parts) ? parts : [parts]) {
      if (part === undefined || part === null) continue;
      const decoded = typeof part === 'string' ? textBlock(part) : isRecord(part) ? this.#part(part, odd) : undefined;
      if (decoded === undefined) {
        const kind = isRecord(part) ? Object.keys(part).join(', ').slice(0, 40) : typeof part;
        odd.push(`a part of ${kind || 'nothing'} kept as text`);
      }
      const found = decoded ?? [{ type: 'text', text: JSON.stringify(part) }];
      const last = blocks.at(-1);
      const data = found.filter((block) => block.type === 'image' || block.type === 'document');
      if (last?.type === 'tool_result' && data.length > 0 && data.length === found.length) {
        blocks[blocks.length - 1] = { ...last, content: [...last.content, ...data] };
      } else blocks.push(...found);
    }
    return { blocks, odd };
  }

  #part(part: ForeignRecord, odd: string[]): readonly Block[] | undefined {
    const signature = filledText(part.thoughtSignature) ?? filledText(part.thought_signature);
    const text = stringOf(part.text);
    if (part.thought === true && text !== undefined) {
      if (text === '' && signature === undefined) return [];
      return [{ type: 'thinking', text, ...(signature !== undefined && { signature }) }];
    }
    const decoded = text === undefined ? this.#other(part, odd) : textBlock(text);
    if (signature === undefined || !decoded) return decoded;
    // It is bound to its place like signed thinking, so it is kept as one, before the part that carries it.
    return [{ type: 'thinking', text: '', signature }, ...decoded];
  }

  #other(part: ForeignRecord, odd: string[]): readonly Block[] | undefined {
    const call = part.functionCall ?? part.function_call;
    const response = part.functionResponse ?? part.function_response;
    if (isRecord(call)) return this.#call(call);
    if (isRecord(response)) return [this.#result(response, odd)];
    if (isRecord(part.executableCode)) return textBlock(fenced(stringOf(part.executableCode.code) ?? ''));
    if (isRecord(part.codeExecutionResult)) return textBlock(fenced(stringOf(part.codeExecutionResult.output) ?? ''));
    const media = decodeMedia(part);
    return media && [media];
  }

  #call(call: ForeignRecord): readonly Block[] | undefined {
    const name = filledText(call.name);
    if (name === undefined) return undefined;
    const id = filledText(call.id) ?? this.#freshId();
    if (filledText(call.id) === undefined) this.#unnamed.push({ id, name });
    return [{ type: 'tool_use', id, name, input: toolArguments(call.args) }];
  }

  #result(response: ForeignRecord, odd: string[]): ToolResultBlock {
    const toolUseId = filledText(response.id) ?? this.#answered(stringOf(response.name));
    const given = response.response;
    const error = field(given, 'error');
    const said = error ?? field(given, 'output') ?? field(given, 'content') ?? field(given, 'result') ?? given ?? '';
    const text = stringOf(said) ?? JSON.stringify(said);
    const media = (isList(response.parts) ? response.parts : []).map((part): ResultContent => {
      const found = isRecord(part) ? decodeMedia(part) : undefined;
      if (found) return found;
      odd.push('a part of a result kept as text');
      return { type: 'text', text: JSON.stringify(part) };
    });
    const content: readonly ResultContent[] = [...(text === '' ? [] : [{ type: 'text', text } as const]), ...media];
    return { type: 'tool_result', toolUseId, content, ...(error !== undefined && { isError: true }) };
  }

  /** The id of the oldest call without one that this result can belong to; a fresh one for an orphan. */
  #answered(name: string | undefined): string {
    const index = this.#unnamed.findIndex((call) => call.name === name);
    const [call] = index < 0 ? [] : this.#unnamed.splice(index, 1);
    return call?.id ?? this.#freshId();
  }

  #freshId(): string {
    return `unnamed-${++this.#ids}`;
  }
}

function decodeMedia(part: ForeignRecord): ResultContent | undefined {
  const inline = part.inlineData ?? part.inline_data;
  const file = part.fileData ?? part.file_data;
  const mediaType = stringOf(field(inline, 'mimeType') ?? field(inline, 'mime_type'));
  const data = filledText(field(inline, 'data'));
  if (mediaType !== undefined && data !== undefined) {
    return mediaType.startsWith('image/') ? imageBlock({ mediaType, data }) : { type: 'document', mediaType, data };
  }
  const uri = filledText(field(file, 'fileUri') ?? field(file, 'file_uri'));
  return uri === undefined ? undefined : { type: 'text', text: `[file at ${uri}]` };
}

function textBlock(text: string): readonly Block[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
