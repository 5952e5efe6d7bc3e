/** Decides whether a thread should compact automatically now (R23, R25, R26, R30, R42). */
import { CHANGES_CONTEXT } from '../thread/changes-context.ts';
import type { Entry } from '../thread/entry.ts';
import { type BaseTokens, type Measure, measure, NO_BASE, plainEstimate } from '../thread/measure.ts';
import { isOn } from '../thread/path.ts';
import type { Thread } from '../thread/thread.ts';
import type { CompactionConfig } from './config.ts';
import type { Limits } from './limits.ts';

export type AutoDecision =
  | { readonly type: 'compact' }
  /** The person is asked first: `auto` says so, or they undid the last compaction. */
  | { readonly type: 'ask'; readonly why: 'configured' | 'undone' }
  | {
      readonly type: 'wait';
      readonly why:
        | 'switched-off'
        | 'not-automatic'
        | 'below-trigger'
        | 'not-counted'
        | 'just-compacted'
        | 'same-sample'
        | 'no-progress';
    };

export interface AutoInput {
  readonly thread: Thread;
  readonly config: CompactionConfig;
  readonly limits: Limits;
  readonly base?: BaseTokens;
  /** Tokens of the message that is about to be sent and not yet appended (R27). */
  readonly pendingTokens?: number;
  /** Tokens of the thread by the provider's own count, where it was asked. */
  readonly counted?: number;
}

/** An estimate without any report that is a measure counts this much more (R23). */
const ESTIMATE_MARGIN = 1.1;

/** A compaction that ended at its fixed part is not tried again before this share of the target has come. */
const PROGRESS_SHARE = 0.1;

/** Whether an entry of this type changes the context, or the model that reads it. */
const CHANGES_CONTEXT_OR_MODEL: typeof CHANGES_CONTEXT = { ...CHANGES_CONTEXT, model: true };

/** The measured size at which compaction is due. Without a usage report it is 10 % lower (R23). */
export function dueAt({ trigger }: Limits, { measured }: Pick<Measure, 'measured'>): number {
  return measured ? trigger : Math.ceil(trigger / ESTIMATE_MARGIN);
}

/** The size of the next request: the thread, and the message that is not yet appended (R27). */
export interface NextRequest {
  readonly tokens: number;
  /** `tokens`, plus 10 % when they are only estimated. Limits are compared with this (R23). */
  readonly safe: number;
  /** The window without the reply's reserve. */
  readonly room: number;
  readonly fits: boolean;
  /** Tokens by the provider's own count, else by the plain estimate. */
  readonly plain: number;
  /** Whether `plain` fits: false, and only then, sending may be refused (R25). */
  readonly mayFit: boolean;
}

/** Constant time. */
export function nextRequest({
  thread,
  limits,
  base = NO_BASE,
  pendingTokens = 0,
  counted,
}: Omit<AutoInput, 'config'>): NextRequest {
  const { tokens: measuredTokens, measured, factor } = measure(thread, base);
  const tokens = Math.round((counted ?? measuredTokens) + pendingTokens * factor);
  const safe = measured || counted !== undefined ? tokens : tokens * ESTIMATE_MARGIN;
  const room = limits.window - limits.reserve;
  const plain = Math.round((counted ?? plainEstimate(thread, base)) + pendingTokens);
  return { tokens, safe, room, fits: safe <= room, plain, mayFit: plain <= room };
}

/** Whether an undo is the newest boundary, apart from those that only made outputs smaller: these come without a person's act. */
export function isUndone({ entries, path }: Thread): boolean {
  const newest = entries.findLast(
    (e) =>
      CHANGES_CONTEXT_OR_MODEL[e.type] &&
      isOn(path, e.id) &&
      !(e.type === 'compaction' && e.trigger === 'auto' && e.strategy === 'outputs'),
  );
  return newest?.type === 'undo';
}

function newestBoundary({ entries, path }: Thread): Entry | undefined {
  return entries.findLast((e) => CHANGES_CONTEXT_OR_MODEL[e.type] && isOn(path, e.id));
}

/** Whether a compaction is the newest boundary, and no message has come since. */
export function isJustCompacted(thread: Thread): boolean {
  const boundary = newestBoundary(thread);
  return boundary?.type === 'compaction' && (thread.messages.at(-1)?.id ?? 0) < boundary.id;
}

/** Constant time below the trigger, else as far as the newest boundary lies back. */
export function shouldAutoCompact(input: AutoInput): AutoDecision {
  const { thread, config, limits, base = NO_BASE, counted } = input;
  if (!config.enabled || config.strategy === 'disabled') return { type: 'wait', why: 'switched-off' };
  if (config.auto === false) return { type: 'wait', why: 'not-automatic' };
  const { measured } = measure(thread, base);
  if (!measured && counted === undefined && !config.estimateWhenUnreported) return { type: 'wait', why: 'not-counted' };
  const next = nextRequest(input);
  if (next.safe < limits.trigger) return { type: 'wait', why: 'below-trigger' };
  const boundary = newestBoundary(thread);
  if (boundary?.type === 'compaction') {
    if (isJustCompacted(thread)) return { type: 'wait', why: 'just-compacted' };
    const since = next.tokens - (boundary.tokensAfter ?? 0);
    const stuck = boundary.reason === 'fixed-part' && since < PROGRESS_SHARE * limits.target;
    if (stuck) return { type: 'wait', why: 'no-progress' };
    const isOldSample = thread.anchor !== undefined && thread.anchor.entry.id < boundary.id;
    if (isOldSample && boundary.trigger === 'auto') return { type: 'wait', why: 'same-sample' };
  }
  if (isUndone(thread) && next.fits) return { type: 'ask', why: 'undone' };
  return config.auto === 'ask' ? { type: 'ask', why: 'configured' } : { type: 'compact' };
}
