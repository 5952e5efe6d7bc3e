/** What the engine needs from outside; each has a twin for tests. */
import type { LimitProblem } from '../compaction/limits.ts';
import type { Prices } from '../compaction/price.ts';
import type { CompactionMethod } from '../compaction/strategy.ts';
import type { Json } from '../lang/json.ts';
import type { Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import type { CompactionEntry, Planned } from '../thread/entry.ts';
import type { Message, TokenUsage } from '../thread/message.ts';
import type { Thread } from '../thread/thread.ts';
import type { ToolOutcome } from '../tool-output/tool.ts';
import type { ModelEvent } from './model-event.ts';

export type ModelFailure =
  | { readonly type: 'overflow'; readonly message: string }
  | { readonly type: 'cancelled' }
  /** Anything else; `message` is the provider's. */
  | { readonly type: 'error'; readonly message: string };

export interface ModelReply {
  readonly text: string;
  readonly usage?: TokenUsage;
}

/** The model that writes summaries. Its calls are never compacted themselves (R26). */
export interface SummaryModel {
  readonly id: string;
  /** Tokens. */
  readonly window: number;
  readonly prices: Prices;
  /** The thread's own model, with the thread's last request in its cache. */
  readonly warm: boolean;
  /** `tools`: `thread` sends the thread's tools with tool choice none, so that the prefix stays the same. */
  complete(
    request: { readonly messages: readonly Message[]; readonly tools: 'thread' | 'none' },
    signal: Signal,
  ): Promise<Result<ModelReply, ModelFailure>>;
}

/** Why an entry is not on disk; the log and the thread are as they were (reliability case 27). */
export interface WriteFailure {
  readonly type: 'write-failed';
  readonly reason: string;
}

/** The thread and its log: an entry is on disk before it is in the thread, and both before anything else happens. */
export interface ThreadLog {
  /** As it is now, what was queued meanwhile included. */
  readonly thread: Thread;
  /** Gives the entry its id and time, and a user's message its checkpoint (R1). */
  append(planned: Planned): Promise<Result<Thread, WriteFailure>>;
}

/** The model that the thread speaks with. */
export interface AgentModel {
  readonly id: string;
  /** Ends when the signal says so; what was streamed by then stays. */
  stream(
    request: { readonly messages: readonly Message[]; readonly tools: readonly ToolDefinition[] },
    signal: Signal,
  ): AsyncIterable<ModelEvent>;
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** A JSON schema. */
  readonly inputSchema: Json;
}

export interface Tool extends ToolDefinition {
  /** `input` is whatever the model gave. */
  run(input: unknown, context: { readonly thread: Thread; readonly signal: Signal }): Promise<ToolOutcome>;
}

/** What is logged of each compaction (R56); tokens. */
export type CompactionEvent =
  | {
      readonly type: 'due';
      readonly trigger: CompactionEntry['trigger'];
      readonly tokens: number;
      readonly threshold: number;
      /** Of the window. */
      readonly remaining: number;
    }
  | {
      readonly type: 'compacted';
      readonly strategy: CompactionMethod;
      readonly fellFrom?: CompactionEntry['fellFrom'];
      readonly before: number;
      readonly after: number;
      /** Of the window; absent where the model did it, which asks no limits. */
      readonly remaining?: number;
    }
  | { readonly type: 'not-compacted'; readonly reason: string; readonly detail?: string }
  /** Nothing is automatic for want of a limit; said once (R41). */
  | { readonly type: 'no-limit'; readonly problem: LimitProblem };

export interface Log {
  write(event: CompactionEvent): void;
}
