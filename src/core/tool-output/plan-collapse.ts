/** Collapses old rounds of a thread as edits of its log, each a whole round, so that undo brings it back (R18, R21). */
import type { EntryEdit } from '../compaction/edit.ts';
import type { ContextItem, EntryItem } from '../thread/items.ts';
import type { Message, ToolUseBlock } from '../thread/message.ts';
import type { Thread } from '../thread/thread.ts';
import { legalCuts } from '../thread/turns.ts';
import { estimateMessage } from '../tokens/estimate.ts';
import type { CollapseConfig } from './collapse.ts';
import { type AnsweredCall, collapseRound, matchCalls } from './collapse-round.ts';
import { refOfResult } from './result-ref.ts';

/**
 * One edit for each round that R18 collapses, whose calls may be answered in several entries here. A round that is already
 * collapsed is an edit and never collapsed again, so its marker stays; one that would not get smaller is left alone. Every
 * marker names where the result can be read. Messages are counted as the context has them. Linear.
 */
export function planCollapse(thread: Pick<Thread, 'items'>, config: CollapseConfig): readonly EntryEdit[] {
  const after = config.collapseAfterTurns ?? undefined;
  if (after === undefined) return [];
  const { items } = thread;
  const edits: EntryEdit[] = [];
  for (const { from, to } of rounds(items)) {
    if (items.length - 1 - to <= after) break;
    const round = entryItems(items.slice(from, to + 1));
    const message = round && collapse(round, items.length - to);
    const [first, last] = [round?.[0], round?.at(-1)];
    if (!message || !first || !last) continue;
    if (estimateMessage(message.blocks) >= round.reduce((sum, item) => sum + item.tokens, 0)) continue;
    const span = { from: first.entry.id, to: last.entry.id };
    edits.push({ type: 'entries', span, fate: 'collapsed', replacement: [message] });
  }
  return edits;
}

/** Stretches that no cut parts and that hold more than one message, both ends included. */
function rounds(items: readonly ContextItem[]): readonly { readonly from: number; readonly to: number }[] {
  const cuts = legalCuts(items);
  const found: { from: number; to: number }[] = [];
  let from = 0;
  for (let at = 1; at <= items.length; at++) {
    if (!cuts[at]) continue;
    if (at - from > 1) found.push({ from, to: at - 1 });
    from = at;
  }
  return found;
}

/** Undefined when an edit stands in the stretch, or what a person or the program said. */
function entryItems(items: readonly ContextItem[]): readonly EntryItem[] | undefined {
  const entries = items.filter((item) => item.type === 'entry');
  const fits = entries.length === items.length && entries.every(({ entry }) => /^(?:model|tools)$/.test(entry.origin));
  return fits ? entries : undefined;
}

function collapse(round: readonly EntryItem[], turnsAgo: number): Message | undefined {
  const calls = round.flatMap(({ message }) => (message.role === 'assistant' ? message.blocks : []));
  const answers = round.flatMap(({ message }) => (message.role === 'user' ? message.blocks : []));
  const matched = matchCalls(calls, answers);
  if (!matched || answers.some(({ type }) => type !== 'tool_result' && type !== 'checkpoint')) return undefined;
  const answered = new Map<ToolUseBlock, AnsweredCall>();
  for (const [call, result] of matched) {
    const ref = refOfResult(round, call.id);
    answered.set(call, { call, result, turnsAgo, ...(ref !== undefined && { ref }) });
  }
  return collapseRound(calls, answered);
}
