/** Decides what to do before a model is called: send, compact first, ask the person, or stop (R27, R41, R50). */
import { type LeastRequest, leastRequest, minimumTokens } from '../compaction/blocked.ts';
import type { CompactionConfig } from '../compaction/config.ts';
import { type LimitProblem, type Limits, NO_LIMITS } from '../compaction/limits.ts';
import { planDueOutputs } from '../compaction/outputs/plan-due-outputs.ts';
import type { Plan } from '../compaction/plan.ts';
import { type AutoDecision, nextRequest, shouldAutoCompact } from '../compaction/trigger.ts';
import type { Result } from '../lang/result.ts';
import { type BaseTokens, NO_BASE, withWindow } from '../thread/measure.ts';
import type { Thread } from '../thread/thread.ts';
import type { Prices } from '../tokens/prices.ts';
import { type Breaker, breakerState } from './breaker.ts';

export type NextCall =
  /** `problem`: the limit is unknown, which is reported once; a turn never fails for it (R41). */
  | { readonly type: 'send'; readonly problem?: LimitProblem }
  /**
   * Compact by the configured strategy, or by `truncate` where that failed too often.
   */
  | { readonly type: 'compact'; readonly strategy?: 'truncate' }
  /** Tool outputs exceed their budget, or trimming them saves money with the next call (R35). `then`: what is to be done without that. */
  | {
      readonly type: 'trim';
      readonly plan: Extract<Plan, { type: 'compaction' }>;
      readonly then: Exclude<NextCall, { type: 'trim' | 'compact' }>;
    }
  | { readonly type: 'ask'; readonly why: 'configured' | 'undone' }
  | ({ readonly type: 'ask'; readonly why: 'too-large' } & RequestSize)
  /** The request is too large, and no compaction is allowed, not even one that a person asks for: a setting must change. */
  | ({ readonly type: 'compaction-off'; readonly why: 'switched-off' | 'strategy-disabled' } & RequestSize)
  /**
   * The smallest request that any compaction can leave exceeds the window's room, by the plain estimate: one error, and no further
   * attempt (case 14). `by` says what takes the tokens.
   */
  | ({ readonly type: 'cannot-fit'; readonly by: LeastRequest } & RequestSize);

/** Tokens of a request that is too large, and where it should go. */
export interface RequestSize {
  readonly tokens: number;
  /** The window without the reply's reserve. */
  readonly room: number;
  readonly window: number;
}

export interface NextCallInput {
  readonly thread: Thread;
  readonly config: CompactionConfig;
  readonly limits: Result<Limits, LimitProblem>;
  readonly base?: BaseTokens;
  readonly prices?: Prices;
  /** Tokens of the message that is prepared and not yet appended, so that it is not in the summary (R27). */
  readonly pendingTokens?: number;
  /** Tokens of the thread as the provider counted them, if it was asked. */
  readonly counted?: number;
  readonly breaker: Breaker;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The provider's cache has expired. */
  readonly cold?: boolean;
}

/**
 * The decision, at the same places as R27: a message is prepared, tool results are appended, a turn ends. A compaction that
 * then changes nothing is followed by the call itself: the provider has the last word, so nothing that the plain estimate lets fit is
 * ever held back as too large (R25). Constant time, except for a request that is too large and for outputs with a budget of their own.
 */
export function nextCall(input: NextCallInput): NextCall {
  if (!input.limits.ok) return withDueOutputs(input, NO_LIMITS, { type: 'send', problem: input.limits.error });
  const limits = input.limits.value;
  const decision = shouldAutoCompact({ ...requestOf(input, limits), config: input.config });
  const next = decide(input, limits, decision);
  if (next.type === 'compact') return next;
  return withDueOutputs(input, limits, next, decision.type === 'wait' && decision.why === 'below-trigger');
}

/** The compaction by the outputs alone that is due; undefined when none is (R35). */
export function dueOutputs(
  { thread, config, base = NO_BASE, prices, cold = false }: NextCallInput,
  limits: Limits,
  mayPay = false,
): Extract<Plan, { type: 'compaction' }> | undefined {
  return planDueOutputs({
    thread,
    config,
    limits,
    trigger: 'auto',
    base: limits === NO_LIMITS ? base : withWindow(base, limits.window),
    cold,
    mayPay,
    ...(prices && { prices }),
  });
}

function withDueOutputs(
  input: NextCallInput,
  limits: Limits,
  then: Exclude<NextCall, { type: 'trim' | 'compact' }>,
  mayPay = false,
): NextCall {
  const plan = dueOutputs(input, limits, mayPay);
  return plan ? { type: 'trim', plan, then } : then;
}

function requestOf({ thread, base, pendingTokens = 0, counted }: NextCallInput, limits: Limits) {
  const known = withWindow(base ?? NO_BASE, limits.window);
  return { thread, limits, base: known, pendingTokens, ...(counted !== undefined && { counted }) };
}

function decide(input: NextCallInput, limits: Limits, decision: AutoDecision): Exclude<NextCall, { type: 'trim' }> {
  const { config, pendingTokens = 0, breaker, now } = input;
  const request = requestOf(input, limits);
  const { room, fits, plain, mayFit } = nextRequest(request);
  const size = { tokens: plain, room, window: limits.window };
  if (!fits && config.enabled) {
    const by = leastRequest(input.thread, request.base, pendingTokens);
    const tokens = minimumTokens(by);
    if (tokens > room) return { type: 'cannot-fit', ...size, tokens, by };
  }
  const isAllowed = breakerState(breaker, now) === 'closed';
  const makeRoom = () =>
    isAllowed ? ({ type: 'compact' } as const) : ({ type: 'compact', strategy: 'truncate' } as const);
  switch (decision.type) {
    case 'compact':
      return isAllowed || !fits ? makeRoom() : { type: 'send' };
    case 'ask':
      return decision;
    case 'wait': {
      switch (decision.why) {
        case 'below-trigger':
        case 'not-counted':
          return { type: 'send' };
        case 'switched-off': {
          const why = config.enabled ? 'strategy-disabled' : 'switched-off';
          return mayFit ? { type: 'send' } : { type: 'compaction-off', why, ...size };
        }
        case 'not-automatic':
          return mayFit ? { type: 'send' } : { type: 'ask', why: 'too-large', ...size };
        case 'same-sample':
        case 'just-compacted':
        case 'no-progress':
          return fits ? { type: 'send' } : makeRoom();
      }
    }
  }
}
