/** Plans the replacement of ranges between checkpoints by summaries, all or nothing (R6–R12). */
import { valueAt } from '../../lang/grow-list.ts';
import { ok, type Result } from '../../lang/result.ts';
import type { Block, Message } from '../../message/message.ts';
import type { BlockEdit, Edit } from '../../thread/edit.ts';
import type { CompactionEntry } from '../../thread/entry.ts';
import type { ContextItem } from '../../thread/items.ts';
import { type BaseTokens, measure, NO_BASE } from '../../thread/measure.ts';
import type { StepReport } from '../../thread/strategy.ts';
import { append, nextId, type Thread } from '../../thread/thread.ts';
import { legalCuts, pendingRound } from '../../thread/turns.ts';
import { tallyBlocks, totalOf } from '../../tokens/tally.ts';
import { describeRun } from '../draft.ts';
import { type DroppedRun, runOf } from '../local-strategies.ts';
import { refNote } from '../notes.ts';
import type { PlannedCompaction } from '../plan-input.ts';
import { stripKept } from '../strip.ts';
import { HEAD_LABEL, withGap } from '../summary-frame.ts';
import { findRanges, type ItemRange, type RangeProblem } from './ranges.ts';
import type { Replacement } from './replacement.ts';

export interface ReplaceRequest {
  readonly thread: Thread;
  readonly replacements: readonly Replacement[];
  readonly trigger: CompactionEntry['trigger'];
  /** The `compact` call that asks for it, when a model does: what is left of it is one line (R12). */
  readonly callId?: string;
  /** The item at which a range without `to` ends, and that no range may pass; absent: the end of the thread. */
  readonly end?: number;
  readonly base?: BaseTokens;
  /** Each summary ends with the ref of what it replaces, for a model that has the cache tools. */
  readonly namesRef?: boolean;
}

const CALL_STUB = 'I compacted the thread.';

/**
 * The compaction that puts each summary in the place of its range. Pure: no policy and no gates (a range may cover the newest
 * message, a summary may be longer than its range); whoever writes it to the log passes both.
 */
export function planReplace(request: ReplaceRequest): Result<PlannedCompaction, RangeProblem> {
  const { thread, replacements, trigger, callId, base = NO_BASE, namesRef = false } = request;
  const ranges = findRanges(thread, replacements, request.end);
  if (!ranges.ok) return ranges;
  const pending = pendingRound(thread.items, legalCuts(thread.items)) ?? thread.items.length;
  const edits: Edit[] = [];
  const steps: StepReport[] = [];
  for (const [index, range] of ranges.value.entries()) {
    const run = runOf(thread.items.slice(range.from, range.to));
    if (!run) continue;
    const messages = summaryMessages(
      summaryOf(replacements[index], run, namesRef),
      range,
      valueAt(thread.items, pending),
      pending,
    );
    edits.push({ type: 'entries', span: { from: run.from, to: run.to }, fate: 'replaced', replacement: messages });
    const tokensAfter = messages.reduce((sum, message) => sum + totalOf(tallyBlocks(message.blocks)), 0);
    steps.push({ kind: 'replace', ...describeRun(thread, run), tokensBefore: run.tokens, tokensAfter });
  }
  const covered = (at: number) => ranges.value.some((range) => range.from <= at && at < range.to);
  if (callId !== undefined)
    for (const [at, item] of thread.items.entries()) if (!covered(at)) edits.push(...callEdits(item, callId));
  const from = Math.min(...ranges.value.map((range) => range.from));
  const strips = stripKept(thread.items, { from, to: pending }, edits);
  const { tokens: tokensBefore, estimated } = measure(thread, base);
  const planned = {
    type: 'compaction',
    trigger,
    strategy: 'replace',
    measured: !estimated,
    tokensBefore,
    tokensAfter: 0,
    steps,
    edits: [...edits, ...strips],
  } as const;
  const after = append(thread, { ...planned, id: nextId(thread), at: 0 });
  return ok({ ...planned, tokensAfter: measure(after, base).tokens });
}

function summaryOf({ summary }: Replacement = { summary: '' }, run: DroppedRun, namesRef: boolean): string {
  return namesRef && summary.trim() !== '' ? summary + refNote(run) : summary;
}

/**
 * An assistant's message, unless it would open the thread, or stand before the pending round, whose thinking must come
 * first (R8; docs/wire-rules.md, "Thinking and signatures").
 */
function summaryMessages(
  summary: string,
  range: ItemRange,
  unread: ContextItem | undefined,
  pending: number,
): readonly Message[] {
  if (summary.trim() === '') return [];
  const beforeThinking = range.to === pending && unread?.message.blocks.some(isThinking);
  if (range.from > 0 && !beforeThinking)
    return [{ role: 'assistant', blocks: [{ type: 'text', text: withGap(summary) }] }];
  return [{ role: 'user', blocks: [{ type: 'text', text: HEAD_LABEL + summary }] }];
}

function isThinking(block: Block): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

/** Edits that leave one line of the `compact` call and remove its result. */
function callEdits(item: ContextItem, callId: string): readonly BlockEdit[] {
  if (item.type !== 'entry') return [];
  return item.entry.blocks.flatMap((block, at): readonly BlockEdit[] => {
    const span = { entry: item.entry.id, from: at, to: at };
    const stub: readonly Block[] = [{ type: 'text', text: CALL_STUB }];
    if (block.type === 'tool_use' && block.id === callId)
      return [{ type: 'blocks', span, fate: 'replaced', replacement: stub }];
    if (block.type === 'tool_result' && block.toolUseId === callId)
      return [{ type: 'blocks', span, fate: 'dropped', replacement: [] }];
    return [];
  });
}
