/** The strategy `truncate`: keeps as many of the newest messages as fit, and of the older ones only what the person typed. */
import type { List } from '../lang/grow-list.ts';
import type { ContextItem } from '../thread/items.ts';
import { cutAround, maxTyped, runsOf } from './cut.ts';
import type { DraftInput } from './draft.ts';
import { type Kept, keepShortRuns, keepTail } from './keep.ts';
import { replacementOf, truncateRun } from './local-strategies.ts';
import type { PlanInput } from './plan-input.ts';
import { NOTE_TOKENS, type SizeBudget } from './size-budget.ts';
import { type TypedRecord, typedRecords } from './summarize/typed-record.ts';

/**
 * The cut, and for each run a note with what the person typed in it, since rules hold for as long as a thread goes on. A run that is no
 * larger than these stays, unless an earlier compaction had no room for what was typed in it. Linear in the originals of the runs.
 */
export function truncateOlder(input: PlanInput, room: SizeBudget): Pick<DraftInput, 'cut' | 'replacements'> {
  const { thread, config } = input;
  const { kept: wished, records } = tailBesideRecords(input, room);
  const recordOf = new Map(runsOf(thread.items, wished).map(({ from }, at) => [from, records[at]]));
  const kept = keepShortRuns(thread.items, wished, (run, at) => leastOf(run, records[at]));
  const cut = cutAround(input, room, kept);
  const replacements = cut.runs.map((run) => {
    const note = truncateRun({ thread, run, namesRef: config.toolOutput.enabled });
    return replacementOf(note.fate, [...note.messages, ...(recordOf.get(run.from)?.messages ?? [])]);
  });
  return { cut, replacements };
}

/**
 * The longest tail that fits together with the notes and with the records of what the person typed before it: a shorter tail needs
 * longer records, so it is first tried without any, then with what these need, then with all that they may take.
 */
function tailBesideRecords(
  input: PlanInput,
  room: SizeBudget,
): { readonly kept: Kept; readonly records: readonly TypedRecord[] } {
  const { thread, limits, upTo } = input;
  const { items } = thread;
  const { goal, mustKeep: fixed, mustKeepTokens: staying, cuts } = room;
  const notes = fixed.islands.length + 1;
  const most = maxTyped(goal - staying, notes, limits);
  let reserved = 0;
  for (;;) {
    const budget = goal - staying - NOTE_TOKENS * notes - reserved;
    const kept = upTo === undefined ? keepTail(items, cuts, fixed, { budget, turns: 0, turnBudget: 0 }) : fixed;
    const records = typedRecords(thread, runsOf(items, kept), most);
    const needed = records.reduce((sum, { tokens }) => sum + tokens, 0);
    if (needed <= reserved || reserved === most || upTo !== undefined) return { kept, records };
    reserved = reserved === 0 ? needed : most;
  }
}

/** Tokens. A run stays where it is no larger and has all the words of the record, as they were typed or as an earlier compaction put them. */
function leastOf(run: List<ContextItem>, record: TypedRecord | undefined): number {
  const { text = '', tokens = 0 } = record ?? {};
  const isMade = text !== '' && run.some(({ type }) => type === 'edit');
  const says = ({ message }: ContextItem) =>
    message.blocks.some((block) => block.type === 'text' && block.text === text);
  return isMade && !run.some(says) ? 0 : NOTE_TOKENS + tokens;
}
