/** Plans a compaction by summary: the cut, and the request to the model (R43–R47). */
import { pairBoundaryBefore } from '../../lang/clip.ts';
import { type List, valueAt } from '../../lang/grow-list.ts';
import type { Message } from '../../message/message.ts';
import { projectContext } from '../../thread/context.ts';
import type { ContextItem } from '../../thread/items.ts';
import { measure, NO_BASE } from '../../thread/measure.ts';
import { lastSent } from '../../thread/turns.ts';
import { estimateText } from '../../tokens/estimate.ts';
import { costOf, type Prices } from '../../tokens/prices.ts';
import { type ContextCut, planCut } from '../cut.ts';
import type { PlanInput } from '../plan-input.ts';
import { NOTE_TOKENS, type SizeBudget } from '../size-budget.ts';
import { isStripped } from '../strip.ts';
import { summaryInstruction } from './instruction.ts';
import { transcriptOf } from './transcript.ts';
import { type TypedRecord, typedRecord } from './typed-record.ts';

/** The model that writes the summary. */
export interface Summarizer {
  /** As `AgentModel.modelKey`. */
  readonly modelKey: string;
  /** Tokens of its window. */
  readonly window: number;
  /** Whether it is the thread's own model with the thread's last request in its cache. */
  readonly warm: boolean;
  readonly prices: Prices;
}

/**
 * How the summary is asked for: after the thread's own prefix, at the cache's price; or about a transcript, in as many
 * parts as the summarizer's window needs.
 */
export type SummaryAsk = {
  /** Tokens of each reply at most. */
  readonly maxTokens: number;
} & (
  | {
      readonly type: 'prefix';
      readonly messages: readonly Message[];
      /** As `ModelRequest.isEdited`. */
      readonly isEdited: boolean;
    }
  | { readonly type: 'transcript'; readonly instruction: string; readonly parts: readonly string[] }
);

export interface SummaryPlan {
  readonly cut: ContextCut;
  /** The message with what the person typed, which stands beside the summary. */
  readonly typedRecord: TypedRecord;
  /** Tokens that the summary is asked to take at most. */
  readonly budget: number;
  readonly ask: SummaryAsk;
  /** What the model is asked to write, without the messages. */
  readonly instruction: string;
  /** Estimated tokens of all the calls together. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of calls whose replies are as long as they may be, in units of the price of one uncached input token. */
  readonly cost: number;
  /** The same for replies of the usual length. */
  readonly likelyCost: number;
}

/** A smaller summary is not worth its call. */
export const MIN_SUMMARY_TOKENS = 150;

/** Tokens of a summary at most. */
const LONGEST_SUMMARY = 6_000;

/** The model is asked for a summary of at most this share of what it replaces: a longer one would not be worth its call. */
const ASKED_SHARE = 0.5;

/** Tokens of the label and the ref around a summary. */
const FRAME = 100;

/** The model's share of the summary; the program adds the to-do list and the files. */
const OWN_SHARE = 0.85;

/** In a small window a longer summary would leave so little for the transcript that it takes many calls. */
const MOST_OF_WINDOW = 0.1;

/** A reply may be so much longer than it is asked to be, with its retained lines, and the model may think before. */
const MOST_OF_BUDGET = 2;
const THINKING = 4_096;

/** Of the summarizer's window, what a transcript and its instruction may fill; the rest is for the reply and our own error. */
const WINDOW_SHARE = 0.7;

/** The plan for a summarizer; undefined when there is nothing to summarize. The cheaper way of asking that fits is taken. */
export function planSummary(input: PlanInput, room: SizeBudget, summarizer: Summarizer): SummaryPlan | undefined {
  const cut = planCut(input, room);
  if (cut.runs.length === 0) return undefined;
  const removed = cut.runs.reduce((total, run) => total + run.tokens, 0);
  const record = typedRecord(input.thread, cut.runs, cut.maxTyped);
  const budget = Math.min(
    LONGEST_SUMMARY,
    Math.floor((sum(cut.budgets) - record.tokens - FRAME - NOTE_TOKENS * (cut.runs.length - 1)) * OWN_SHARE),
    Math.floor(removed * ASKED_SHARE),
    Math.floor(summarizer.window * MOST_OF_WINDOW),
  );
  const wish = { cut, typedRecord: record, budget };
  const plans = [planTranscript(input, wish, summarizer)];
  const prefix = summarizer.warm ? planOnPrefix(input, wish, summarizer) : undefined;
  if (prefix) plans.unshift(prefix);
  return plans.reduce((best, plan) => (plan.cost < best.cost ? plan : best));
}

type SummaryWish = Pick<SummaryPlan, 'cut' | 'typedRecord' | 'budget'>;

function planOnPrefix(
  input: PlanInput,
  { cut, typedRecord, budget }: SummaryWish,
  summarizer: Summarizer,
): SummaryPlan | undefined {
  const { thread, base = NO_BASE, instructions } = input;
  const until = lastCheckpoint(thread.items.slice(0, cut.kept.tail));
  const instruction = summaryInstruction({
    options: input.config.summary,
    budget,
    ...(instructions !== undefined && { instructions }),
    ...(until !== undefined && { until }),
  });
  const context = measure(thread, base).tokens;
  const added = estimateText(instruction);
  if (context + added + budget > summarizer.window) return undefined;
  const items = withoutOpenCalls(thread.items);
  const messages = withInstruction(projectContext({ items }, summarizer.modelKey).messages, instruction);
  const isEdited = thread.boundary > 0;
  const usage = { cacheRead: context, input: added, output: budget, cacheCreation: 0 };
  return {
    cut,
    typedRecord,
    budget,
    ask: { type: 'prefix', messages, isEdited, maxTokens: replyLimit(budget, summarizer.window - context - added) },
    instruction,
    inputTokens: context + added,
    outputTokens: budget,
    ...costsOf(usage, summarizer.prices),
  };
}

function planTranscript(
  input: PlanInput,
  { cut, typedRecord, budget }: SummaryWish,
  summarizer: Summarizer,
): SummaryPlan {
  const { instructions } = input;
  const options = input.config.summary;
  const instruction = summaryInstruction({ options, budget, ...(instructions !== undefined && { instructions }) });
  const own = estimateText(instruction);
  const room = Math.max(1_000, Math.floor(summarizer.window * WINDOW_SHARE) - own - 2 * budget);
  const left = Math.floor(summarizer.window * (1 - WINDOW_SHARE)) + budget;
  const parts = packParts(
    cut.runs.flatMap((run) => transcriptOf(run.items)),
    room,
  );
  const inputTokens = parts.reduce((total, part) => total + estimateText(part) + own, 0) + budget * (parts.length - 1);
  const outputTokens = budget * parts.length;
  const usage = { input: inputTokens, output: outputTokens, cacheRead: 0, cacheCreation: 0 };
  return {
    cut,
    typedRecord,
    budget,
    ask: { type: 'transcript', instruction, parts, maxTokens: replyLimit(budget, left) },
    instruction,
    inputTokens,
    outputTokens,
    ...costsOf(usage, summarizer.prices),
  };
}

/** Recorded summaries took about half of the longest that is asked for. */
export const LIKELY_OUTPUT = 0.5;

function costsOf(usage: Parameters<typeof costOf>[0], prices: Prices): Pick<SummaryPlan, 'cost' | 'likelyCost'> {
  const likely = { ...usage, output: usage.output * LIKELY_OUTPUT };
  return { cost: costOf(usage, prices), likelyCost: costOf(likely, prices) };
}

function replyLimit(budget: number, room: number): number {
  return Math.min(MOST_OF_BUDGET * budget + THINKING, room);
}

/** Texts joined in order into parts of at most `room` tokens; one that is larger by itself is split by characters. */
function packParts(texts: readonly string[], room: number): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let tokens = 0;
  for (const text of texts.flatMap((t) => splitText(t, room))) {
    const own = estimateText(text) + 2;
    if (tokens + own > room && part !== '') {
      parts.push(part);
      part = '';
      tokens = 0;
    }
    part += part === '' ? text : `\n\n${text}`;
    tokens += own;
  }
  return part === '' ? parts : [...parts, part];
}

function splitText(text: string, room: number): readonly string[] {
  if (estimateText(text) <= room) return [text];
  const middle = Math.floor(text.length / 2);
  const at = pairBoundaryBefore(text, middle);
  return at <= 0 ? [text] : [...splitText(text.slice(0, at), room), ...splitText(text.slice(at), room)];
}

function lastCheckpoint(items: List<ContextItem>): string | undefined {
  const last = items.findLast((item) => item.message.blocks.at(-1)?.type === 'checkpoint')?.message.blocks.at(-1);
  return last?.type === 'checkpoint' ? last.id : undefined;
}

/** The last message without calls that nobody answered yet; it goes when nothing but thinking is left in it (R44). */
function withoutOpenCalls(items: List<ContextItem>): List<ContextItem> {
  const at = lastSent(items);
  const last = valueAt(items, at);
  if (!last?.message.blocks.some((block) => block.type === 'tool_use')) return items;
  const rest = last.message.blocks.filter((block) => block.type !== 'tool_use');
  const blocks = rest.every(isStripped) ? [] : rest;
  return [...items.slice(0, at), { ...last, message: { ...last.message, blocks } }];
}

function withInstruction(messages: readonly Message[], instruction: string): readonly Message[] {
  const block = { type: 'text', text: instruction } as const;
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', blocks: [block] }];
  return [...messages.slice(0, -1), { role: 'user', blocks: [...last.blocks, block] }];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
