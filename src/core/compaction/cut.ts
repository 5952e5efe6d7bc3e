/** Where a compaction cuts: what it keeps word for word, the runs that go, and the room for what replaces them. */
import type { MessageEntry } from '../thread/entry.ts';
import type { ContextItem } from '../thread/items.ts';
import type { Thread } from '../thread/thread.ts';
import { legalCuts } from '../thread/turns.ts';
import { measure, NO_BASE } from '../tokens/measure.ts';
import { fixedPart, type Kept, keepTail, keptItems, removedRuns } from './keep.ts';
import { type OutputSteps, outputSteps } from './output-steps.ts';
import type { PlanInput } from './plan.ts';
import { type Run, runOf } from './rungs.ts';
import { tailShare } from './tail-share.ts';

export interface Cut {
  readonly kept: Kept;
  readonly runs: readonly Run[];
  /** Tokens for what replaces each run, at most. */
  readonly budgets: readonly number[];
  readonly keptEntries: readonly MessageEntry[];
  /** What the tool outputs of the kept part become. */
  readonly outputs: OutputSteps;
}

/** How a strategy shares the room between tail and summary: `truncate` gives the tail all. */
export type CutStyle = 'summary' | 'truncate';

/** A split turn's head is what the model is working on: it gets more of the summary's room than its size alone would. */
const MIDDLE_WEIGHT = 1.5;
/** The last turns may take this much of the room (R47's cap). */
const TURNS_SHARE = 0.45;
/** Where no reply has measured the thread, the estimate may be this much too low (bench/estimate). */
const ESTIMATE_SHARE = 0.985;
/** Room for the notes that say what was left out, at most two. */
const NOTE_ROOM = 48;

/** The cut for a target. Linear in the items. */
export function planCut({ thread, config, limits, base = NO_BASE }: PlanInput, style: CutStyle): Cut {
  const { items } = thread;
  const { factor, extra, measured } = measure(thread, base);
  const target = measured ? limits.target : limits.target * ESTIMATE_SHARE;
  const room = Math.floor((target - extra) / factor) - base.system - base.tools - base.instructions;
  const kept = chooseKept(thread, room, style, config.retainLastTurns);
  const runs = removedRuns(kept).flatMap(({ from, to }) => runOf(items.slice(from, to)) ?? []);
  const stay = keptItems(items, kept);
  const keptEntries = stay.flatMap((item) => (item.type === 'entry' ? [item.entry] : []));
  const outputs = outputSteps(thread, stay, config, limits.window);
  const free = Math.max(0, room - kept.tokens + outputs.saved);
  return { kept, runs, budgets: shareOut(runs, free, items[kept.newestTyped]), keptEntries, outputs };
}

function chooseKept({ items, pins }: Thread, room: number, style: CutStyle, turns: number): Kept {
  const cuts = legalCuts(items);
  const fixed = fixedPart(items, cuts, pins);
  const free = room - fixed.tokens;
  if (free <= 0) return fixed;
  if (style === 'truncate') return keepTail(items, cuts, fixed, { budget: free - NOTE_ROOM, turns: 0, turnBudget: 0 });
  const history = items.reduce((sum, item) => sum + item.tokens, 0);
  const budget = turns === 0 ? 0 : tailShare(room, history) * room - fixed.tokens;
  return keepTail(items, cuts, fixed, { budget, turns, turnBudget: TURNS_SHARE * room });
}

function shareOut(runs: readonly Run[], room: number, typed: ContextItem | undefined): readonly number[] {
  const weights = runs.map((run) => {
    const isMiddle = typed?.type === 'entry' && run.from > typed.entry.id;
    return isMiddle ? run.tokens * MIDDLE_WEIGHT : run.tokens;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (sum === 0 ? 0 : Math.floor((room * weight) / sum)));
}
