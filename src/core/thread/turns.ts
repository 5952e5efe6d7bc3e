/** Finds turns and rounds in a context, and the places where it may be cut. */
import { type List, valueAt } from '../lang/grow-list.ts';
import { Queues } from '../lang/queues.ts';
import { isBlankBlock, isEmptyMessage } from '../message/blank.ts';
import type { Block } from '../message/message.ts';
import type { ContextItem } from './items.ts';

/** A typed message of a person starts a turn (R47). */
export function startsTurn(item: ContextItem): boolean {
  return item.type === 'entry' && item.entry.origin === 'typed';
}

/** The index of the newest typed message, or -1. */
export function newestTyped(items: List<ContextItem>): number {
  return items.findLastIndex(startsTurn);
}

/**
 * `cuts[k]` is true when the thread may be cut before item `k`: no call before it has its result at or after it
 * (`cuts.length` is one more than the items), and the messages of one edit stay together. A call pairs with a result only
 * in the user messages right after it, as the wire has it. Linear.
 */
export function legalCuts(items: List<ContextItem>): readonly boolean[] {
  const opening = new Int32Array(items.length + 2);
  const calls = new Queues<string, number>();
  let answering = false;
  let at = -1;
  for (const { message } of items) {
    at++;
    if (isEmptyMessage(message.blocks)) continue;
    if (message.role === 'assistant' && answering) calls.clear();
    answering = message.role === 'user';
    for (const block of message.blocks) {
      if (block.type === 'tool_use') calls.add(block.id, at);
      if (block.type !== 'tool_result') continue;
      const call = calls.take(block.toolUseId);
      if (call === undefined) continue;
      opening[call + 1] = (opening[call + 1] ?? 0) + 1;
      opening[at + 1] = (opening[at + 1] ?? 0) - 1;
    }
  }
  const cuts: boolean[] = [];
  let open = 0;
  for (let k = 0; k <= items.length; k++) {
    open += opening[k] ?? 0;
    cuts.push(open === 0 && !sameEdit(valueAt(items, k - 1), valueAt(items, k)));
  }
  return cuts;
}

/**
 * The first item of the pending round: the last round, when what is sent ends with tool results that the model hasn't
 * read yet, or with calls that nobody has answered.
 */
export function pendingRound(items: List<ContextItem>, cuts: readonly boolean[]): number | undefined {
  const last = items.findLastIndex(({ message }) => message.blocks.some(isContent));
  const open = valueAt(items, last)?.message.blocks.some((b) => b.type === 'tool_result' || b.type === 'tool_use');
  return open ? lastCut(cuts, last) : undefined;
}

/** A reminder that the program put after the results is read with them. */
function isContent(block: Block): boolean {
  return block.type !== 'reminder' && block.type !== 'checkpoint' && !isBlankBlock(block);
}

/** The index of the last item that is not empty, or -1. */
export function lastSent(items: List<ContextItem>): number {
  return items.findLastIndex(({ message }) => !isEmptyMessage(message.blocks));
}

/** The last legal cut that leaves item `at` behind it. */
export function lastCut(cuts: readonly boolean[], at: number): number {
  return Math.max(0, cuts.lastIndexOf(true, at));
}

function sameEdit(a: ContextItem | undefined, b: ContextItem | undefined): boolean {
  return a?.type === 'edit' && b?.type === 'edit' && a.placed.edit === b.placed.edit;
}
