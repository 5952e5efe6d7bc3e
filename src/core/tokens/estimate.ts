/** Estimates the tokens of a text, a block or a message without a tokenizer. */
import { taggedAttachment } from '../message/attachment.ts';
import type { Block, ResultContent } from '../message/message.ts';
import { CLASS_COUNT, CLASS_OF } from './estimate-classes.ts';
import { contextOf, STATE_COUNT, stateAfter } from './estimate-contexts.ts';
import { estimateDocument, estimateImage, estimateSealed } from './estimate-media.ts';
import { decodeWeight } from './estimate-weight-code.ts';
import { ENCODED_WEIGHTS } from './estimate-weights.ts';

/** What a message, a tool call and a tool result take beside their contents. */
const MESSAGE_TOKENS = 4;
const TOOL_USE_TOKENS = 8;
const TOOL_RESULT_TOKENS = 8;

/** No token of the vocabulary is a longer run of one character: however long a run is, it is never free. */
const LONGEST_RUN = 128;

// A step is a state times CLASS_COUNT plus the class of the next character. Both tables are filled as texts need them.
const STEP_TOKENS = new Float32Array(STATE_COUNT * CLASS_COUNT);
const NEXT_STATE = new Uint32Array(STATE_COUNT * CLASS_COUNT); // 0: not known yet, for no step leads back to a text's beginning

/**
 * Tokens of `text` in the o200k vocabulary: the sum of a fitted weight for every step of a finite automaton, so one pass in linear
 * time over any text, and slices sum up to about the whole. Never throws. The weights are bench/fit-estimator.ts's (R25).
 */
export function estimateText(text: string): number {
  if (text === '') return 0;
  let tokens = 0;
  for (let i = 0, state = 0; i < text.length; i++) {
    const step = state + (CLASS_OF[text.charCodeAt(i)] ?? 0);
    state = NEXT_STATE[step] || fillStep(step);
    tokens += STEP_TOKENS[step] ?? 0;
  }
  return Math.max(1, Math.round(tokens));
}

function fillStep(step: number): number {
  const of = step % CLASS_COUNT;
  const state = (step - of) / CLASS_COUNT;
  const next = stateAfter(state, of) * CLASS_COUNT;
  const weight = decodeWeight(ENCODED_WEIGHTS, contextOf(state, of));
  STEP_TOKENS[step] = next === state * CLASS_COUNT ? Math.max(weight, 1 / LONGEST_RUN) : weight;
  NEXT_STATE[step] = next;
  return next;
}

const known = new WeakMap<Block, number>();

/** Tokens of a block as it is sent; counted once for each block object, for blocks never change. */
export function estimateBlock(block: Block): number {
  const found = known.get(block);
  if (found !== undefined) return found;
  const tokens = count(block);
  known.set(block, tokens);
  return tokens;
}

/** Tokens of a message that has these blocks. */
export function estimateMessage(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + estimateBlock(block), MESSAGE_TOKENS);
}

function count(block: Block): number {
  switch (block.type) {
    case 'text':
    case 'reminder':
      return estimateText(block.text);
    case 'thinking':
      // A signature seals the reasoning itself: it costs nothing beside the text, and stands for it where the text is withheld.
      return block.text === '' ? estimateSealed(block.signature ?? '') : estimateText(block.text);
    case 'redacted_thinking':
      return estimateSealed(block.data);
    case 'native':
      return block.tokens ?? estimateText(block.text);
    case 'image':
      return estimateImage(block);
    case 'document':
      return estimateDocument(block);
    case 'attachment':
      return estimateText(taggedAttachment(block));
    case 'tool_use':
      return TOOL_USE_TOKENS + estimateText(block.name) + estimateText(JSON.stringify(block.input));
    case 'tool_result':
      return block.content.reduce((sum: number, part: ResultContent) => sum + estimateBlock(part), TOOL_RESULT_TOKENS);
    case 'checkpoint':
      return estimateText(`<checkpoint:${block.id}>`);
  }
}
