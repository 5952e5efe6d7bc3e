/** Converts a context to VS Code's chat messages. */
import type { LanguageModelChatMessage, LanguageModelDataPart, LanguageModelTextPart } from 'vscode';
import type { ModelRequest } from '../../core/agent/ports.ts';
import { wellFormedRecord } from '../../core/lang/well-formed-json.ts';
import type { Block, DocumentBlock, ImageBlock, Message, ToolResultBlock } from '../../core/message/message.ts';
import { unsendable } from '../../core/message/unsendable.ts';
import { blockText, objectOf } from '../shared/block-text.ts';
import type { ModelInfo } from '../shared/provider.ts';
import type { LmApi } from './api.ts';

/** ChatImageMimeType of microsoft/vscode. */
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'];

/** The API has no mark for a result that is an error. */
const FAILED = 'The call failed:';
const EMPTY = '[The call gave no output.]';

/** What GitHub Copilot and others take as a tool's name; they refuse all others. */
export function toolName(name: string): string {
  return name.replace(/[^\w-]/g, '_') || 'tool';
}

/**
 * The messages of a request in wire order; the API knows users and assistants alone, so the system prompt is the first user's
 * message. Results stand in a message of their own right behind their calls: Copilot and those made after it refuse a request
 * where anything else is beside them (`validateRequest` of microsoft/vscode-copilot-chat).
 */
export function toMessages(
  api: LmApi,
  { takesImages = true }: ModelInfo,
  { system, messages }: ModelRequest,
): LanguageModelChatMessage[] {
  const { User } = api.LanguageModelChatMessage;
  const parts: Parts = (block) => partsOf(api, block, takesImages);
  return [
    ...(system.trim() === '' ? [] : [User(system.toWellFormed())]),
    ...messages.flatMap((message) => toChat(api, message, parts)),
  ];
}

type Parts = (block: Block) => readonly (LanguageModelTextPart | LanguageModelDataPart)[];

function toChat(api: LmApi, { role, blocks }: Message, parts: Parts): readonly LanguageModelChatMessage[] {
  const { User, Assistant } = api.LanguageModelChatMessage;
  const plain = blocks.flatMap(parts);
  if (role === 'assistant') {
    const calls = blocks.filter((block) => block.type === 'tool_use');
    const said = calls.map(
      ({ id, name, input }) => new api.LanguageModelToolCallPart(id, toolName(name), wellFormedRecord(objectOf(input))),
    );
    return plain.length + said.length > 0 ? [Assistant([...plain, ...said])] : [];
  }
  const results = blocks.filter((block) => block.type === 'tool_result').map((block) => resultOf(api, block, parts));
  return [...(results.length > 0 ? [User(results)] : []), ...(plain.length > 0 ? [User(plain)] : [])];
}

function resultOf(api: LmApi, { toolUseId, content, isError }: ToolResultBlock, parts: Parts) {
  const said = content.flatMap(parts);
  const given = said.length > 0 ? said : [new api.LanguageModelTextPart(EMPTY)];
  const marked = isError ? [new api.LanguageModelTextPart(FAILED), ...given] : given;
  return new api.LanguageModelToolResultPart(toolUseId, marked);
}

/** Thinking has no form in the stable API. */
function partsOf(api: LmApi, block: Block, takesImages: boolean): ReturnType<Parts> {
  switch (block.type) {
    case 'text':
    case 'native':
    case 'checkpoint':
    case 'reminder':
    case 'attachment': {
      const words = blockText(block).toWellFormed();
      return /\S/.test(words) ? [new api.LanguageModelTextPart(words)] : [];
    }
    case 'image':
    case 'document':
      return [(takesImages && imagePart(api, block)) || new api.LanguageModelTextPart(unsendable(block))];
    case 'thinking':
    case 'redacted_thinking':
    case 'tool_use':
    case 'tool_result':
      return [];
  }
}

function imagePart(
  api: LmApi,
  { type, mediaType, data }: ImageBlock | DocumentBlock,
): LanguageModelDataPart | undefined {
  if (type !== 'image' || !IMAGES.includes(mediaType) || data === '') return undefined;
  return api.LanguageModelDataPart.image(Buffer.from(data, 'base64'), mediaType);
}
