/** What the engine needs from outside; each has a twin for tests. */
import type { LimitProblem } from '../compaction/limits.ts';
import type { Json } from '../lang/json.ts';
import type { Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import type { Message, TokenUsage } from '../message/message.ts';
import type { CompactionEntry, Planned } from '../thread/entry.ts';
import type { CompactionMethod } from '../thread/strategy.ts';
import type { Thread } from '../thread/thread.ts';
import type { Prices } from '../tokens/prices.ts';
import type { ToolOutcome } from '../tool-output/tool.ts';
import type { ModelError, ModelEvent } from './model-event.ts';
import type { UncompactableTokens } from './uncompactable.ts';

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
  /** Who can read what it seals, as `AgentModel.modelKey`. */
  readonly modelKey: string;
  /** Tokens. */
  readonly window: number;
  readonly prices: Prices;
  /** The thread's own model, with the thread's last request in its cache. */
  readonly warm: boolean;
  complete(request: SummaryRequest, signal: Signal): Promise<Result<ModelReply, ModelFailure>>;
}

export interface SummaryRequest extends Pick<ModelRequest, 'messages' | 'maxTokens' | 'isEdited'> {
  /** `thread` sends the thread's system prompt and tools, with tool choice none, so that the prefix stays the same. */
  readonly tools: 'thread' | 'none';
}

/** Why an entry is not on disk; the log and the thread are as they were (reliability case 27). */
export interface AppendFailure {
  readonly type: 'write-failed';
  readonly reason: string;
}

/** The thread and its log: an entry is on disk before it is in the thread, and both before anything else happens. */
export interface ThreadLog {
  /** As it is now, what was queued meanwhile included. */
  readonly thread: Thread;
  /** Gives the entry its id and time, and a user's message its checkpoint (R1). */
  append(planned: Planned): Promise<Result<Thread, AppendFailure>>;
}

/** One call of a model, in no provider's form. */
export interface ModelRequest {
  /** Blank: there is none. */
  readonly system: string;
  /** In wire order (`projectContext`), open to this model: what others sealed is not in it. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** `none`: the tools are sent, since the messages hold calls and the provider's cache holds them, and may not be called. */
  readonly toolChoice: 'auto' | 'none';
  /** Tokens of the reply at most: what the limits reserve for it. */
  readonly maxTokens: number;
  /** A boundary changed what was before something that is still in it: what is bound to its prefix need not hold. */
  readonly isEdited: boolean;
  /** The same for all calls of a thread, so that a provider finds its cache. */
  readonly thread: string;
}

/** What a provider's own compaction gives: the block that stands for all that was sent. */
export interface NativeCompaction {
  /** As `NativeBlock.data`. */
  readonly data: Json;
  /** Where the provider says in words what it holds. */
  readonly text?: string;
  readonly usage?: TokenUsage;
  /** That `data` takes in a request, where it holds more than the call put out. */
  readonly tokens?: number;
}

/** The thread's own model, where its provider compacts for it (R57). */
export interface NativeCompactor {
  readonly id: string;
  readonly modelKey: string;
  readonly prices: Prices;
  compact(request: NativeRequest, signal: Signal): Promise<Result<NativeCompaction, ModelFailure>>;
}

export interface NativeRequest extends Pick<ModelRequest, 'messages' | 'isEdited'> {
  /** For this one compaction: a whole prompt, that may stand in place of the provider's own. */
  readonly instructions?: string;
}

/** A model at its provider. */
export interface AgentModel {
  /** With its provider: `anthropic/claude-opus-5-5`. */
  readonly id: string;
  /** Who can read what this model seals: provider, endpoint and model. */
  readonly modelKey: string;
  /** Ends in `end` or `error`, at once when the signal says so; never throws. */
  stream(request: ModelRequest, signal: Signal): AsyncIterable<ModelEvent>;
  /** The provider's own compaction of all messages (R57); absent where it has none for this model. Never throws. */
  readonly compact?: (
    request: ModelRequest & { readonly instructions?: string },
    signal: Signal,
  ) => Promise<Result<NativeCompaction, ModelError>>;
  /** Input tokens of a request by the provider's own count; absent where it has no free one. Never throws. */
  readonly count?: (request: ModelRequest, signal: Signal) => Promise<Result<number, ModelError>>;
  /** Tools that come with the model and answer its calls: those of a recording, say. */
  readonly tools?: readonly Tool[];
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** A JSON schema. */
  readonly inputSchema: Json;
}

export interface Tool extends ToolDefinition {
  /** What it gives is within the limits of a result: it enters the context as it is and is not stored (R36). */
  readonly isBounded?: true;
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
  /** The second automatic compaction within one turn: what takes the room, to be told to the person. */
  | { readonly type: 'crowded'; readonly by: UncompactableTokens }
  /** Nothing is automatic for want of a limit; said once (R41). */
  | { readonly type: 'no-limit'; readonly problem: LimitProblem };

export interface CompactionLog {
  write(event: CompactionEvent): void;
}
