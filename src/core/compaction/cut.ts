/** Decides where a compaction cuts: which items it keeps, which runs it removes, and how many tokens replace them. */
import type { List } from '../lang/grow-list.ts';
import type { MessageEntry } from '../thread/entry.ts';
import type { ContextItem } from '../thread/items.ts';
import { type Kept, keepShortRuns, keepTail, keptItems, removedRuns } from './keep.ts';
import { type DroppedRun, runOf } from './local-strategies.ts';
import { NO_OUTPUT_STEPS, type OutputSteps, outputSteps } from './outputs/output-steps.ts';
import type { PlanInput } from './plan-input.ts';
import { NOTE_TOKENS, type SizeBudget } from './size-budget.ts';
import { tailShare } from './tail-share.ts';

export interface ContextCut {
  readonly kept: Kept;
  readonly runs: readonly DroppedRun[];
  /** Token budget of each run's replacement, if the outcome is to meet its goal. */
  readonly budgets: readonly number[];
  /** Maximum tokens of all replacements together; above it the outcome is too large. */
  readonly maxReplacement: number;
  readonly keptEntries: readonly MessageEntry[];
  /** The edits of tool outputs in the kept part, and of the pending round where it is shortened. */
  readonly outputs: OutputSteps;
}

/** How a strategy shares the room between tail and summary: `truncate` gives the tail all. */
export type CutStyle = 'summary' | 'truncate';

/** The part of a run that a plain tail of the whole room would keep counts so much more than older text when runs share the room. */
const RECENT_WEIGHT = 3;

/** The last turns may take this share of the goal (R47's cap). */
const TURNS_SHARE = 0.45;

/** The cut for a room. Linear in the items. */
export function planCut(input: PlanInput, room: SizeBudget, style: CutStyle): ContextCut {
  const { thread, config, limits, upTo } = input;
  const { items } = thread;
  const kept = keepShortRuns(items, wishedKept(input, room, style), NOTE_TOKENS);
  const runs = removedRuns(kept).flatMap(({ from, to }) => runOf(items.slice(from, to)) ?? []);
  const stay = keptItems(items, kept);
  const keptEntries = stay.flatMap((item) => (item.type === 'entry' ? [item.entry] : []));
  const outputs =
    upTo === undefined ? joined(outputSteps(thread, stay, config, limits.window), room.shortened) : NO_OUTPUT_STEPS;
  const free = Math.max(0, room.goal - kept.tokens + outputs.saved);
  const most = Math.max(0, room.max - kept.tokens + outputs.saved);
  return {
    kept,
    runs,
    budgets: shareOut(runs, free),
    maxReplacement: most,
    keptEntries,
    outputs,
  };
}

function wishedKept({ thread: { items }, config, limits, upTo }: PlanInput, room: SizeBudget, style: CutStyle): Kept {
  if (upTo !== undefined) return room.mustKeep;
  return style === 'truncate' ? tailOf(items, room) : chooseKept(items, room, limits.floor, config.retainLastTurns);
}

function joined(a: OutputSteps, b: OutputSteps): OutputSteps {
  return { edits: [...a.edits, ...b.edits], reports: [...a.reports, ...b.reports], saved: a.saved + b.saved };
}

/** The longest tail that fits together with the notes. */
function tailOf(items: List<ContextItem>, { goal, mustKeep: fixed, mustKeepTokens: staying, cuts }: SizeBudget): Kept {
  const budget = goal - staying - NOTE_TOKENS * (fixed.islands.length + 1);
  return keepTail(items, cuts, fixed, { budget, turns: 0, turnBudget: 0 });
}

/** The newest turns and rounds that fit, after the replacement's minimum is reserved. */
function chooseKept(
  items: List<ContextItem>,
  { goal, mustKeep: fixed, mustKeepTokens: staying, cuts }: SizeBudget,
  floor: number,
  turns: number,
): Kept {
  const free = goal - staying - floor;
  if (free <= 0) return fixed;
  const history = items.reduce((sum, item) => sum + item.tokens, 0);
  const share = turns === 0 ? 0 : tailShare(goal, history) * goal - staying;
  const turnBudget = Math.min(TURNS_SHARE * goal, free);
  return keepTail(items, cuts, fixed, { budget: Math.min(share, free), turns, turnBudget });
}

/** Each run's part of the room: by its size, of which the newest tokens, as many as the room has, count more. */
function shareOut(runs: readonly DroppedRun[], room: number): readonly number[] {
  let recent = room;
  const weights = runs.map(({ tokens }) => tokens);
  for (let i = runs.length - 1; i >= 0; i--) {
    const tokens = runs[i]?.tokens ?? 0;
    const newest = Math.min(recent, tokens);
    recent -= newest;
    weights[i] = tokens + (RECENT_WEIGHT - 1) * newest;
  }
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (sum === 0 ? 0 : Math.floor((room * weight) / sum)));
}
