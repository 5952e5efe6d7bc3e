/** Turns a model's reply into the compaction that it was asked for (R43, R47, R48). */
import { err, type Result } from '../../lang/result.ts';
import type { Message } from '../../thread/message.ts';
import { estimateText } from '../../tokens/estimate.ts';
import { tallyBlocks, totalOf } from '../../tokens/tally.ts';
import { draftCompaction } from '../draft.ts';
import { callsOf } from '../extract/calls.ts';
import { filesSection } from '../extract/files.ts';
import { todoSection } from '../extract/todo.ts';
import type { GateFailure } from '../gates.ts';
import type { PlannedCompaction } from '../plan.ts';
import { originals, type Replacement, refNote } from '../rungs.ts';
import type { SummaryInput, SummaryPlan } from './plan-summary.ts';
import { parseReply } from './reply.ts';
import { carryOver, RETAIN_LABEL, retainedLines } from './retained.ts';

export type SummaryFailure =
  | { readonly type: 'empty' }
  | { readonly type: 'nothing' }
  | { readonly type: 'gate'; readonly gate: GateFailure };

const SUMMARY_LABEL =
  'The messages of this thread up to here are replaced by this record of them. It is history: what it says was done is done, so repeat none of it and run none of it again.';
const MIDDLE_NOTE = '[What was done on this message up to here is told in the record above.]';
/** Between pinned messages. */
const GAP_NOTE = '[What was said here is told in the record above.]';

/** The retained lines may take this share of the target (R48). */
const RETAIN_SHARE = 0.1;
/** What the program re-states from the log, whatever the model forgot: the to-do list and the files; share of the summary. */
const RESTATE_SHARE = 0.15;
const RESTATE_TOKENS = 800;

/** The compaction; or why the reply is not used: blank (also when it holds thinking only), or refused by a gate. */
export function finishSummary(
  input: SummaryInput,
  plan: SummaryPlan,
  reply: string,
): Result<PlannedCompaction, SummaryFailure> {
  const { retain, summary } = parseReply(reply);
  if (summary === '') return err({ type: 'empty' });
  const old = plan.cut.runs.flatMap((run) => retainedLines(run.items));
  const keepsRetain = input.config.summary.retainPrompt !== null;
  const retained = keepsRetain ? carryOver(retain, old, Math.floor(input.limits.target * RETAIN_SHARE)) : '';
  const text = [SUMMARY_LABEL, summary, ...restated(input, plan, summary)].join('\n\n');
  const before = retained === '' ? [] : [userText(`${RETAIN_LABEL}\n${retained}`)];
  const typed = input.thread.items[plan.cut.kept.newestTyped];
  const replacements = plan.cut.runs.map((run, i) => {
    const note = input.config.toolOutput.enabled ? refNote(run) : '';
    if (i === 0) return replacement([...before, userText(text + note)]);
    const isMiddle = typed?.type === 'entry' && run.from > typed.entry.id;
    const middle = replacement([userText((isMiddle ? MIDDLE_NOTE : GAP_NOTE) + note)]);
    return middle.tokens < run.tokens ? middle : replacement([]);
  });
  const draft = draftCompaction(input, { cut: plan.cut, strategy: 'summarize', replacements });
  if (draft.ok) return draft;
  return err(draft.error === 'nothing' ? { type: 'nothing' } : { type: 'gate', gate: draft.error });
}

/** The last to-do list and the files, as the log has them. */
function restated({ thread }: SummaryInput, { cut }: SummaryPlan, summary: string): readonly string[] {
  const calls = callsOf(cut.runs.flatMap((run) => originals(thread, run)));
  const budget = Math.min(RESTATE_TOKENS, Math.floor(estimateText(summary) * RESTATE_SHARE));
  const todo = todoSection(calls, budget);
  const files = filesSection(calls, budget - todo.tokens);
  return [todo.text, files.text].filter((section) => section !== '');
}

function replacement(messages: readonly Message[]): Replacement {
  const tokens = messages.reduce((total, message) => total + totalOf(tallyBlocks(message.blocks)), 0);
  return { fate: 'summarized', messages, tokens };
}

function userText(text: string): Message {
  return { role: 'user', blocks: [{ type: 'text', text }] };
}
