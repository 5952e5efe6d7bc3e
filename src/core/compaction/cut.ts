/** Decides where a compaction cuts: which items it keeps, which runs it removes, and how many tokens replace them. */
import type { List } from '../lang/grow-list.ts';
import type { MessageEntry } from '../thread/entry.ts';
import type { ContextItem } from '../thread/items.ts';
import { messagesBetween, type Thread } from '../thread/thread.ts';
import { TYPED_SHARE } from './extract/weights.ts';
import { type Kept, keepShortRuns, keepTail, keptItems, removedRuns } from './keep.ts';
import type { Limits } from './limits.ts';
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
  /** Tokens of all replacements together that the record of what the person typed may take, at most. */
  readonly maxTyped: number;
  readonly keptEntries: readonly MessageEntry[];
  /** The edits of tool outputs in the kept part, and of the pending round where it is shortened. */
  readonly outputs: OutputSteps;
}

/** The part of a run that a plain tail of the whole room would keep counts so much more than older text when runs share the room. */
const RECENT_WEIGHT = 3;

/** The last turns may take this share of the goal (R47's cap). */
const TURNS_SHARE = 0.45;

/** The cut of a strategy that summarizes. Linear in the items. */
export function planCut(input: PlanInput, room: SizeBudget): ContextCut {
  const { thread, config, limits, upTo } = input;
  const { items } = thread;
  const wished = upTo === undefined ? chooseKept(items, room, limits.floor, config.retainLastTurns) : room.mustKeep;
  return cutAround(
    input,
    room,
    keepShortRuns(items, wished, (run) => (hidesTyped(thread, run) ? 0 : NOTE_TOKENS)),
  );
}

/**
 * Whether what an earlier compaction put there stands for typed messages. Such a note goes too, however short it is: the new record of
 * what the person typed is made from the runs that go, and what it says of the old one would else be said nowhere.
 */
function hidesTyped(thread: Thread, run: List<ContextItem>): boolean {
  return run.some(
    (item) =>
      item.type === 'edit' &&
      messagesBetween(thread, item.placed.edit.span.from, item.placed.edit.span.to).some(
        ({ origin }) => origin === 'typed',
      ),
  );
}

/** The cut that keeps exactly this. Linear in the items. */
export function cutAround({ thread, config, limits, upTo }: PlanInput, room: SizeBudget, kept: Kept): ContextCut {
  const { items } = thread;
  const runs = runsOf(items, kept);
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
    maxTyped: maxTyped(free, runs.length, limits),
    keptEntries,
    outputs,
  };
}

/** The runs that go, each with its span. */
export function runsOf(items: List<ContextItem>, kept: Kept): readonly DroppedRun[] {
  return removedRuns(kept).flatMap(({ from, to }) => runOf(items.slice(from, to)) ?? []);
}

/**
 * The tokens that what the person typed may take of the room for all replacements, beside their notes: its share. Where the room is
 * smaller than the floor of a replacement, the same share of that floor, as rules go last of all.
 */
export function maxTyped(room: number, runs: number, { floor }: Pick<Limits, 'floor'>): number {
  return Math.max(0, Math.floor(Math.min(room - NOTE_TOKENS * runs, TYPED_SHARE * Math.max(room, floor))));
}

function joined(a: OutputSteps, b: OutputSteps): OutputSteps {
  return { edits: [...a.edits, ...b.edits], reports: [...a.reports, ...b.reports], saved: a.saved + b.saved };
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
