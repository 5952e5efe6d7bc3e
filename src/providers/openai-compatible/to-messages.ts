/** Converts a context to Chat Completions messages, in the subset that all servers accept. */
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
  ChatCompletionToolMessageParam,
} from 'openai/resources/chat/completions';
import { assertNever } from '../../core/lang/assert-never.ts';
import { type ForeignRecord, isList } from '../../core/lang/json-fields.ts';
import { wellFormed } from '../../core/lang/well-formed-json.ts';
import type { Block, DocumentBlock, ImageBlock, Message, ToolResultBlock } from '../../core/message/message.ts';
import { safeIds, safeName } from '../../core/message/safe-ids.ts';
import { unsendable } from '../../core/message/unsendable.ts';
import { blockText, isAside, objectOf } from '../shared/block-text.ts';
import { type ECHOED, FOREIGN_CALL, isSealed, sealedFields } from './reply-seals.ts';
import { shortIds } from './short-ids.ts';

/** Of a function (developers.openai.com, "Chat Completions"). */
export const NAME_LENGTH = 64;

/** developers.openai.com, "Images and vision". */
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const FAILED = '[The call failed.]';
const EMPTY = '[The call gave nothing.]';

/** How ids of calls are spelled: as they came, as far as all servers take them, or in nine letters and digits. */
export type Ids = 'safe' | 'short';
type Spell = (id: string) => string;

export interface Wanted {
  readonly ids: Ids;
  /** The first call of each step has Google's stand-in where the model did not sign it. */
  readonly signs: boolean;
}
type Media = ImageBlock | DocumentBlock;
export type AssistantParam = ChatCompletionAssistantMessageParam & {
  readonly [ECHOED]?: string;
};

/**
 * Messages in wire order and open to this model (`projectContext`); a line stands for each image where it takes none. Linear;
 * what is appended changes nothing before it.
 */
export function toMessages(
  system: string,
  messages: readonly Message[],
  takesImages: boolean,
  { ids, signs }: Wanted,
): ChatCompletionMessageParam[] {
  const spell = ids === 'short' ? shortIds() : safeIds();
  const types = takesImages ? IMAGE_TYPES : [];
  const said = messages.flatMap(({ role, blocks }) =>
    role === 'user' ? userMessages(blocks, spell, types) : modelMessages(blocks, spell, signs),
  );
  return system.trim() === '' ? said : [{ role: 'system', content: system.toWellFormed() }, ...said];
}

/**
 * Results first, as the API wants them; images of theirs follow in the user's own message, since `tool` takes text only. What
 * the program says beside results goes into the last of them: to many models a user's message ends the turn, and Mistral
 * refuses one there ("Unexpected role 'user' after role 'tool'").
 */
function userMessages(
  blocks: readonly Block[],
  spell: Spell,
  types: readonly string[],
): readonly ChatCompletionMessageParam[] {
  const tools: (ChatCompletionToolMessageParam & { readonly content: string })[] = [];
  const shown: ChatCompletionContentPart[] = [];
  const said: ChatCompletionContentPart[] = [];
  const asides: string[] = [];
  for (const block of blocks) {
    if (block.type === 'tool_result') {
      const id = spell(block.toolUseId);
      tools.push({ role: 'tool', tool_call_id: id, content: resultText(block, types).toWellFormed() });
      const images = block.content.filter(
        (part): part is ImageBlock => part.type === 'image' && isSendable(part, types),
      );
      if (images.length > 0)
        shown.push(textPart(`[Images of the result of ${id}:]`), ...images.map((image) => mediaPart(image, types)));
    } else if (isAside(block) && tools.length > 0 && said.length === 0) {
      asides.push(blockText(block).toWellFormed());
    } else said.push(...userParts(block, types));
  }
  const last = tools.pop();
  if (last) tools.push({ ...last, content: [last.content, ...asides].join('\n\n') });
  const parts = [...shown, ...said];
  return parts.length === 0 ? tools : [...tools, { role: 'user', content: contentOf(parts) }];
}

function userParts(block: Block, types: readonly string[]): readonly ChatCompletionContentPart[] {
  switch (block.type) {
    case 'text':
    case 'checkpoint':
    case 'reminder':
    case 'attachment':
    case 'native':
      return [textPart(blockText(block))];
    case 'image':
    case 'document':
      return [mediaPart(block, types)];
    case 'thinking':
    case 'redacted_thinking':
    case 'tool_use':
    case 'tool_result':
      return [];
    default:
      return assertNever(block);
  }
}

/** Few servers read documents at all, and no two in the same form. */
function mediaPart(block: Media, types: readonly string[]): ChatCompletionContentPart {
  if (block.type === 'document' || !isSendable(block, types)) return textPart(unsendable(block));
  return { type: 'image_url', image_url: { url: `data:${block.mediaType};base64,${block.data}` } };
}

function resultText({ content, isError }: ToolResultBlock, types: readonly string[]): string {
  const lines = content.flatMap((part) => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [part.text];
    return part.type === 'image' && isSendable(part, types) ? ['[An image: see below.]'] : [unsendable(part)];
  });
  return [...(isError ? [FAILED] : []), ...lines].join('\n') || EMPTY;
}

function modelMessages(blocks: readonly Block[], spell: Spell, signs: boolean): readonly AssistantParam[] {
  const texts: string[] = [];
  const thoughts: ForeignRecord[] = [];
  const calls: ChatCompletionMessageFunctionToolCall[] = [];
  for (const block of blocks) {
    if (block.type === 'text' || block.type === 'native') texts.push(blockText(block).toWellFormed());
    if (block.type === 'thinking') thoughts.push(sealedFields(block.signature, block.text.toWellFormed()));
    if (block.type !== 'tool_use') continue;
    const name = safeName(block.name, NAME_LENGTH);
    const named = { name, arguments: JSON.stringify(wellFormed(objectOf(block.input))) };
    const sealed = sealedFields(block.signature);
    const stand = signs && calls.length === 0 && !isSealed(sealed) ? FOREIGN_CALL : sealed;
    calls.push({ id: spell(block.id), type: 'function', function: named, ...stand });
  }
  if (texts.length === 0 && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      content: texts.length > 0 ? texts.join('\n\n') : null,
      ...joinedThoughts(thoughts),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

/** Texts of several thoughts are one text, lists one list. */
function joinedThoughts(thoughts: readonly ForeignRecord[]): ForeignRecord {
  const texts = thoughts.flatMap((one) => Object.entries(one).filter(([, value]) => typeof value === 'string'));
  const lists = thoughts.flatMap((one) => Object.entries(one).filter(([, value]) => isList(value)));
  const names = (of: readonly (readonly [string, unknown])[]) => [...new Set(of.map(([name]) => name))];
  const valuesOf = (of: readonly (readonly [string, unknown])[], name: string) =>
    of.flatMap(([own, value]) => (own === name ? [value] : []));
  return Object.fromEntries([
    ...names(texts).map((name) => [name, valuesOf(texts, name).join('\n\n')]),
    ...names(lists).map((name) => [name, valuesOf(lists, name).flat()]),
  ]);
}

function contentOf(parts: ChatCompletionContentPart[]): string | ChatCompletionContentPart[] {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('\n\n') : parts;
}

function textPart(text: string): ChatCompletionContentPart {
  return { type: 'text', text: text.toWellFormed() };
}

function isSendable({ mediaType, data }: Media, types: readonly string[]): boolean {
  return types.includes(mediaType) && data !== '';
}
