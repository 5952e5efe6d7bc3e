/** The strategies that need no model: `extract` (a deterministic summary) and `truncate` (a note). */
import type { List } from '../lang/grow-list.ts';
import type { Message } from '../message/message.ts';
import { isExtractText } from '../prompts/thread-labels.ts';
import type { EntryEdit, Fate } from '../thread/edit.ts';
import type { MessageEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import type { ContextItem, EditItem } from '../thread/items.ts';
import type { LiveEdit } from '../thread/live-edits.ts';
import { CALLS_MODEL } from '../thread/strategy.ts';
import { messagesBetween, type Thread } from '../thread/thread.ts';
import { estimateMessage } from '../tokens/estimate.ts';
import { entriesRef } from '../tool-output/ref.ts';
import { extract } from './extract.ts';
import type { ExtractInput, ExtractItem } from './extract-input.ts';
import { isMadeFromLog, refNote } from './notes.ts';

/** A run of items to remove, with its span in the log. */
export interface DroppedRun {
  readonly items: List<ContextItem>;
  readonly from: EntryId;
  readonly to: EntryId;
  readonly tokens: number;
}

export interface ContextReplacement {
  readonly fate: Fate;
  readonly messages: readonly Message[];
  readonly tokens: number;
}

export interface ReplaceInput {
  readonly thread: Thread;
  readonly run: DroppedRun;
  readonly kept: readonly MessageEntry[];
  /** Tokens for the replacement, at most. */
  readonly budget: number;
  /** The replacement names the run's ref, because the model has the cache tools (reliability case 11). */
  readonly namesRef: boolean;
}

/** The span and size of a run of items. */
export function runOf(items: List<ContextItem>): DroppedRun | undefined {
  const first = items.at(0);
  const last = items.at(-1);
  if (!first || !last) return undefined;
  const from = first.type === 'entry' ? first.entry.id : first.placed.edit.span.from;
  const to = last.type === 'entry' ? last.entry.id : last.placed.edit.span.to;
  return { items, from, to, tokens: items.reduce((sum, item) => sum + item.tokens, 0) };
}

/** Replaces the run by a note that names where it can be read, whatever the budget (R55; docs/compaction.md, "Target, goal and trigger"). */
export function truncateRun({ thread, run, namesRef }: Omit<ReplaceInput, 'kept' | 'budget'>): ContextReplacement {
  const ref = namesRef ? ` ref=${entriesRef(run.from, run.to)}` : '';
  const note = userText(`[${originals(thread, run).length} earlier messages were left out here to make room.${ref}]`);
  return { fate: 'dropped', messages: [note], tokens: estimateMessage(note.blocks) };
}

/** Puts a deterministic summary of the run's original messages in its place (R51). */
export function extractRun(input: ReplaceInput & Pick<ExtractInput, 'typedTokens'>): ContextReplacement {
  const { thread, run, kept, budget, namesRef, typedTokens } = input;
  const note = namesRef ? refNote(run) : '';
  const overhead = estimateMessage([{ type: 'text', text: note }]);
  const head = extractItems(thread, run);
  const { text } = extract({ head, kept, budget: Math.min(budget, run.tokens) - overhead, typedTokens });
  if (text === '') return truncateRun(input);
  const message = userText(text + note);
  return { fate: 'summarized', messages: [message], tokens: estimateMessage(message.blocks) };
}

/**
 * The originals below every earlier edit, so that a second extract loses nothing more than the first would have; and what a
 * model or a person wrote about them, which no extract can make again (R48).
 */
export function extractItems(thread: Thread, run: DroppedRun): readonly ExtractItem[] {
  let shown: EntryEdit | undefined;
  return run.items.flatMap((item): readonly ExtractItem[] => {
    if (item.type === 'entry') return [{ type: 'message', entry: item.entry }];
    const { edit } = item.placed;
    const below = edit === shown ? [] : messagesBetween(thread, edit.span.from, edit.span.to);
    shown = edit;
    return [
      ...below.map((entry) => ({ type: 'message', entry }) as const),
      ...summaryTexts(item).map((text) => ({ type: 'summary', text }) as const),
    ];
  });
}

/** The summaries in an item that a model or a person wrote; notes and extracts can be made again. */
function summaryTexts({ placed, message }: EditItem): readonly string[] {
  if (!isAuthored(placed)) return [];
  return message.blocks.flatMap((block) => {
    if (placed.edit.fate === 'native') return block.type === 'native' && !isExtractText(block.text) ? [block.text] : [];
    return block.type === 'text' && !isMadeFromLog(block.text) ? [block.text] : [];
  });
}

/** Whether text of this fate may be written by a model or a person; else it is a note, or made from the messages by rule. */
const MAY_BE_WRITTEN: Readonly<Record<Fate, boolean>> = {
  summarized: true,
  replaced: true,
  native: true,
  collapsed: false,
  trimmed: false,
  dropped: false,
};

/** Whether a model or a person wrote the replacement. */
function isAuthored({ compaction: { strategy }, edit: { fate, edited } }: LiveEdit<EntryEdit>): boolean {
  return edited === true || (MAY_BE_WRITTEN[fate] && (strategy === 'replace' || CALLS_MODEL[strategy]));
}

/** The original messages of a run. */
export function originals(thread: Thread, { from, to }: Pick<DroppedRun, 'from' | 'to'>): readonly MessageEntry[] {
  return messagesBetween(thread, from, to);
}

export function replacementOf(fate: Fate, messages: readonly Message[]): ContextReplacement {
  return { fate, messages, tokens: messages.reduce((sum, { blocks }) => sum + estimateMessage(blocks), 0) };
}

export function userText(text: string): Message {
  return { role: 'user', blocks: [{ type: 'text', text }] };
}
