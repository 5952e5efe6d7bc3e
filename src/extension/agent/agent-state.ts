/** The states of a window's agent, and what Stop, a requested compaction and the end of a turn do in each of them. */
import type { CompactOutcome } from '../session/outcome.ts';
import type { CompactOptions } from './compact-with.ts';
import type { TurnOptions } from './prepare-turn.ts';

/*
 *                 goOn                       stop
 *    ┌─────────┐ ──────────────▶ ┌─────────┐ ──────▶ ┌──────────┐ ──┐ stop
 *    │ resting │                 │ running │         │ stopping │ ◀─┘
 *    └─────────┘ ◀────────────── └─────────┘         └──────────┘
 *         ▲         turn ends                turn ends    │
 *         └───────────────────────────────────────────────┘
 *
 *    resting is one of three:
 *      idle         no turn runs
 *      asking       the last turn ended with a question: compact first, or send as it is?
 *      needs-model  the last turn ended because no model can be used
 *
 *                       │ resting        │ running                  │ stopping
 *    ───────────────────┼────────────────┼──────────────────────────┼────────────────────────────────
 *    a message is sent  │ a turn begins  │ this turn sends it       │ the next turn sends it if it was
 *                       │                │                          │ queued after the last Stop
 *    a compaction is    │ runs at once   │ waits for the running    │ is cancelled when the turn ends
 *    requested          │                │ round (R27)              │
 *    stop               │ ends a running │ ends the turn            │ messages queued until now wait
 *                       │ compaction     │                          │ as well
 *    goOn               │ a turn begins  │ the running turn goes on │ the next turn goes on where
 *                       │                │                          │ this one stops
 *    another model,     │                │ stops, then what was     │
 *    while a call is    │                │ requested is made, and   │
 *    tried again        │                │ the next turn goes on    │
 */
export type RestingState =
  | { readonly type: 'idle' }
  /** Only where that thread is still open does the answer send what waits. */
  | { readonly type: 'asking' | 'needs-model'; readonly threadId: string };

export type ActiveState =
  | { readonly type: 'running'; readonly pending: readonly PendingCompaction[] }
  /** `lastEntry` is the id of the newest entry when Stop was pressed last; `goesOn`: the person chose to go on since then. */
  | {
      readonly type: 'stopping';
      readonly pending: readonly PendingCompaction[];
      readonly lastEntry: number;
      readonly goesOn?: GoOnOptions;
      /** Stopped only for another model: what was requested is still wished for. */
      readonly isSwitch?: true;
    };

/** What the person chose when they went on. */
export type GoOnOptions = Pick<TurnOptions, 'chosen'>;

export type AgentState = RestingState | ActiveState;

/** A compaction that was requested during a turn. `done` resolves the request. */
export interface PendingCompaction {
  readonly options: CompactOptions;
  readonly done: (outcome: CompactOutcome | PromiseLike<CompactOutcome>) => void;
}

export type TurnResult =
  /** `halted`: the turn ended early, and a notice or a preview shows why. */
  | { readonly type: 'done' | 'stopped' | 'halted' }
  | { readonly type: 'asking' | 'needs-model'; readonly threadId: string };

/** What is left to do when a turn has ended. */
export interface EndedTurn {
  readonly state: RestingState;
  readonly pending: readonly PendingCompaction[];
  /** Whether the pending compactions are run now or are cancelled. */
  readonly pendingAre: 'run' | 'cancelled';
  readonly startsNextTurn: boolean;
  readonly nextOptions: GoOnOptions;
}

export const IDLE: AgentState = { type: 'idle' };
export const RUNNING: AgentState = { type: 'running', pending: [] };

export function isActive(state: AgentState): state is ActiveState {
  return state.type === 'running' || state.type === 'stopping';
}

/** `lastEntry`: see `ActiveState`. */
export function stopped(state: AgentState, lastEntry: number): AgentState {
  return isActive(state) ? { type: 'stopping', pending: state.pending, lastEntry } : state;
}

/** Stops the turn so that it goes on with the model that the person has chosen; a further Stop takes that back. */
export function switched(state: ActiveState, lastEntry: number): ActiveState {
  return { type: 'stopping', pending: state.pending, lastEntry, goesOn: {}, isSwitch: true };
}

/** The wish to go on while the turn stops is kept until it has stopped; a further Stop takes it back. */
export function goneOn(state: ActiveState, options: GoOnOptions): ActiveState {
  return state.type === 'stopping' ? { ...state, goesOn: options } : state;
}

export function requested(state: ActiveState, compaction: PendingCompaction): ActiveState {
  return { ...state, pending: [...state.pending, compaction] };
}

/** Takes the first pending compaction that the turn's own model can do; the others wait for the turn's end. */
export function takePending(state: AgentState): { readonly state: AgentState; readonly taken?: PendingCompaction } {
  const taken = isActive(state)
    ? state.pending.find(({ options }) => !options.withoutModel && !options.force)
    : undefined;
  if (!isActive(state) || !taken) return { state };
  return { state: { ...state, pending: state.pending.filter((one) => one !== taken) }, taken };
}

/** `queue` holds the messages that are queued in the open thread when the turn has ended, each by the id that it had first. */
export function ended(state: ActiveState, result: TurnResult, queue: readonly number[]): EndedTurn {
  const isFinished = result.type === 'done' || result.type === 'stopped';
  const goesOn = state.type === 'stopping' ? state.goesOn : undefined;
  // A message that was queued before Stop and edited or moved after it waits as before.
  const unsent = state.type === 'stopping' && !goesOn ? queue.filter((id) => id > state.lastEntry) : queue;
  return {
    state: 'threadId' in result ? result : { type: 'idle' },
    pending: state.pending,
    pendingAre: state.type === 'stopping' && !state.isSwitch ? 'cancelled' : 'run',
    startsNextTurn: isFinished && (unsent.length > 0 || (goesOn !== undefined && result.type === 'stopped')),
    nextOptions: goesOn ?? {},
  };
}

/** Whether the agent is in this resting state because of the thread that is open now. */
export function restsAs(state: AgentState, type: 'asking' | 'needs-model', openId: string | undefined): boolean {
  return state.type === type && state.threadId === openId;
}
