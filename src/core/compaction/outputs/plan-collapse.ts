/** Plans edits that collapse old rounds of tool calls in a thread; undo restores each round whole (R18, R21). */
import { type List, valueAt } from '../../lang/grow-list.ts';
import type { Block, Message, Role } from '../../message/message.ts';
import type { EntryEdit } from '../../thread/edit.ts';
import type { EntryId } from '../../thread/entry-id.ts';
import type { ContextItem, EntryItem } from '../../thread/items.ts';
import type { Thread } from '../../thread/thread.ts';
import { lastSent, legalCuts } from '../../thread/turns.ts';
import { estimateBlock, estimateMessage, estimateText } from '../../tokens/estimate.ts';
import type { CollapseConfig } from './collapse.ts';
import { collapseRound, matchCalls } from './collapse-round.ts';
import { collapseMarker } from './marker.ts';
import { refsOfResults } from './result-ref.ts';

export interface PlanCollapseConfig extends CollapseConfig {
  /** False: the cache tools are off, and no marker names a ref (R35). Left out: true. */
  readonly enabled?: boolean;
}

/**
 * One edit for each round that R18 collapses, whose calls may be answered in several entries here. A round that is already
 * collapsed is an edit and never collapsed again, so its marker stays; one that would not get smaller is left alone. Every
 * marker names where the result can be read. Messages are counted as the context has them, without what is never sent at its end. Linear.
 */
export function planCollapse(
  { items, pins }: Pick<Thread, 'items' | 'pins'>,
  config: PlanCollapseConfig,
): readonly EntryEdit[] {
  const after = config.collapseAfterTurns ?? undefined;
  if (after === undefined) return [];
  const cuts = legalCuts(items);
  const length = lastSent(items) + 1;
  const edits: EntryEdit[] = [];
  let from = 0;
  for (let at = 1; at < length - after; at++) {
    if (!cuts[at]) continue;
    const round = at - from > 1 ? roundOf(items, pins, from, at) : undefined;
    const message = round && collapse(round, length - at + 1, config.enabled ?? true);
    const [first, last] = [round?.[0], round?.at(-1)];
    from = at;
    if (!message || !first || !last) continue;
    const span = { from: first.entry.id, to: last.entry.id };
    edits.push({ type: 'entries', span, fate: 'collapsed', replacement: [message] });
  }
  return edits;
}

/** The items of a stretch, the end excluded; undefined when an edit stands in it, something pinned, or what a person or the program said. */
function roundOf(
  items: List<ContextItem>,
  pins: ReadonlySet<EntryId>,
  from: number,
  to: number,
): readonly EntryItem[] | undefined {
  const round: EntryItem[] = [];
  for (let at = from; at < to; at++) {
    const item = valueAt(items, at);
    if (item?.type !== 'entry' || pins.has(item.entry.id)) return undefined;
    if (item.entry.origin !== 'model' && item.entry.origin !== 'tools') return undefined;
    round.push(item);
  }
  return round;
}

function collapse(round: List<EntryItem>, turnsAgo: number, isRefNamed: boolean): Message | undefined {
  const blocksOf = (role: Role) =>
    round.flatMap(({ message }): readonly Block[] => (message.role === role ? message.blocks : []));
  const [calls, answers] = [blocksOf('assistant'), blocksOf('user')];
  const tokens = round.reduce((sum, item) => sum + item.tokens, 0);
  const results = matchCalls(calls, answers);
  if (!results || answers.some(({ type }) => type !== 'tool_result' && type !== 'checkpoint')) return undefined;
  const refs = isRefNamed ? refsOfResults(round) : undefined;
  const message = collapseRound(calls, (call) => {
    return collapseMarker(call, { result: results.get(call.id), turnsAgo, ref: refs?.get(call.id) });
  });
  return tokensOf(message, calls) < tokens ? message : undefined;
}

const EMPTY_MESSAGE = estimateMessage([]);

/** Counts what is new as text: to remember the count of each new block would cost more than the count. */
function tokensOf({ blocks }: Message, old: readonly Block[]): number {
  const known = new Set(old);
  return blocks.reduce((sum, block) => {
    const isNew = block.type === 'text' && !known.has(block);
    return sum + (isNew ? estimateText(block.text) : estimateBlock(block));
  }, EMPTY_MESSAGE);
}
