/** Puts a deterministic summary in the place of each run that goes, so that what the person typed in it stays word for word (R51). */
import type { Thread } from '../thread/thread.ts';
import { estimateText } from '../tokens/estimate.ts';
import { type ContextCut, planCut } from './cut.ts';
import type { DraftInput } from './draft.ts';
import { type ContextReplacement, type DroppedRun, extractRun, replacementOf, userText } from './local-strategies.ts';
import { refNote } from './notes.ts';
import type { PlanInput } from './plan-input.ts';
import type { SizeBudget } from './size-budget.ts';
import { typedRecords } from './summarize/typed-record.ts';

/** What `extract` puts in place of the older messages. Linear in their originals. */
export function extractOlder(input: PlanInput, room: SizeBudget): Pick<DraftInput, 'cut' | 'replacements'> {
  const cut = planCut(input, room);
  return { cut, replacements: extractRuns(input.thread, cut, input.config.toolOutput.enabled) };
}

/**
 * One replacement for each run. A run that was made small earlier has little room by its size, which is not enough for a summary: it
 * then holds its typed messages alone. Linear in the originals of the runs.
 */
function extractRuns(thread: Thread, cut: ContextCut, namesRef: boolean): readonly ContextReplacement[] {
  const { runs, keptEntries: kept } = cut;
  const records = typedRecords(thread, runs, cut.maxTyped);
  const noteOf = (run: DroppedRun) => (namesRef ? refNote(run) : '');
  const needs = runs.map((run, i) => {
    const { tokens = 0 } = records[i] ?? {};
    return tokens === 0 ? 0 : tokens + estimateText(noteOf(run));
  });
  const budgets = raised(cut.budgets, needs);
  return runs.map((run, i) => {
    const { messages = [], sectionTokens = 0 } = records[i] ?? {};
    const made = extractRun({ thread, run, kept, budget: budgets[i] ?? 0, namesRef, typedTokens: sectionTokens });
    if (made.fate !== 'dropped' || messages.length === 0) return made;
    return replacementOf('summarized', [...messages, ...(namesRef ? [userText(noteOf(run).trim())] : [])]);
  });
}

/** The budgets, each raised to what its run needs; the others give it by what they have to spare. Tokens. */
function raised(budgets: readonly number[], needs: readonly number[]): readonly number[] {
  const spare = budgets.map((budget, i) => Math.max(0, budget - (needs[i] ?? 0)));
  const lacking = budgets.map((budget, i) => Math.max(0, (needs[i] ?? 0) - budget));
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  const given = sum(spare) === 0 ? 0 : Math.min(1, sum(lacking) / sum(spare));
  return budgets.map((budget, i) => budget + (lacking[i] ?? 0) - Math.ceil((spare[i] ?? 0) * given));
}
