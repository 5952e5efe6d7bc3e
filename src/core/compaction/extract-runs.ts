/** Puts a deterministic summary in the place of each run that goes, so that what the person typed in it stays word for word (R51). */
import type { Thread } from '../thread/thread.ts';
import { estimateText } from '../tokens/estimate.ts';
import type { ContextCut } from './cut.ts';
import { TYPED_SHARE } from './extract/weights.ts';
import { type ContextReplacement, type DroppedRun, extractRun, replacementOf, userText } from './local-strategies.ts';
import { refNote } from './notes.ts';
import { type TypedRecord, typedRecord } from './summarize/typed-record.ts';

/**
 * One replacement for each run. A run that was made small earlier has little room by its size, which is not enough for a summary: it
 * then holds its typed messages alone. Linear in the originals of the runs.
 */
export function extractRuns(thread: Thread, cut: ContextCut, namesRef: boolean): readonly ContextReplacement[] {
  const { runs, keptEntries: kept } = cut;
  const records = recordsOf(thread, cut);
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

/** The typed messages of each run, in a share of the room that all runs have together; the older ones come first. */
function recordsOf(thread: Thread, { runs, budgets }: ContextCut): readonly TypedRecord[] {
  let left = Math.floor(budgets.reduce((sum, budget) => sum + budget, 0) * TYPED_SHARE);
  return runs.map((run) => {
    const record = typedRecord(thread, [run], left);
    left -= record.tokens;
    return record;
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
