/** The plan of a compaction: what goes, what stays, and the numbers; pure, and the same for preview, act and test. */
import type { CompactionEntry } from '../thread/entry.ts';
import type { ContextItem } from '../thread/items.ts';
import { append, nextId, type Thread } from '../thread/thread.ts';
import { legalCuts } from '../thread/turns.ts';
import { type BaseTokens, measure, NO_BASE } from '../tokens/measure.ts';
import type { CompactionConfig } from './config.ts';
import type { Edit } from './edit.ts';
import { failedGate, type GateFailure } from './gates.ts';
import { fixedPart, type Kept, keepTail, removedRuns } from './keep.ts';
import type { Limits } from './limits.ts';
import { extractRun, originals, type Run, type Rung, runOf, truncateRun } from './rungs.ts';
import type { StepReport, Strategy } from './strategy.ts';
import { stripEdits } from './strip.ts';
import { tailShare } from './tail-share.ts';

export interface PlanInput {
  readonly thread: Thread;
  readonly config: CompactionConfig;
  readonly limits: Limits;
  readonly trigger: CompactionEntry['trigger'];
  readonly base?: BaseTokens;
}

/** A compaction before it has its place and time in the log. */
export type PlannedCompaction = Omit<CompactionEntry, 'id' | 'at'> & {
  readonly tokensBefore: number;
  readonly tokensAfter: number;
};

export type Plan =
  | { readonly type: 'compaction'; readonly draft: PlannedCompaction }
  | {
      readonly type: 'unchanged';
      /** `under-target`: there is nothing to gain; `nothing-old-enough`: all there is must stay (R54). */
      readonly reason: 'under-target' | 'nothing-old-enough';
    }
  | { readonly type: 'refused'; readonly reason: 'switched-off' | 'strategy-disabled' }
  | { readonly type: 'failed'; readonly gate: GateFailure };

const RUNGS: readonly { readonly strategy: 'extract' | 'truncate'; readonly replace: Rung }[] = [
  { strategy: 'extract', replace: extractRun },
  { strategy: 'truncate', replace: truncateRun },
];

/** A split turn's head is what the model is working on: it gets more of the summary's room than its size alone would. */
const MIDDLE_WEIGHT = 1.5;
/** The last turns may take this much of the room (R47's cap). */
const TURNS_SHARE = 0.45;

/**
 * Plans a compaction down to `limits.target`, trying the strategies from the configured one down; the first whose outcome
 * passes every gate and meets the target is taken, else the smallest that passes, with the reason `fixed-part`. Linear.
 */
export function planCompaction(input: PlanInput): Plan {
  const { thread, config, limits, base = NO_BASE } = input;
  if (!config.enabled) return { type: 'refused', reason: 'switched-off' };
  if (config.strategy === 'disabled') return { type: 'refused', reason: 'strategy-disabled' };
  if (measure(thread, base).tokens <= limits.target) return { type: 'unchanged', reason: 'under-target' };
  let best: PlannedCompaction | undefined;
  let failure: GateFailure | undefined;
  for (const { strategy, replace } of rungsFrom(config.strategy)) {
    const draft = planRung(input, strategy, replace);
    if (!draft) return { type: 'unchanged', reason: 'nothing-old-enough' };
    const after = append(thread, { ...draft, id: nextId(thread), at: 0 });
    const gate = failedGate(thread, after);
    if (gate) failure ??= gate;
    else {
      const tokensAfter = measure(after, base).tokens;
      if (!best || tokensAfter < best.tokensAfter) best = { ...draft, tokensAfter };
      if (tokensAfter <= limits.target) return { type: 'compaction', draft: best };
    }
  }
  if (best) return { type: 'compaction', draft: { ...best, reason: 'fixed-part' } };
  if (failure && failure.gate !== 'smaller' && failure.gate !== 'not-empty') return { type: 'failed', gate: failure };
  return { type: 'unchanged', reason: 'nothing-old-enough' };
}

function rungsFrom(strategy: Strategy) {
  const at = RUNGS.findIndex((rung) => rung.strategy === strategy);
  return RUNGS.slice(Math.max(0, at));
}

function planRung(
  { thread, config, limits, trigger, base = NO_BASE }: PlanInput,
  strategy: 'extract' | 'truncate',
  replace: Rung,
): PlannedCompaction | undefined {
  const { items } = thread;
  const { tokens: tokensBefore, factor } = measure(thread, base);
  const room = Math.floor(limits.target / factor) - base.system - base.tools - base.instructions;
  const kept = chooseKept(items, room, strategy, config);
  const runs = removedRuns(kept).flatMap(({ from, to }) => runOf(items.slice(from, to)) ?? []);
  const edits: Edit[] = [];
  const steps: StepReport[] = [];
  const keptEntries = keptItems(items, kept).flatMap((item) => (item.type === 'entry' ? [item.entry] : []));
  const left = Math.max(0, room - kept.tokens);
  for (const [run, budget] of shareOut(runs, left, kept, items)) {
    const { fate, messages, tokens } = replace({ thread, run, kept: keptEntries, budget });
    edits.push({ type: 'entries', span: { from: run.from, to: run.to }, fate, replacement: messages });
    steps.push({ kind: strategy, ...describeRun(thread, run), tokensBefore: run.tokens, tokensAfter: tokens });
  }
  edits.push(...stripKept(items, kept));
  if (edits.length === 0) return undefined;
  const fellFrom =
    config.strategy === strategy ? undefined : { strategy: config.strategy, reason: fallReason(config.strategy) };
  return {
    type: 'compaction',
    trigger,
    strategy,
    ...(fellFrom && { fellFrom }),
    tokensBefore,
    tokensAfter: 0,
    target: limits.target,
    steps,
    edits,
  };
}

function chooseKept(
  items: readonly ContextItem[],
  room: number,
  strategy: 'extract' | 'truncate',
  config: CompactionConfig,
): Kept {
  const cuts = legalCuts(items);
  const fixed = fixedPart(items, cuts);
  const free = room - fixed.tokens;
  if (free <= 0) return fixed;
  const history = items.reduce((sum, item) => sum + item.tokens, 0);
  if (strategy === 'truncate')
    return keepTail(items, cuts, fixed, { budget: free - NOTE_ROOM, turns: 0, turnBudget: 0 });
  return keepTail(items, cuts, fixed, {
    budget: config.retainLastTurns === 0 ? 0 : tailShare(room, history) * room - fixed.tokens,
    turns: config.retainLastTurns,
    turnBudget: TURNS_SHARE * room,
  });
}

/** Room for the notes that say what was left out, at most two. */
const NOTE_ROOM = 48;

function keptItems(items: readonly ContextItem[], kept: Kept): readonly ContextItem[] {
  const typed = kept.newestTyped < kept.tail ? items[kept.newestTyped] : undefined;
  return [...(typed ? [typed] : []), ...items.slice(kept.tail)];
}

function stripKept(items: readonly ContextItem[], kept: Kept): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = kept.tail; at < kept.pending; at++) {
    const item = items[at];
    if (item && at !== kept.newestTyped) edits.push(...stripEdits(item));
  }
  return edits;
}

function shareOut(
  runs: readonly Run[],
  room: number,
  kept: Kept,
  items: readonly ContextItem[],
): readonly [Run, number][] {
  const typed = items[kept.newestTyped];
  const weight = (run: Run) => {
    const isMiddle = typed?.type === 'entry' && run.from > typed.entry.id;
    return isMiddle ? run.tokens * MIDDLE_WEIGHT : run.tokens;
  };
  const sum = runs.reduce((total, run) => total + weight(run), 0);
  return runs.map((run) => [run, sum === 0 ? 0 : Math.floor((room * weight(run)) / sum)]);
}

function describeRun(thread: Thread, run: Run): Pick<StepReport, 'from' | 'to' | 'turns' | 'toolResults' | 'messages'> {
  const entries = originals(thread, run);
  return {
    from: run.from,
    to: run.to,
    turns: entries.reduce((sum, entry) => sum + (entry.origin === 'typed' ? 1 : 0), 0),
    toolResults: entries.reduce((sum, { blocks }) => sum + blocks.filter((b) => b.type === 'tool_result').length, 0),
    messages: entries.length,
  };
}

function fallReason(strategy: Strategy): string {
  return strategy === 'extract' ? 'target-missed' : 'no-model';
}
