/** The edit that replaces a tool output by one line, when that is smaller. */
import type { ToolResultBlock } from '../../message/message.ts';
import type { BlockEdit } from '../../thread/edit.ts';
import { estimateBlock, estimateText } from '../../tokens/estimate.ts';
import type { PlacedOutput } from './find-outputs.ts';

/** What a result takes beside its text. */
const FRAME = estimateBlock({ type: 'tool_result', toolUseId: '', content: [] });

/** `saved` is in tokens. Undefined when the line would not be smaller than the output (R35). */
export function stubEdit(
  { entry, index, block }: PlacedOutput,
  text: string,
): { readonly edit: BlockEdit; readonly saved: number } | undefined {
  const saved = estimateBlock(block) - FRAME - estimateText(text);
  if (saved <= 0) return undefined;
  const stub: ToolResultBlock = { ...block, content: [{ type: 'text', text }] };
  const span = { entry: entry.id, from: index, to: index };
  return { saved, edit: { type: 'blocks', span, fate: 'trimmed', replacement: [stub] } };
}
