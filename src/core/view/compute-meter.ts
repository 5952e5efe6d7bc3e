/** Computes the gauge's numbers for a thread. */

import { isBlocked } from '../compaction/blocked.ts';
import type { CompactionConfig } from '../compaction/config.ts';
import { limitsFor } from '../compaction/limits.ts';
import { dueAt, shouldAutoCompact } from '../compaction/trigger.ts';
import { oneLine } from '../lang/clip.ts';
import { type List, valueAt } from '../lang/grow-list.ts';
import { isAttached } from '../message/attachment.ts';
import type { ToolResultBlock } from '../message/message.ts';
import type { CompactionEntry, MessageEntry, Origin } from '../thread/entry.ts';
import { shownInstructions } from '../thread/instruction-text.ts';
import type { ContextItem, EntryItem } from '../thread/items.ts';
import { type BaseTokens, measure, NO_BASE, withWindow } from '../thread/measure.ts';
import type { Thread } from '../thread/thread.ts';
import { describeCall } from '../thread/tool-kind.ts';
import { suggestedWindow } from '../thread/trusted-reports.ts';
import { estimateBlock, estimateText } from '../tokens/estimate.ts';
import { type Prices, ratesFor } from '../tokens/prices.ts';
import type { ModelSize } from '../tokens/window.ts';
import { threadCost } from './cost.ts';
import { joinedText } from './message-rows.ts';
import type { LargestItem, Meter, MeterTone, ToolSource } from './meter.ts';
import { meterSegments } from './segments.ts';

export interface MeterInput {
  /** As it holds for the model. */
  readonly config: CompactionConfig;
  readonly size: ModelSize;
  readonly model: string | undefined;
  readonly base?: BaseTokens;
  /** US dollars per million tokens. */
  readonly prices?: Prices;
  /** What only the provider counts is a segment of its own however small it is. */
  readonly isServerShown?: boolean;
  /** Estimated. */
  readonly toolSources?: readonly ToolSource[];
}

/** The warning comes this share of the window before the trigger, unless set (`spool.contextMeter.warnRatio`). */
const WARN_BELOW_TRIGGER = 0.1;
const LARGEST = 5;

const LABEL_LENGTH = 80;

interface SizedItem {
  readonly item: ContextItem;
  readonly tokens: number;
}

/** The meter: the measure, its parts and its distance to the trigger. Linear in the items for the largest ones, and in the entries of the log for its cost. */
export function computeMeter(thread: Thread, input: MeterInput): Meter {
  const { config, size, model, base = NO_BASE, prices, isServerShown, toolSources } = input;
  const limits = limitsFor(size, config, model);
  const window = limits.ok ? limits.value.window : size.window;
  const sizedBase = withWindow(base, window);
  const measured = measure(thread, sizedBase);
  const numbers = limits.ok ? limits.value : undefined;
  const due = numbers ? dueAt(numbers, measured) : 0;
  const { maxInput } = size;
  const hasInputLimit = window !== undefined && maxInput !== undefined && maxInput >= 1 && maxInput < window;
  const blocked = numbers !== undefined && isBlocked({ thread, config, limits: numbers, base: sizedBase });
  const asks = numbers && shouldAutoCompact({ thread, config, limits: numbers, base: sizedBase }).type === 'ask';
  const report = measured.measured;
  const suggested = suggestedWindow(measured.finding, window);
  const cost = threadCost(thread.entries);
  return {
    tokens: measured.tokens,
    estimated: measured.estimated,
    ...(report?.isOfThisContext && { measured: { tokens: report.tokens, at: report.at } }),
    ...(measured.finding && { finding: measured.finding }),
    ...(suggested !== undefined && { suggestedWindow: suggested }),
    ...(model !== undefined && { model }),
    ...(prices && { cacheWrite: ratesFor(measured.tokens, prices).cacheWrite }),
    ...(cost !== undefined && { cost }),
    ...(window !== undefined && { window }),
    ...(hasInputLimit && { maxInput }),
    reserve: numbers?.reserve ?? 0,
    ...(numbers && { trigger: numbers.trigger }),
    ...(numbers && due < numbers.trigger && { dueAt: due }),
    tone: blocked ? 'over' : numbers ? toneOf(measured.tokens, numbers.window, due, config) : 'calm',
    auto: config.enabled && config.strategy !== 'disabled' && config.auto === true,
    ...(asks && { asks }),
    segments: meterSegments(thread, measured, base, isServerShown),
    largest: largestOf(thread.items, measured.factor),
    ...(toolSources && {
      toolSources: toolSources.map((one) => ({ ...one, tokens: Math.round(one.tokens * measured.factor) })),
    }),
    ...((base.instructions > 0 || thread.instructions.notes.length > 0) && {
      instructions: instructionSizes(thread, window, measured.factor),
    }),
  };
}

function toneOf(
  tokens: number,
  window: number,
  trigger: number,
  config: Pick<CompactionConfig, 'warnRatio'>,
): MeterTone {
  const warn = config.warnRatio === null ? trigger - WARN_BELOW_TRIGGER * window : config.warnRatio * window;
  return tokens >= Math.min(warn, trigger) ? 'near' : 'calm';
}

function instructionSizes({ instructions }: Thread, window: number | undefined, factor: number) {
  const inPrompt = shownInstructions(instructions, window);
  const texts = new Map([...inPrompt, ...instructions.notes].map(({ path, text }) => [path, text]));
  return [...texts].flatMap(([path, text]) => {
    return text === null ? [] : [{ path, tokens: Math.round(estimateText(text) * factor) }];
  });
}

/** What compactions left in place of other messages counts as one item for each compaction. */
function largestOf(items: List<ContextItem>, factor: number): readonly LargestItem[] {
  const largest: SizedItem[] = [];
  const summaries = new Map<CompactionEntry, SizedItem>();
  const add = (one: SizedItem) => {
    if (largest.length === LARGEST && one.tokens <= (largest.at(-1)?.tokens ?? 0)) return;
    const at = largest.findIndex((other) => other.tokens < one.tokens);
    largest.splice(at < 0 ? largest.length : at, 0, one);
    if (largest.length > LARGEST) largest.pop();
  };
  for (const item of items) {
    if (item.type === 'entry') add({ item, tokens: item.tokens });
    else {
      const { compaction } = item.placed;
      const known = summaries.get(compaction);
      summaries.set(compaction, { item, tokens: item.tokens + (known?.tokens ?? 0) });
    }
  }
  for (const summary of summaries.values()) add(summary);
  return largest.map(({ item, tokens }) => labelled(items, item, Math.round(tokens * factor)));
}

function labelled(items: List<ContextItem>, item: ContextItem, tokens: number): LargestItem {
  if (item.type === 'edit') {
    const { id: entry, at } = item.placed.compaction;
    return { entry, at, rowKey: `${entry}`, kind: 'summary', label: label(joinedText(item.message.blocks)), tokens };
  }
  const { entry } = item;
  const caller = largestCall(items, item);
  if (caller) {
    const { kind, subject, range } = describeCall(caller.name, caller.input);
    const called = { entry: entry.id, at: entry.at, rowKey: caller.key, kind, ...(range && { range }) };
    return { ...called, label: label(subject || caller.name), tokens };
  }
  const attached = entry.blocks.some(isAttached);
  const first = entry.blocks.findIndex((block) => block.type !== 'checkpoint');
  const rowKey = entry.origin === 'typed' || entry.origin === 'program' ? `${entry.id}` : `${entry.id}.${first}`;
  return {
    entry: entry.id,
    at: entry.at,
    rowKey,
    kind: attached ? 'attachment' : KIND_OF_ORIGIN[entry.origin],
    label: label(joinedText(entry.blocks)) || calledIn(entry),
    tokens,
  };
}

const KIND_OF_ORIGIN: Readonly<Record<Origin, LargestItem['kind']>> = {
  typed: 'message',
  model: 'reply',
  program: 'note',
  tools: 'other',
};

/** What a reply without words calls first; empty where it calls nothing. */
function calledIn({ blocks }: MessageEntry): string {
  const call = blocks.find((block) => block.type === 'tool_use');
  return call ? label(describeCall(call.name, call.input).subject || call.name) : '';
}

/** The call with the largest result in the item; undefined where it has none. */
function largestCall(items: List<ContextItem>, item: EntryItem) {
  let largest: ToolResultBlock | undefined;
  for (const block of item.entry.blocks)
    if (block.type === 'tool_result' && (!largest || estimateBlock(block) > estimateBlock(largest))) largest = block;
  return largest && findCall(items, item, largest.toolUseId);
}

function findCall(items: List<ContextItem>, from: ContextItem, id: string) {
  for (let at = items.indexOf(from) - 1; at >= 0; at--) {
    const item = valueAt(items, at);
    if (item?.type !== 'entry') continue;
    const index = item.entry.blocks.findIndex((block) => block.type === 'tool_use' && block.id === id);
    const call = item.entry.blocks[index];
    if (call?.type === 'tool_use') return { ...call, key: `${item.entry.id}.${index}` };
  }
  return undefined;
}

/** The beginning of a text, on one line. */
export function label(text: string): string {
  return oneLine(text, LABEL_LENGTH);
}
