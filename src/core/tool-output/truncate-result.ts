/** Truncates one tool result to a number of tokens (R17). */
import { startOf } from '../lang/clip.ts';
import type { ResultContent, ToolResultBlock } from '../message/message.ts';

export interface TruncateConfig {
  /** Undefined or null: nothing is cut. */
  readonly maxToolResultTokens?: number | null;
}

/** A token is taken for so many characters (R17). */
export const CHARACTERS_A_TOKEN = 4;

const NOTE = '\n[truncated]';

/**
 * The block with its text cut to `maxToolResultTokens` × 4 characters and a note, when floor(length / 4) exceeds that many
 * tokens; texts of several blocks count together. Everything else stays as it is, in its order. A cut falls a little
 * earlier where it would part a grapheme. The same block comes back when there is nothing to cut, when the note would make
 * it as long as it was, and when the key is unset (R17). The input is never changed.
 */
export function compressToolResult(block: ToolResultBlock, config: TruncateConfig): ToolResultBlock {
  const most = config.maxToolResultTokens ?? undefined;
  if (most === undefined) return block;
  const length = textLength(block.content);
  if (Math.floor(length / CHARACTERS_A_TOKEN) <= most) return block;
  const content = cutContent(block.content, most * CHARACTERS_A_TOKEN);
  return textLength(content) < length ? { ...block, content } : block;
}

/** `most` is less than all the text: the part that fills the room is the one that is cut, if only behind its last character. */
function cutContent(content: readonly ResultContent[], most: number): readonly ResultContent[] {
  const kept: ResultContent[] = [];
  let left = most;
  let isCut = false;
  for (const part of content) {
    if (part.type !== 'text') kept.push(part);
    else if (!isCut && part.text.length < left) {
      kept.push(part);
      left -= part.text.length;
    } else if (!isCut) {
      kept.push({ ...part, text: startOf(part.text, left) + NOTE });
      isCut = true;
    }
  }
  return kept;
}

function textLength(content: readonly ResultContent[]): number {
  return content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
}
