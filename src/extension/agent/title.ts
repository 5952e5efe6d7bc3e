/** The title of a thread that has none: the first words of its first message. */
import { clip } from '../../core/lang/clip.ts';
import type { Block } from '../../core/message/message.ts';
import { joinedText } from '../../core/view/message-rows.ts';

const LENGTH = 60;

/** Undefined where nothing was said in words. */
export function titleOf(blocks: readonly Block[]): string | undefined {
  const line = joinedText(blocks).trim().split('\n')[0]?.replace(/\s+/g, ' ').trim() ?? '';
  if (line === '') return undefined;
  const { text, more } = clip(line, LENGTH);
  return more > 0 ? `${text}…` : text;
}
