/** Builds the compaction from a model's reply to the summary request (R43, R47, R48). */
import { valueAt } from '../../lang/grow-list.ts';
import { err, type Result } from '../../lang/result.ts';
import { estimateText } from '../../tokens/estimate.ts';
import { draftCompaction } from '../draft.ts';
import { callsOf } from '../extract/calls.ts';
import { filesSection } from '../extract/files.ts';
import { todoSection } from '../extract/todo.ts';
import type { GateFailure } from '../gates.ts';
import { originals, replacementOf, userText } from '../local-strategies.ts';
import { noteFor, refNote } from '../notes.ts';
import type { PlanInput, PlannedCompaction } from '../plan-input.ts';
import { SUMMARY_LABEL } from '../summary-frame.ts';
import type { SummaryPlan } from './plan-summary.ts';
import { parseSummaryReply } from './reply.ts';
import { keptRetained } from './retained.ts';
import { shortened } from './shortened.ts';

export type SummaryFailure =
  | { readonly type: 'empty' }
  | { readonly type: 'nothing' }
  | { readonly type: 'gate'; readonly gate: GateFailure };

/** The share of the summary for the to-do list and the files, which the program adds from the log. */
const RESTATE_SHARE = 0.15;
const RESTATE_TOKENS = 800;

/** The compaction; or why the reply is not used: blank (also when it holds thinking only), or refused by a gate. */
export function finishSummary(
  input: PlanInput,
  plan: SummaryPlan,
  reply: string,
): Result<PlannedCompaction, SummaryFailure> {
  const { retain, summary } = parseSummaryReply(reply);
  if (summary === '') return err({ type: 'empty' });
  const { runs, kept, maxReplacement: most } = plan.cut;
  const newest = valueAt(input.thread.items, kept.newestTyped);
  const namesRef = input.config.toolOutput.enabled;
  const notes = runs.slice(1).map((run) => replacementOf('summarized', [userText(noteFor(run, newest, namesRef))]));
  const removed = runs.reduce((total, run) => total + run.tokens, 0);
  const size = estimateText(summary);
  // A text of twice the size of what it replaces summarizes nothing: it stays as it is, and the gate refuses it.
  const longest = size <= 2 * removed ? Math.min(most, removed * CUT_SHARE) : Number.POSITIVE_INFINITY;
  const ref = runs[0] && namesRef ? refNote(runs[0]) : '';
  const sections = restated(input, plan, size);
  const frame = estimateText([SUMMARY_LABEL, ...sections].join('\n\n') + ref) + JOINTS;
  const room = longest - frame - plan.typedRecord.tokens - notes.reduce((total, { tokens }) => total + tokens, 0);
  // The retained lines take half of the room, and what a short summary leaves.
  const mostRetained = Math.floor(Math.max(room / 2, room - size));
  const retained = keptRetained(retain, runs, input.config.summary, input.limits, mostRetained);
  const before = retained === '' ? [] : [userText(retained)];
  const left = room - replacementOf('summarized', before).tokens;
  const text = [SUMMARY_LABEL, shortened(summary, left), ...sections].join('\n\n');
  const replacements = [
    replacementOf('summarized', [...before, userText(text + ref), ...plan.typedRecord.messages]),
    ...notes,
  ];
  const draft = draftCompaction(input, { cut: plan.cut, strategy: 'summarize', replacements });
  if (draft.ok) return draft;
  return err(draft.error === 'nothing' ? { type: 'nothing' } : { type: 'gate', gate: draft.error });
}

/** A longer summary is cut to this share of what it replaces. */
const CUT_SHARE = 0.75;

/** Tokens of the joints between the parts of the text, and of the message itself. */
const JOINTS = 16;

/** The last to-do list and the files, as the log has them; `size` is the summary's, in tokens. */
function restated({ thread }: PlanInput, { cut }: SummaryPlan, size: number): readonly string[] {
  const calls = callsOf(cut.runs.flatMap((run) => originals(thread, run)));
  const budget = Math.min(RESTATE_TOKENS, Math.floor(size * RESTATE_SHARE));
  const todo = todoSection({ gone: calls, kept: callsOf(cut.keptEntries) }, budget);
  const files = filesSection(calls, budget - todo.tokens);
  return [todo.text, files.text].filter((section) => section !== '');
}
