/** What a thread's next message is sent with: the model that it goes to, with its sizes, prices and settings. */

import type { ModelOptions } from '../../core/agent/effort.ts';
import { type Learned, learnedFor } from '../../core/agent/refusals/learned-limits.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import { type LimitProblem, type Limits, limitsFor } from '../../core/compaction/limits.ts';
import { configForModel } from '../../core/compaction/model-config.ts';
import type { Result } from '../../core/lang/result.ts';
import { type ModelHead, modelLabel } from '../../core/protocol/panel-state.ts';
import { instructionTokens } from '../../core/thread/instruction-text.ts';
import { type BaseTokens, NO_BASE, withWindow } from '../../core/thread/measure.ts';
import type { Thread } from '../../core/thread/thread.ts';
import type { Prices } from '../../core/tokens/prices.ts';
import { type ModelSize, modelSize, type ReportedSize } from '../../core/tokens/window.ts';
import type { ToolSource } from '../../core/view/meter.ts';

/** The model that the next message goes to, with what is known of it. */
export interface ModelState {
  readonly head: ModelHead;
  readonly reported: ReportedSize;
  readonly learned: Learned;
  /** What the person chose for it. */
  readonly options?: ModelOptions;
  /** Of what is sent beside the messages, without the thread's instruction files. */
  readonly base: BaseTokens;
  /** The same for a thread that may offer other tools; absent: as in `base`. */
  readonly measurePrefix?: (thread: ContextThread) => PrefixTokens;
  /** Whether the system prompt has the thread's instruction files. */
  readonly hasInstructions?: boolean;
  /** US dollars per million tokens; absent where no list has them. */
  readonly prices?: Prices;
}

/** What a run context depends on; without the optional fields it is that of a thread which offers what is chosen now. */
export type ContextThread = Pick<Thread, 'model' | 'instructions'> &
  Partial<Pick<Thread, 'tools' | 'messages' | 'boundary' | 'items'>>;

export interface PrefixTokens {
  readonly system: number;
  readonly tools: number;
  /** The tools by who offers them, where not all are Spool's own. */
  readonly sources: readonly ToolSource[];
}

export interface RunContext {
  /** Its id; undefined where there is no model to send to, and no message names one. */
  readonly model: string | undefined;
  readonly size: ModelSize;
  /** As it holds for the model (R23, R58). */
  readonly config: CompactionConfig;
  readonly limits: Result<Limits, LimitProblem>;
  readonly base: BaseTokens;
  readonly prices?: Prices;
  readonly toolSources?: readonly ToolSource[];
}

/** The part of a run context that does not depend on what is sent beside the messages. */
export function runLimits(
  thread: Pick<ContextThread, 'model'>,
  config: CompactionConfig,
  model: ModelState | undefined,
): Pick<RunContext, 'model' | 'size' | 'config' | 'limits'> {
  const id = model?.head.id ?? thread.model;
  const size = sizeOf(id, config, model);
  const { maxReply } = model?.options ?? {};
  const set = configForModel(config, id);
  const own = maxReply === undefined ? set : { ...set, reserveTokens: replyWithin(size, maxReply) };
  return { model: id, size, config: own, limits: limitsFor(size, own, id && modelLabel(model?.head, id)) };
}

/**
 * `model` is the one that the next message goes to, whichever wrote the messages before (case M5). Without one, the thread is
 * looked at as the model that wrote it would: it can be read and compacted, and nothing is sent beside its messages.
 */
export function runContext(thread: ContextThread, config: CompactionConfig, model: ModelState | undefined): RunContext {
  const sized = runLimits(thread, config, model);
  const { limits } = sized;
  const window = limits.ok ? limits.value.window : undefined;
  const { factor } = model?.learned ?? {};
  const instructions = model?.hasInstructions ? { instructions: instructionTokens(thread.instructions, window) } : {};
  const { sources, ...prefix } = model?.measurePrefix?.(thread) ?? { sources: [] };
  const base = { ...(model?.base ?? NO_BASE), ...prefix, ...instructions, ...(factor !== undefined && { factor }) };
  const prices = model?.prices;
  return {
    ...sized,
    base: withWindow(base, window),
    ...(prices && { prices }),
    ...(sources.length > 0 && { toolSources: sources }),
  };
}

/** A reply that was chosen while the window was larger, or not known, leaves half of it to the thread: else nothing could be compacted. */
function replyWithin({ window, learned }: ModelSize, maxReply: number): number {
  const known = [window, learned].filter((one) => one !== undefined && Number.isFinite(one) && one >= 2) as number[];
  return Math.min(maxReply, ...known.map((one) => Math.floor(one / 2)));
}

function sizeOf(id: string | undefined, config: CompactionConfig, model: ModelState | undefined): ModelSize {
  const size = modelSize(id, config.contextWindows, model?.reported);
  const { limit: learned } = learnedFor(model?.learned ?? {}, size.window);
  return learned === undefined ? size : { ...size, learned };
}
