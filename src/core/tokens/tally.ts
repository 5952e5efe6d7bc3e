/** Sums estimated tokens by kind of content, for the parts of the gauge. */
import { isAttached } from '../message/attachment.ts';
import type { Block } from '../message/message.ts';
import { estimateBlock, estimateMessage } from './estimate.ts';

export interface Tally {
  readonly summary: number;
  readonly messages: number;
  readonly toolResults: number;
  readonly attachments: number;
}

export const EMPTY_TALLY: Tally = { summary: 0, messages: 0, toolResults: 0, attachments: 0 };

export function totalOf(tally: Tally): number {
  return tally.summary + tally.messages + tally.toolResults + tally.attachments;
}

export function addTally(a: Tally, b: Tally): Tally {
  return {
    summary: a.summary + b.summary,
    messages: a.messages + b.messages,
    toolResults: a.toolResults + b.toolResults,
    attachments: a.attachments + b.attachments,
  };
}

/** The sum over many; one pass, one object. */
export function sumTallies(parts: readonly { readonly tally: Tally }[]): Tally {
  const sum = { ...EMPTY_TALLY };
  for (const { tally } of parts) {
    sum.summary += tally.summary;
    sum.messages += tally.messages;
    sum.toolResults += tally.toolResults;
    sum.attachments += tally.attachments;
  }
  return sum;
}

/** The parts of one message; what the message itself costs counts as `messages`. An empty one costs nothing: it isn't sent. */
export function tallyBlocks(blocks: readonly Block[]): Tally {
  if (blocks.length === 0) return EMPTY_TALLY;
  let toolResults = 0;
  let attachments = 0;
  for (const block of blocks) {
    if (block.type === 'tool_result') toolResults += estimateBlock(block);
    if (isAttached(block)) attachments += estimateBlock(block);
  }
  return { summary: 0, messages: estimateMessage(blocks) - toolResults - attachments, toolResults, attachments };
}
