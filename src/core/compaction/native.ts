/** Plans a compaction by the provider's own API, and turns its result into edits of the thread (R49, R57). */
import { valueAt } from '../lang/grow-list.ts';
import { err, type Result } from '../lang/result.ts';
import type { Message, NativeBlock } from '../message/message.ts';
import prompt from '../prompts/native.md';
import { projectHead } from '../thread/context.ts';
import { type ContextCut, planCut } from './cut.ts';
import { draftCompaction } from './draft.ts';
import { callsOf } from './extract/calls.ts';
import { todoSection } from './extract/todo.ts';
import { extract } from './extract.ts';
import type { GateFailure } from './gates.ts';
import { type DroppedRun, extractItems, originals, replacementOf, userText } from './local-strategies.ts';
import { isMiddle, noteFor, refNote } from './notes.ts';
import type { PlanInput, PlannedCompaction } from './plan-input.ts';
import type { SizeBudget } from './size-budget.ts';
import { keptRetained } from './summarize/retained.ts';
import { typedRecord } from './summarize/typed-record.ts';

export interface NativePlan {
  readonly cut: ContextCut;
  /** All messages before the verbatim tail, including pinned ones, in the form that the provider can read. */
  readonly messages: readonly Message[];
}

/** The provider's result for those messages. */
export interface NativeResult extends Pick<NativeBlock, 'by' | 'data' | 'tokens'> {
  readonly text?: string;
}

/** Maximum and minimum tokens of the text that other models read. */
const LONGEST_WORDS = 6_000;
const LEAST_WORDS = 400;
const TO_DO_TOKENS = 800;

/** A whole prompt with the person's instructions, since some providers use it in place of their own (docs/wire-rules.md, "Compaction by a provider"). */
export function nativeInstructions(asked: string): string {
  return `${prompt.trim()}\n\nThe person asks of this summary: ${asked.trim()}`;
}

/** Undefined when there is nothing to compact. Linear. */
export function planNative(input: PlanInput, room: SizeBudget, modelKey: string): NativePlan | undefined {
  const cut = planCut(input, room);
  if (cut.runs.length === 0) return undefined;
  const items = input.thread.items.slice(0, cut.kept.tail);
  return { cut, messages: projectHead(items, modelKey).messages };
}

/**
 * The compaction, or the gate that refuses it. The block stands in place of the first run that goes, for all of them: a model
 * that can read it gets it first of all, any other one its words where it stands. What no provider is trusted to remember is
 * said beside it: the retained lines, the to-do list, and where the messages can be read.
 */
export function finishNative(
  input: PlanInput,
  { cut }: NativePlan,
  made: NativeResult,
): Result<PlannedCompaction, GateFailure | 'nothing'> {
  const [first] = cut.runs;
  if (!first) return err('nothing');
  const newestTyped = valueAt(input.thread.items, cut.kept.newestTyped);
  const namesRef = input.config.toolOutput.enabled;
  const replacements = cut.runs.map((run) => {
    if (run === first)
      return replacementOf('native', [nativeMessage(input, cut, made), ...messagesAfterBlock(input, cut, first)]);
    return replacementOf('native', [userText(noteFor(run, newestTyped, namesRef))]);
  });
  return draftCompaction(input, { cut, strategy: 'native', replacements });
}

function nativeMessage(input: PlanInput, cut: ContextCut, { by, data, tokens, text = '' }: NativeResult): Message {
  const words = text.trim() === '' ? wordsFor(input, cut) : text;
  const size = tokens !== undefined && tokens > 0 ? { tokens } : {};
  return { role: 'assistant', blocks: [{ type: 'native', by, data, text: words, ...size }] };
}

/** A deterministic summary of the same messages, for a native block that only its provider can read. */
function wordsFor({ thread }: PlanInput, { runs, budgets, keptEntries }: ContextCut): string {
  const room = budgets.reduce((sum, budget) => sum + budget, 0);
  const budget = Math.max(LEAST_WORDS, Math.min(LONGEST_WORDS, room));
  const { text } = extract({ head: runs.flatMap((run) => extractItems(thread, run)), kept: keptEntries, budget });
  if (text !== '') return text;
  const count = runs.reduce((sum, run) => sum + originals(thread, run).length, 0);
  return `${count} earlier messages were compacted by the provider.`;
}

function messagesAfterBlock(
  input: PlanInput,
  { runs, maxTyped, kept, keptEntries }: ContextCut,
  first: DroppedRun,
): readonly Message[] {
  const { thread, config, limits } = input;
  const retained = keptRetained('', runs, config.summary, limits);
  const calls = callsOf(runs.flatMap((run) => originals(thread, run)));
  const most = Math.min(TO_DO_TOKENS, Math.floor(limits.target / 10));
  const todo = todoSection({ gone: calls, kept: callsOf(keptEntries) }, most).text;
  const namesRef = config.toolOutput.enabled;
  const note = isMiddle(first, valueAt(thread.items, kept.newestTyped))
    ? noteFor(first, valueAt(thread.items, kept.newestTyped), namesRef)
    : namesRef
      ? refNote(first).trim()
      : '';
  const said = [todo, note].filter((part) => part !== '').join('\n\n');
  const texts = (text: string) => (text === '' ? [] : [userText(text)]);
  return [...texts(retained), ...typedRecord(thread, runs, maxTyped).messages, ...texts(said)];
}
