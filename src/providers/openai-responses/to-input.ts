/** Converts a context to input items of the Responses API. */
import type {
  ResponseFunctionCallOutputItem,
  ResponseInputContent,
  ResponseInputItem,
  ResponseInputText,
} from 'openai/resources/responses/responses';
import { assertNever } from '../../core/lang/assert-never.ts';
import { wellFormed } from '../../core/lang/well-formed-json.ts';
import type {
  Block,
  Message,
  ResultContent,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from '../../core/message/message.ts';
import { safeIds, safeName } from '../../core/message/safe-ids.ts';
import { unsendable } from '../../core/message/unsendable.ts';
import { blockText, isAside, objectOf } from '../shared/block-text.ts';
import { parseItems } from './compaction-items.ts';
import { parseOutput, parseReasoning, type Reasoning } from './item-signatures.ts';

/** Of a function (developers.openai.com, "Function calling"). */
export const NAME_LENGTH = 64;

/** developers.openai.com, "Images and vision". */
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** developers.openai.com, "File inputs". */
const DOCUMENT_TYPES = ['application/pdf'];
const FAILED = '[The call failed.]';

type Spell = (id: string) => string;
type Types = readonly string[];

export interface Takes {
  /** A line stands for each image where it takes none. */
  readonly takesImages: boolean;
  /** Its own reasoning, as it sealed it. */
  readonly seals: boolean;
}

/**
 * Messages in wire order and open to this model (`projectContext`). Linear; what is appended changes nothing before it.
 */
export function toInput(messages: readonly Message[], { takesImages, seals }: Takes): ResponseInputItem[] {
  const spell = safeIds();
  const images = takesImages ? IMAGE_TYPES : [];
  return messages.flatMap(({ role, blocks }) =>
    role === 'user' ? userItems(blocks, spell, images) : modelItems(blocks, spell, seals),
  );
}

/**
 * What the program says beside results goes into the last of them: a message of the user's after each round would end the turn,
 * and with it the reasoning that the model still works by (`input_transformations`, reason `turn_boundary`).
 */
function userItems(blocks: readonly Block[], spell: Spell, images: Types): readonly ResponseInputItem[] {
  const items: ResponseInputItem[] = [];
  let content: ResponseInputContent[] = [];
  const flush = () => {
    if (content.length > 0) items.push({ type: 'message', role: 'user', content });
    content = [];
  };
  for (const block of blocks) {
    const last = items.at(-1);
    if (block.type === 'tool_result') {
      flush();
      items.push(outputItem(block, spell, images));
    } else if (block.type === 'native') {
      flush();
      items.push(...parseItems(block.data));
    } else if (isAside(block) && content.length === 0 && last?.type === 'function_call_output') {
      items[items.length - 1] = { ...last, output: withAside(last.output, blockText(block).toWellFormed()) };
    } else content.push(...userContent(block, images));
  }
  flush();
  return items;
}

function withAside<Part>(output: string | Part[], text: string): string | (Part | ResponseInputText)[] {
  if (typeof output === 'string') return [output, text].filter((part) => part !== '').join('\n\n');
  return [...output, { type: 'input_text', text }];
}

function userContent(block: Block, images: Types): readonly ResponseInputContent[] {
  switch (block.type) {
    case 'text':
    case 'checkpoint':
    case 'reminder':
    case 'attachment':
      return [{ type: 'input_text', text: blockText(block).toWellFormed() }];
    case 'image':
    case 'document':
      return [mediaContent(block, images)];
    case 'thinking':
    case 'redacted_thinking':
    case 'native':
    case 'tool_use':
    case 'tool_result':
      return [];
    default:
      return assertNever(block);
  }
}

function mediaContent(block: Exclude<ResultContent, TextBlock>, images: Types) {
  const { type, mediaType, data } = block;
  const types = type === 'image' ? images : DOCUMENT_TYPES;
  if (!types.includes(mediaType) || data === '') return { type: 'input_text', text: unsendable(block) } as const;
  const url = `data:${mediaType};base64,${data}`;
  if (type === 'image') return { type: 'input_image', image_url: url, detail: 'auto' } as const;
  return { type: 'input_file', filename: block.name ?? 'document.pdf', file_data: url } as const;
}

/** The API has no mark for a failure: a line says it. */
function outputItem({ toolUseId, content, isError }: ToolResultBlock, spell: Spell, images: Types): ResponseInputItem {
  const parts: ResponseFunctionCallOutputItem[] = content.map((block) =>
    block.type === 'text' ? { type: 'input_text', text: block.text.toWellFormed() } : mediaContent(block, images),
  );
  if (isError) parts.unshift({ type: 'input_text', text: FAILED });
  const texts = parts.flatMap((part) => (part.type === 'input_text' ? [part.text] : []));
  const output = texts.length === parts.length ? texts.join('\n') : parts;
  return { type: 'function_call_output', call_id: spell(toolUseId), output };
}

/** Reasoning goes only where the item that it led to is right behind it, and ids of items only behind their reasoning. */
function modelItems(blocks: readonly Block[], spell: Spell, seals: boolean): readonly ResponseInputItem[] {
  const items: ResponseInputItem[] = [];
  let led: Reasoning[] = [];
  let sent: string | undefined;
  for (const block of blocks) {
    if (block.type === 'thinking') {
      const reasoning = seals ? parseReasoning(block.signature) : undefined;
      if (reasoning) led.push(reasoning);
    } else if (block.type === 'native') items.push(...parseItems(block.data));
    else if (block.type === 'text' || block.type === 'tool_use') {
      const kept = parseOutput(block.signature);
      if (kept?.isNext && kept.after === led.at(-1)?.id) {
        items.push(...led.map((reasoning) => ({ type: 'reasoning' as const, ...reasoning })));
        sent = kept.after;
      }
      led = [];
      const own = seals && kept?.after === sent ? kept : undefined;
      items.push(block.type === 'text' ? spokenItem(block, own?.id) : callItem(block, own?.id, spell));
    }
  }
  return items;
}

function spokenItem({ text: said, signature }: TextBlock, id: string | undefined): ResponseInputItem {
  const text = said.toWellFormed();
  const phase = parseOutput(signature)?.phase;
  const as = { type: 'message', role: 'assistant', ...(phase && { phase }) } as const;
  if (id === undefined) return { ...as, content: text };
  return { ...as, id, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] };
}

function callItem({ id, name, input }: ToolUseBlock, itemId: string | undefined, spell: Spell): ResponseInputItem {
  return {
    type: 'function_call',
    ...(itemId !== undefined && { id: itemId }),
    call_id: spell(id),
    name: safeName(name, NAME_LENGTH),
    arguments: JSON.stringify(wellFormed(objectOf(input))),
  };
}
