/** Makes room in a thread where it is due, and says what stands in the way of the next call when it can't (R27, R50). */
import type { CompactionConfig } from '../compaction/config.ts';
import type { LimitProblem, Limits } from '../compaction/limits.ts';
import type { Prices } from '../compaction/price.ts';
import { nextRequest } from '../compaction/trigger.ts';
import type { Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import { type BaseTokens, measure, NO_BASE } from '../tokens/measure.ts';
import type { Breaker } from './breaker.ts';
import { type CompactPorts, compactThread, writeDraft } from './compact-thread.ts';
import type { Learned } from './learned.ts';
import { type NextCall, nextCall } from './next-call.ts';
import type { ThreadLog, WriteFailure } from './ports.ts';

/** What was learned of a model on the way; kept by whoever keeps it from turn to turn. */
export interface Knowledge {
  readonly breaker: Breaker;
  readonly learned: Learned;
  /** That the limit is unknown was said (R41). */
  readonly warned?: boolean;
}

/** What a call is made with. */
export interface Setup {
  readonly config: CompactionConfig;
  readonly limits: (learned: Learned) => Result<Limits, LimitProblem>;
  readonly base?: BaseTokens;
  readonly prices?: Prices;
  /** The provider's cache of the thread has expired. */
  readonly cold?: boolean;
}

export type RoomPorts = Omit<CompactPorts, 'threadLog'> & {
  readonly threadLog: ThreadLog;
  /** Tokens of the thread as it stands, by the provider's own count; undefined where that can't be had. */
  readonly count?: () => Promise<number | undefined>;
};

export interface Room {
  /** The boundary was drawn, so that what was going on must be resumed. */
  readonly compacted: boolean;
  readonly knowledge: Knowledge;
  /** Why the call can't be made now. */
  readonly obstacle?:
    | Exclude<NextCall, { type: 'send' | 'compact' | 'trim' }>
    | { readonly type: 'stopped' }
    | WriteFailure;
}

/** The base as the thread is measured: a factor that was learned elsewhere counts until the thread has a report of its own. */
export function baseOf({ base = NO_BASE }: Pick<Setup, 'base'>, { factor }: Learned): BaseTokens {
  return factor === undefined ? base : { ...base, factor };
}

/** Of the room that the window leaves, where our count is too near to its end to be trusted. */
const NEAR = 0.95;

/**
 * How many tokens more the provider counts than we do. It is asked only where an estimate says that the request just fits, for
 * asking takes time; what the provider has reported needs no count.
 */
async function uncounted(
  request: Parameters<typeof nextRequest>[0],
  { count }: Pick<RoomPorts, 'count'>,
): Promise<number> {
  const { estimated, factor } = measure(request.thread, request.base);
  const { tokens, safe, room } = nextRequest(request);
  if (!count || !estimated || safe > room || safe < NEAR * room) return 0;
  const counted = await count();
  if (counted === undefined) return 0;
  const { pendingTokens = 0 } = request;
  // What is added counts with the margin that estimates have, and the provider's count needs none.
  const beyond = counted + pendingTokens * factor - safe;
  return Math.max(0, Math.ceil((beyond * tokens) / (safe * factor)));
}

/** At most one compaction. One that fails leaves the thread as it was: the call is made, and the provider has the last word. */
export async function makeRoom(
  setup: Setup,
  knowledge: Knowledge,
  pendingTokens: number,
  ports: RoomPorts,
  signal: Signal,
): Promise<Room> {
  const { config, prices, cold } = setup;
  const { breaker, learned } = knowledge;
  const { thread } = ports.threadLog;
  const limits = setup.limits(learned);
  const base = baseOf(setup, learned);
  const shared = { thread, config, base, ...(prices && { prices }), ...(cold !== undefined && { cold }) };
  const more = limits.ok ? await uncounted({ thread, limits: limits.value, base, pendingTokens }, ports) : 0;
  const pending = pendingTokens + more;
  const next = nextCall({ ...shared, limits, pendingTokens: pending, breaker, now: ports.now() });
  const none = { compacted: false, knowledge };
  if (!limits.ok) {
    if (!knowledge.warned) ports.log.write({ type: 'no-limit', problem: limits.error });
    return { compacted: false, knowledge: { ...knowledge, warned: true } };
  }
  if (next.type === 'send') return none;
  if (next.type === 'trim') return { ...none, compacted: (await writeDraft(next.plan.draft, limits.value, ports)).ok };
  if (next.type !== 'compact') return { ...none, obstacle: next };
  const asked = { ...config, strategy: next.strategy ?? config.strategy };
  const { target } = limits.value;
  // What is about to be sent must fit beside what is left.
  const { tokens, safe, room } = nextRequest({
    thread,
    limits: limits.value,
    base,
    pendingTokens: pending,
  });
  const most = Math.floor((room * tokens) / Math.max(1, safe)) - (tokens - measure(thread, base).tokens);
  const fitting = { ...limits.value, target: Math.max(1, Math.min(target, most)) };
  const request = { ...shared, config: asked, limits: fitting, trigger: 'auto' } as const;
  const run = await compactThread(request, ports, signal, breaker);
  const known = { ...knowledge, breaker: run.breaker };
  if (run.outcome.type === 'cancelled') return { compacted: false, knowledge: known, obstacle: { type: 'stopped' } };
  if (run.outcome.type === 'write-failed') return { compacted: false, knowledge: known, obstacle: run.outcome };
  return { compacted: run.outcome.type === 'compacted', knowledge: known };
}
