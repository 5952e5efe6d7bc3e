/** Decodes the blocks of an assistant’s message in files of Cline, Roo Code, Zoo Code and Kilo Code. */

import type { Json } from '../../lang/json.ts';
import { field, filledText, isList } from '../../lang/json-fields.ts';
import { type Decoded, decodeBlocks } from '../anthropic/blocks.ts';

/** An assistant's blocks; Roo Code writes reasoning as a block of its own, without a signature. */
export function ownBlocks(content: Json | undefined): Decoded {
  const blocks = isList(content) ? content.flatMap((block) => reasoningAsThinking(block)) : content;
  return decodeBlocks(blocks, 'assistant');
}

function reasoningAsThinking(block: Json): readonly Json[] {
  const type = field(block, 'type');
  // Gemini's, for its provider only.
  if (type === 'thoughtSignature') return [];
  const text = type === 'reasoning' ? field(block, 'text') : undefined;
  if (text === undefined) return [block];
  return filledText(text) === undefined ? [] : [{ type: 'thinking', thinking: text }];
}
