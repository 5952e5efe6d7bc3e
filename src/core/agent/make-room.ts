/** Compacts a thread before a call where that is due, and returns the obstacle when the call can't be made (R27, R50). */
import type { CompactionConfig } from '../compaction/config.ts';
import type { LimitProblem, Limits } from '../compaction/limits.ts';
import { nextRequest } from '../compaction/trigger.ts';
import { assertNever } from '../lang/assert-never.ts';
import type { Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import { instructionTokens } from '../thread/instruction-text.ts';
import { type BaseTokens, measure, NO_BASE, withWindow } from '../thread/measure.ts';
import type { Thread } from '../thread/thread.ts';
import type { Prices } from '../tokens/prices.ts';
import type { Breaker } from './breaker.ts';
import { type CompactPorts, compactThread, writeDraft } from './compact-thread.ts';
import { dueOutputs, type NextCall, nextCall } from './next-call.ts';
import type { AppendFailure, ThreadLog } from './ports.ts';
import type { Learned } from './refusals/learned-limits.ts';
import { uncompactableTokens } from './uncompactable.ts';

/** What a turn learns about a model. The caller keeps it for the next turn. */
export interface Knowledge {
  readonly breaker: Breaker;
  readonly learned: Learned;
  /** The person was already told that the limit is unknown (R41). */
  readonly warned?: boolean;
}

/** The settings and limits for a call. */
export interface CallContext {
  readonly config: CompactionConfig;
  readonly limits: (learned: Learned) => Result<Limits, LimitProblem>;
  /** Without the tokens of the thread's instruction files. */
  readonly base?: BaseTokens;
  /** Tokens of system prompt and tools where these depend on the thread; absent: as in `base`. */
  readonly measurePrefix?: (thread: Thread) => Pick<BaseTokens, 'system' | 'tools'>;
  /** Whether the system prompt has the thread's instruction files. */
  readonly hasInstructions?: boolean;
  readonly prices?: Prices;
  /** The provider's cache of the thread has expired. */
  readonly cold?: boolean;
}

export type RoomPorts = Omit<CompactPorts, 'threadLog'> & {
  readonly threadLog: ThreadLog;
  /** Asks the provider for the thread's token count; undefined when it has no answer. */
  readonly count?: () => Promise<number | undefined>;
};

export interface RoomResult {
  /** The thread was compacted, so the interrupted work must be resumed. */
  readonly compacted: boolean;
  readonly knowledge: Knowledge;
  /** Why the call can't be made now. */
  readonly obstacle?:
    | Exclude<NextCall, { type: 'send' | 'compact' | 'trim' }>
    | { readonly type: 'stopped' }
    | AppendFailure;
}

/** The base tokens with the thread's instruction files, the model's window and the factor learned in other threads. */
export function callBase(
  { base = NO_BASE, limits, hasInstructions, measurePrefix }: Omit<CallContext, 'config'>,
  learned: Learned,
  thread: Thread,
): BaseTokens {
  const { factor } = learned;
  const found = limits(learned);
  const window = found.ok ? found.value.window : undefined;
  const instructions = hasInstructions ? instructionTokens(thread.instructions, window) : base.instructions;
  return withWindow(
    { ...base, ...measurePrefix?.(thread), instructions, ...(factor !== undefined && { factor }) },
    window,
  );
}

/** From this share of the available window on, the estimate is too inexact, so the provider is asked. */
const NEAR_WINDOW_SHARE = 0.95;

/**
 * Tokens of the thread by the provider's own count. It is asked only where the measure is an estimate that comes near the window's end
 * and the plain estimate fits, since asking takes time; what the provider has reported needs no count.
 */
async function countNear(
  request: Parameters<typeof nextRequest>[0],
  { count }: Pick<RoomPorts, 'count'>,
): Promise<number | undefined> {
  const { estimated } = measure(request.thread, request.base);
  const { safe, room, mayFit } = nextRequest(request);
  return count && estimated && mayFit && safe >= NEAR_WINDOW_SHARE * room ? count() : undefined;
}

/** At most one compaction. One that fails leaves the thread as it was: the call is made, and the provider has the last word. */
export async function makeRoom(
  setup: CallContext,
  knowledge: Knowledge,
  pendingTokens: number,
  ports: RoomPorts,
  signal: Signal,
): Promise<RoomResult> {
  const { config, prices, cold } = setup;
  const { breaker, learned } = knowledge;
  const { thread } = ports.threadLog;
  const limits = setup.limits(learned);
  const base = callBase(setup, learned, thread);
  const shared = { thread, config, base, ...(prices && { prices }), ...(cold !== undefined && { cold }) };
  const counted = limits.ok ? await countNear({ thread, limits: limits.value, base, pendingTokens }, ports) : undefined;
  const pending = { pendingTokens, ...(counted !== undefined && { counted }) };
  const call = { ...shared, limits, ...pending, breaker, now: ports.now() };
  const decided = nextCall(call);
  const trimmed =
    decided.type === 'trim' ? await writeDraft(decided.plan.draft, limits.ok ? limits.value : {}, ports) : undefined;
  const compacted = trimmed?.ok === true;
  const next = decided.type === 'trim' ? decided.then : decided;
  if (!limits.ok) {
    if (!knowledge.warned) ports.log.write({ type: 'no-limit', problem: limits.error });
    return { compacted, knowledge: { ...knowledge, warned: true } };
  }
  if (next.type === 'send') return { compacted, knowledge };
  if (next.type !== 'compact') {
    const isOver =
      !trimmed?.ok || isStillOver(next, { thread: trimmed.value, limits: limits.value, base, pendingTokens });
    return { compacted, knowledge, ...(isOver && { obstacle: next }) };
  }
  const chosen = { ...config, strategy: next.strategy ?? config.strategy };
  const uncounted = { thread, limits: limits.value, base, pendingTokens };
  const { tokens, fits } = nextRequest({ ...uncounted, ...pending });
  // Tokens that only the provider's count includes need room too.
  const excess = Math.max(0, tokens - nextRequest(uncounted).tokens) / measure(thread, base).factor;
  const request = {
    ...shared,
    config: chosen,
    limits: limits.value,
    pendingTokens: pendingTokens + Math.ceil(excess),
    mustFit: !fits,
    trigger: 'auto',
  } as const;
  const run = await compactThread(request, ports, signal, breaker);
  const known = { ...knowledge, breaker: run.breaker };
  if (run.outcome.type === 'cancelled') return { compacted: false, knowledge: known, obstacle: { type: 'stopped' } };
  if (run.outcome.type === 'write-failed') return { compacted: false, knowledge: known, obstacle: run.outcome };
  if (run.outcome.type !== 'compacted') {
    const due = dueOutputs(call, limits.value);
    return { compacted: due !== undefined && (await writeDraft(due.draft, limits.value, ports)).ok, knowledge: known };
  }
  // With a message that waits a turn begins, and this is its first compaction.
  const by = pendingTokens > 0 ? undefined : uncompactableTokens(run.thread, base);
  if (by) ports.log.write({ type: 'crowded', by });
  return { compacted: true, knowledge: known };
}

/** Whether the obstacle still holds for a thread whose outputs were trimmed after it was found. */
function isStillOver(
  next: Exclude<NextCall, { type: 'send' | 'compact' | 'trim' }>,
  request: Parameters<typeof nextRequest>[0],
): boolean {
  const { safe, mayFit } = nextRequest(request);
  switch (next.type) {
    case 'cannot-fit':
      return true;
    case 'compaction-off':
      return !mayFit;
    case 'ask':
      return next.why === 'too-large' ? !mayFit : safe >= request.limits.trigger;
    default:
      return assertNever(next);
  }
}
