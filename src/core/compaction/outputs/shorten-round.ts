/** Shortens the round that the model has not read yet, where it would not fit: the last resort of a compaction. */
import type { List } from '../../lang/grow-list.ts';
import type { Block, ToolUseBlock } from '../../message/message.ts';
import type { BlockEdit } from '../../thread/edit.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import { lowerBoundOf } from '../../thread/find-entry.ts';
import type { ContextItem } from '../../thread/items.ts';
import { pairCalls } from '../../thread/pairs.ts';
import type { Thread } from '../../thread/thread.ts';
import { estimateBlock } from '../../tokens/estimate.ts';
import { NO_OUTPUT_STEPS, type OutputSteps } from './output-steps.ts';
import { type PlacedBlock, shortenBlock } from './shorten-block.ts';
import { capFor } from './shorten-text.ts';

export interface ShortenRoundOptions {
  /** Tokens that the round may have. */
  readonly budget: number;
  /** The notes name refs, because the model has the cache tools. */
  readonly namesRef: boolean;
}

/** A block of fewer tokens has no room for a note and something beside it. */
const LEAST_BLOCK = 80;

/**
 * Edits that shorten the longest texts, answered calls and results of a round, as far as the budget needs. The originals stay in the
 * log, where the note in each names them. A call without a result, thinking, what a person typed and what is pinned stay as they are.
 * Undefined where what is left would say too little, or would not fit. Linear.
 */
export function shortenRound(
  { edits, pins }: Pick<Thread, 'edits' | 'pins'>,
  round: List<ContextItem>,
  { budget, namesRef }: ShortenRoundOptions,
): OutputSteps | undefined {
  const tokensBefore = round.reduce((sum, item) => sum + item.tokens, 0);
  if (tokensBefore <= budget) return NO_OUTPUT_STEPS;
  const entries = round.flatMap((item) => (item.type === 'entry' ? [item.entry] : []));
  const answered = answeredCalls(entries);
  const parts = entries
    .filter(({ id, origin }) => origin !== 'typed' && !pins.has(id))
    .flatMap((entry) => partsOf(entry, edits, answered));
  const taken = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const most = capFor(
    parts.map(({ tokens }) => tokens),
    budget - (tokensBefore - taken),
  );
  if (most < LEAST_BLOCK) return undefined;
  const short = parts.flatMap((part) => (part.tokens > most ? (shortenPart(part, most, namesRef) ?? []) : []));
  const saved = short.reduce((sum, one) => sum + one.saved, 0);
  const [first, last] = [short[0]?.edit.span.entry, short.at(-1)?.edit.span.entry];
  if (first === undefined || last === undefined || tokensBefore - saved > budget) return undefined;
  const report = {
    kind: 'shorten',
    from: first,
    to: last,
    turns: 0,
    toolResults: short.filter(({ edit }) => edit.replacement[0]?.type === 'tool_result').length,
    messages: new Set(short.map(({ edit }) => edit.span.entry)).size,
    tokensBefore,
    tokensAfter: tokensBefore - saved,
  } as const;
  return { edits: short.map(({ edit }) => edit), reports: [report], saved };
}

interface Part extends PlacedBlock {
  /** As the context shows it, which may be shorter than the original already. */
  readonly tokens: number;
}

function answeredCalls(entries: readonly MessageEntry[]): ReadonlySet<ToolUseBlock> {
  return new Set(pairCalls(entries).resultOf.keys());
}

/** The blocks of an entry that may be shortened: those that the context shows, whole or with a block of the same type in their place. */
function partsOf(entry: MessageEntry, edits: Thread['edits'], answered: ReadonlySet<Block>): readonly Part[] {
  const replaced = edits.blocks.get(entry.id) ?? [];
  return entry.blocks.flatMap((block, index): readonly Part[] => {
    if (block.type !== 'text' && block.type !== 'tool_use' && block.type !== 'tool_result') return [];
    if (block.type === 'tool_use' && !answered.has(block)) return [];
    const edit = replaced[lowerBoundOf(replaced, index, (one) => one.edit.span.to)]?.edit;
    if (!edit || edit.span.from > index) return [{ entry, index, block, tokens: estimateBlock(block) }];
    const [shown, ...more] = edit.replacement;
    const isOwn = edit.span.from === edit.span.to && more.length === 0 && shown?.type === block.type;
    return isOwn ? [{ entry, index, block, tokens: estimateBlock(shown) }] : [];
  });
}

function shortenPart(
  part: Part,
  most: number,
  namesRef: boolean,
): { readonly edit: BlockEdit; readonly saved: number } | undefined {
  const { entry, index, tokens } = part;
  const short = shortenBlock(part, { most, namesRef });
  const saved = tokens - estimateBlock(short);
  if (saved <= 0) return undefined;
  const span = { entry: entry.id, from: index, to: index };
  return { saved, edit: { type: 'blocks', span, fate: 'trimmed', replacement: [short] } };
}
