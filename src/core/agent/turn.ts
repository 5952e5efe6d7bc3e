/** A turn of the agent: what it is given, how it ends, and its state while it runs. */
import type { LimitProblem, Limits } from '../compaction/limits.ts';
import type { Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import type { Block } from '../message/message.ts';
import type { Planned } from '../thread/entry.ts';
import type { BaseTokens } from '../thread/measure.ts';
import type { Thread } from '../thread/thread.ts';
import type { ToolRound } from './call-tools.ts';
import type { CompactRun } from './compact-thread.ts';
import type { CutReply } from './cut-calls.ts';
import { type CallContext, callBase, type Knowledge, type RoomPorts, type RoomResult } from './make-room.ts';
import type { ModelError, ModelEvent } from './model-event.ts';
import type { AgentModel, AppendFailure, Tool } from './ports.ts';

export interface TurnInput extends CallContext {
  /** The person's message; left out: the thread goes on from where it is. */
  readonly blocks?: readonly Block[];
  readonly knowledge: Knowledge;
  /** Without the thread's instruction files. */
  readonly system: string;
  /** Names the thread to the provider's cache. */
  readonly threadId: string;
  /** Calls after which the person is asked. */
  readonly maxCalls: number;
}

export interface TurnPorts extends RoomPorts {
  readonly agent: AgentModel;
  readonly tools: readonly Tool[];
  /** What the requests of the thread begin with, as it is then; absent: `system` of the input, and `tools`. */
  readonly runningPrefix?: (thread: Thread) => RequestPrefix;
  readonly outputs: ToolRound['outputs'];
  /**
   * The entries to append before the next call, such as what is new in the workspace's instruction files. `isTurnStart`: the turn has
   * made no call yet. Never rejects.
   */
  readonly dueEntries?: (thread: Thread, isTurnStart: boolean) => Promise<readonly Planned[]>;
  /** As in `ToolRound`. */
  readonly endedOutcome?: ToolRound['endedOutcome'];
  /** Asked before each call; false ends the turn as its call limit does. */
  readonly mayCall?: () => boolean;
  /** Hears what is streamed, as it comes. */
  readonly onEvent: (event: ModelEvent) => void;
  /** Whether what cancels the turn is the end of its window, not the person. */
  readonly isClosing?: () => boolean;
  /** Takes the compaction that the person asked for while the turn runs; it is done when the running round is over. */
  readonly takeRequested?: () => RequestedCompaction | undefined;
}

export interface RequestPrefix {
  /** Without the thread's instruction files. */
  readonly system: string;
  readonly tools: readonly Tool[];
}

export interface RequestedCompaction {
  readonly instructions?: string;
  /** Hears how it ended. */
  readonly done: (run: CompactRun) => void;
}

export type TurnEnd =
  | { readonly type: 'done' | 'stopped' | 'call-limit' }
  /** Replies were cut by the output limit in the middle of a call; the model was told, and did it again. */
  | ({ readonly type: 'output-limit' } & CutReply)
  | NonNullable<RoomResult['obstacle']>
  /** The provider refused; where it is an overflow, compaction is off or could not help. */
  | { readonly type: 'failed'; readonly error: ModelError }
  | AppendFailure;

export interface TurnOutcome {
  readonly end: TurnEnd;
  readonly knowledge: Knowledge;
  /** The person's message is in the log: run again without it. False: the caller still has to keep it. */
  readonly isTyped: boolean;
}

/** The state of a running turn. The thread itself is in `ports.threadLog`. */
export interface Turn {
  readonly input: TurnInput;
  readonly ports: TurnPorts;
  readonly signal: Signal;
  knowledge: Knowledge;
  /** As in `TurnOutcome`. */
  isTyped: boolean;
  /** Replies that were cut in the middle of a call. */
  cutReplies: number;
}

/** The model's limits, with what the turn has learned of them. */
export function turnLimits({ input, knowledge }: Turn): Result<Limits, LimitProblem> {
  return input.limits(knowledge.learned);
}

/** The base of the thread's measure, with what the turn has learned of the model. */
export function turnBase({ input, knowledge, ports }: Turn): BaseTokens {
  return callBase(input, knowledge.learned, ports.threadLog.thread);
}

export function turnPrefix({ input, ports }: Turn): RequestPrefix {
  return ports.runningPrefix?.(ports.threadLog.thread) ?? { system: input.system, tools: ports.tools };
}

/** Appends what is due before the next call. */
export async function appendDue(turn: Turn, isTurnStart = false): Promise<AppendFailure | undefined> {
  const { dueEntries, threadLog } = turn.ports;
  return dueEntries && appendAll(turn, await dueEntries(threadLog.thread, isTurnStart));
}

/** Appends the entries one after the other, each on disk before the next; ends at the first that could not be written. */
export async function appendAll(
  { ports }: Pick<Turn, 'ports'>,
  planned: readonly Planned[],
): Promise<AppendFailure | undefined> {
  for (const one of planned) {
    const written = await ports.threadLog.append(one);
    if (!written.ok) return written.error;
  }
  return undefined;
}
