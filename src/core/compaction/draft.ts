/** Builds the log entry of a compaction from its cut and replacements, measures it, and checks it against the gates. */
import { startOf } from '../lang/clip.ts';
import { err, ok, type Result } from '../lang/result.ts';
import { type Edit, firstEdited } from '../thread/edit.ts';
import { measure, NO_BASE, shareOf } from '../thread/measure.ts';
import {
  CALLS_MODEL,
  type CompactionMethod,
  type Fallback,
  type StepReport,
  type Strategy,
} from '../thread/strategy.ts';
import { append, nextId, type Thread } from '../thread/thread.ts';
import { legalCuts } from '../thread/turns.ts';
import type { ContextCut } from './cut.ts';
import { failedGate, type GateFailure } from './gates.ts';
import { mustKeep } from './keep.ts';
import { type ContextReplacement, type DroppedRun, originals } from './local-strategies.ts';
import { outputSteps } from './outputs/output-steps.ts';
import type { PlanInput, PlannedCompaction } from './plan-input.ts';
import { stripKept } from './strip.ts';
import { compactionTarget } from './target.ts';

export interface DraftInput {
  readonly cut: ContextCut;
  readonly strategy: Exclude<Strategy, 'disabled'>;
  /** One for each run of the cut. */
  readonly replacements: readonly ContextReplacement[];
  readonly fellFrom?: Fallback;
}

/** The compaction, or the gate that refuses it; `nothing` when the cut removes nothing. */
export function draftCompaction(
  input: PlanInput,
  { cut, strategy, replacements, fellFrom }: DraftInput,
): Result<PlannedCompaction, GateFailure | 'nothing'> {
  const { thread } = input;
  const edits: Edit[] = [];
  const steps: StepReport[] = [];
  for (const [index, run] of cut.runs.entries()) {
    const { fate, messages, tokens } = replacements[index] ?? { fate: 'dropped', messages: [], tokens: 0 };
    edits.push({ type: 'entries', span: { from: run.from, to: run.to }, fate, replacement: messages });
    steps.push({ kind: strategy, ...describeRun(thread, run), tokensBefore: run.tokens, tokensAfter: tokens });
  }
  const changed = [...edits, ...cut.outputs.edits];
  const strips = stripKept(thread.items, { from: 0, to: cut.kept.pending }, changed);
  // Where no message goes, the strategy did nothing.
  const by =
    cut.runs.length === 0 && cut.outputs.edits.length > 0
      ? ({ strategy: 'outputs' } as const)
      : { strategy, ...(fellFrom && { fellFrom }) };
  return draft(input, {
    ...by,
    steps: [...steps, ...cut.outputs.reports],
    edits: [...changed, ...strips],
  });
}

/** The compaction by the steps over all tool outputs alone; `nothing` when they find none. */
export function draftOutputs(
  input: PlanInput,
  cuts = legalCuts(input.thread.items),
): Result<PlannedCompaction, GateFailure | 'nothing'> {
  const { thread, config, limits } = input;
  const { items } = thread;
  const { edits, reports } = outputSteps(thread, items, config, limits.window);
  if (edits.length === 0) return err('nothing');
  const { pending } = mustKeep(items, cuts);
  const first = firstEdited(edits);
  const from = items.findIndex((item) => item.type === 'entry' && item.entry.id >= first);
  const strips = stripKept(items, { from, to: pending }, edits);
  return draft(input, { strategy: 'outputs', steps: reports, edits: [...edits, ...strips] });
}

function draft(
  input: PlanInput,
  made: Pick<PlannedCompaction, 'strategy' | 'fellFrom' | 'steps' | 'edits'>,
): Result<PlannedCompaction, GateFailure | 'nothing'> {
  if (made.edits.length === 0) return err('nothing');
  const { thread, trigger, base = NO_BASE } = input;
  const { tokens: tokensBefore, estimated } = measure(thread, base);
  const target = input.upTo === undefined ? { target: compactionTarget(input) } : {};
  const sizes = { tokensBefore, tokensAfter: tokensBefore, measured: !estimated, ...target };
  const planned = { type: 'compaction', trigger, ...sizes, ...made, ...unused(input, made.strategy) } as const;
  return gateAndMeasure(thread, planned, base);
}

/** Characters of instructions that the log keeps. */
const MOST_OF_INSTRUCTIONS = 2_000;

function unused(
  { instructions = '' }: PlanInput,
  strategy: CompactionMethod,
): Pick<PlannedCompaction, 'unusedInstructions'> {
  const asked = instructions.trim();
  return asked === '' || CALLS_MODEL[strategy] ? {} : { unusedInstructions: startOf(asked, MOST_OF_INSTRUCTIONS) };
}

/** A planned compaction, whose steps are estimated, with its outcome and its steps as measured, when the outcome passes every gate. */
export function gateAndMeasure(
  thread: Thread,
  planned: PlannedCompaction,
  base = NO_BASE,
): Result<PlannedCompaction, GateFailure> {
  const after = append(thread, { ...planned, id: nextId(thread), at: 0 });
  const gate = failedGate(thread, after);
  if (gate) return err(gate);
  const measured = measure(after, base);
  const shares = { before: shareOf(thread, measure(thread, base), base), after: shareOf(after, measured, base) };
  const steps = planned.steps.map((step) => measuredStep(step, shares));
  const changed = steps.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0);
  const tokensKept = Math.max(0, Math.round(after.tokens * shares.after) - changed);
  return ok({ ...planned, steps, tokensAfter: measured.tokens, tokensKept });
}

/** A step whose tokens were estimated, in tokens of the measure, as all numbers of a compaction are. */
export function measuredStep(
  step: StepReport,
  { before, after }: { readonly before: number; readonly after: number },
): StepReport {
  const { tokensBefore, tokensAfter } = step;
  return { ...step, tokensBefore: Math.round(tokensBefore * before), tokensAfter: Math.round(tokensAfter * after) };
}

/** The counts in a step's report of the messages that it covers. */
export function describeRun(
  thread: Thread,
  run: Pick<DroppedRun, 'from' | 'to'>,
): Pick<StepReport, 'from' | 'to' | 'turns' | 'toolResults' | 'messages'> {
  const entries = originals(thread, run);
  return {
    from: run.from,
    to: run.to,
    turns: entries.reduce((sum, entry) => sum + (entry.origin === 'typed' ? 1 : 0), 0),
    toolResults: entries.reduce((sum, { blocks }) => sum + blocks.filter((b) => b.type === 'tool_result').length, 0),
    messages: entries.length,
  };
}
