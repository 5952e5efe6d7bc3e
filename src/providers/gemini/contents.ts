/** Converts a context to Gemini's `contents`. */
import type { Content, FunctionResponse, Part } from '@google/genai/web';
import { wellFormedRecord } from '../../core/lang/well-formed-json.ts';
import type { Block, DocumentBlock, ImageBlock, Message, ToolResultBlock } from '../../core/message/message.ts';
import { unsendable } from '../../core/message/unsendable.ts';
import { blockText, objectOf } from '../shared/block-text.ts';
import type { ModelInfo } from '../shared/provider.ts';

/**
 * Takes the place of the thought signature of a call that Gemini did not make, or made when nobody asked for one: without one the
 * first call of a step is refused (ai.google.dev/gemini-api/docs/thought-signatures, "FAQs"). Vertex AI knows this one of the two.
 */
const FOREIGN_SIGNATURE = 'skip_thought_signature_validator';

/** A failed result must say something. */
const EMPTY_ERROR = 'The call failed without a message.';

/** ai.google.dev/gemini-api/docs/image-understanding and document-processing. */
const MEDIA = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif', 'application/pdf', 'text/plain'];

/** ai.google.dev/gemini-api/docs/function-calling, "Multimodal function responses": since Gemini 3. */
const RESULT_MEDIA = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain'];
const BEFORE_RESULT_MEDIA = /^(?!gemini-)|^gemini-[12]\b/;

/** What Gemini takes as a function's name (FunctionDeclaration.name). */
const UNSAFE = /[^a-zA-Z0-9_.:-]/g;
const NAME_LENGTH = 128;

export function functionName(name: string): string {
  const safe = name.replace(UNSAFE, '_').slice(0, NAME_LENGTH - 1);
  return /^[a-zA-Z_]/.test(safe) ? safe : `_${safe}`;
}

/**
 * The contents of messages that are in wire order: roles in turn, each call answered in the user's message after it. What was
 * sealed goes back as it came. A message's contents depend on it and on the names of the calls before it alone, so that a
 * request between two boundaries is the one before and more.
 */
export function toContents(messages: readonly Message[], info: ModelInfo): Content[] {
  const names = new Map<string, string>();
  const taken = takenBy(info);
  return messages.flatMap(({ role, blocks }) => {
    const parts = role === 'assistant' ? modelParts(blocks, names, taken) : userParts(blocks, names, taken);
    return parts.length > 0 ? [{ role: role === 'assistant' ? 'model' : 'user', parts }] : [];
  });
}

/** Media types. Without any in results, what a result shows stands behind all results. */
interface Taken {
  readonly inMessages: readonly string[];
  readonly inResults: readonly string[];
}

function takenBy({ id, takesImages }: ModelInfo): Taken {
  const isSeen = (type: string) => takesImages !== false || !type.startsWith('image/');
  return {
    inMessages: MEDIA.filter(isSeen),
    inResults: BEFORE_RESULT_MEDIA.test(id) ? [] : RESULT_MEDIA.filter(isSeen),
  };
}

function modelParts(blocks: readonly Block[], names: Map<string, string>, taken: Taken): Part[] {
  let isFirstCall = true;
  return blocks.flatMap((block): readonly Part[] => {
    if (block.type !== 'tool_use') return partOf(block, taken);
    const name = functionName(block.name);
    names.set(block.id, name);
    const signature = block.signature ?? (isFirstCall ? FOREIGN_SIGNATURE : undefined);
    isFirstCall = false;
    return [
      { functionCall: { id: block.id, name, args: wellFormedRecord(objectOf(block.input)) }, ...sealed(signature) },
    ];
  });
}

/** All results first and side by side; the API counts them against the calls. */
function userParts(blocks: readonly Block[], names: Map<string, string>, taken: Taken): Part[] {
  const results = blocks.filter((block) => block.type === 'tool_result');
  const behind = taken.inResults.length > 0 ? [] : results.flatMap(({ content }) => content.filter(isMedia));
  return [
    ...results.map((block) => ({ functionResponse: responseOf(block, names, taken) })),
    ...[...behind, ...blocks].flatMap((block) => partOf(block, taken)),
  ];
}

function responseOf(block: ToolResultBlock, names: Map<string, string>, { inResults }: Taken): FunctionResponse {
  const { toolUseId, content, isError } = block;
  const media = inResults.length > 0 ? content.filter(isMedia) : [];
  const parts = media.filter((shown) => takes(inResults, shown)).map(inline);
  const words = content.flatMap((part) => (part.type === 'text' ? [part.text.toWellFormed()] : []));
  const text = [...words, ...media.filter((shown) => !takes(inResults, shown)).map(unsendable)].join('\n');
  const response = isError ? { error: text.trim() === '' ? EMPTY_ERROR : text } : { output: text };
  const name = names.get(toolUseId) ?? 'tool';
  return { id: toolUseId, name, response, ...(parts.length > 0 && { parts }) };
}

function partOf(block: Block, { inMessages }: Taken): readonly Part[] {
  switch (block.type) {
    case 'text':
      return [{ text: block.text.toWellFormed(), ...sealed(block.signature) }];
    case 'thinking':
      // A summary of thoughts that nobody sealed is for people alone.
      return block.signature === undefined ? [] : [{ text: block.text, thought: true, ...sealed(block.signature) }];
    case 'checkpoint':
    case 'reminder':
    case 'attachment':
    case 'native':
      return [{ text: blockText(block).toWellFormed() }];
    case 'image':
    case 'document':
      return [takes(inMessages, block) ? inline(block) : { text: unsendable(block) }];
    case 'redacted_thinking':
    case 'tool_use':
    case 'tool_result':
      return [];
  }
}

function isMedia(block: Block): block is ImageBlock | DocumentBlock {
  return block.type === 'image' || block.type === 'document';
}

function takes(types: readonly string[], { mediaType, data }: ImageBlock | DocumentBlock): boolean {
  return types.includes(mediaType) && data !== '';
}

function inline({ mediaType, data }: ImageBlock | DocumentBlock): { inlineData: { mimeType: string; data: string } } {
  return { inlineData: { mimeType: mediaType, data } };
}

function sealed(signature: string | undefined): { thoughtSignature: string } | undefined {
  return signature === undefined ? undefined : { thoughtSignature: signature };
}
