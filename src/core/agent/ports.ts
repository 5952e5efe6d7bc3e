/** The engine's interfaces to the outside: models, tools, the thread's log, the event log. Tests implement each in memory. */
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
import type { Resource } from './call-order.ts';
import type { CompactionProgress } from './compaction-progress.ts';
import type { Effort } from './effort.ts';
import type { ModelError, ModelEvent } from './model-event.ts';
import type { Conceded } from './refusals/conceded.ts';
import type { UncompactableTokens } from './uncompactable.ts';

export type ModelFailure = (
  | { readonly type: 'overflow'; readonly message: string }
  | { readonly type: 'cancelled' }
  /** Anything else; `message` is the provider's. */
  | { readonly type: 'error'; readonly message: string }
) & {
  /** What was used until then, where it was reported. */
  readonly usage?: TokenUsage;
};

export interface ModelReply {
  readonly text: string;
  readonly usage?: TokenUsage;
}

/** The model that writes summaries. Its calls are never compacted themselves (R26). */
export interface SummaryModel {
  readonly id: string;
  /** As `AgentModel.modelKey`. */
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

/** Why an entry was not written; the log and the thread are unchanged (reliability case 27). */
export interface AppendFailure {
  readonly type: 'write-failed';
  readonly reason: string;
}

/** The thread and its log: an entry is on disk before it is in the thread, and both before anything else happens. */
export interface ThreadLog {
  /** The current state, including messages queued during the turn. */
  readonly thread: Thread;
  /** Gives the entry its id and time, and a user's message its checkpoint (R1). */
  append(planned: Planned): Promise<Result<Thread, AppendFailure>>;
}

/** One provider-neutral request to a model. */
export interface ModelRequest {
  /** Blank means no system prompt. */
  readonly system: string;
  /** In wire order (`projectContext`), without other models' signatures and encrypted blocks. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** `none`: the tools are sent, since the messages hold calls and the provider's cache holds them, and may not be called. */
  readonly toolChoice: 'auto' | 'none';
  /** The reply's token limit. */
  readonly maxTokens: number;
  /** A boundary changed the history, so signatures that are bound to a prefix may be invalid. */
  readonly isEdited: boolean;
  /** The same for all calls of a thread, so that a provider finds its cache. */
  readonly thread: string;
  /** How much the model is to reason, where a person chose that. */
  readonly effort?: Effort | undefined;
  /** What the server refused of requests before, for the adapter; set by `conceding`. */
  readonly conceded?: Conceded;
}

/** The result of a provider's own compaction: a block that replaces all messages that were sent. */
export interface NativeCompaction {
  /** As `NativeBlock.data`. */
  readonly data: Json;
  /** The summary in words, if the provider gives one. */
  readonly text?: string;
  readonly usage?: TokenUsage;
  /** Tokens of `data` in a request, if they differ from the call's output. */
  readonly tokens?: number;
}

/** The thread's own model, where its provider compacts for it (R57). */
export interface NativeModel {
  readonly id: string;
  readonly modelKey: string;
  readonly prices: Prices;
  compact(request: NativeRequest, signal: Signal): Promise<Result<NativeCompaction, ModelFailure>>;
}

export interface NativeRequest extends Pick<ModelRequest, 'messages' | 'isEdited'> {
  /** A whole prompt for this one compaction; a provider may use it instead of its own. */
  readonly instructions?: string;
}

/** A model at its provider. */
export interface AgentModel {
  /** With its provider: `anthropic/claude-opus-5-5`. */
  readonly id: string;
  /** Identifies who can read this model's signatures and encrypted blocks: provider, endpoint and model. */
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

/** `changes`: a result without an error says that a change was made, so it is kept also where the call was stopped meanwhile. */
export type ToolEffect = 'reads' | 'changes';

export interface Tool extends ToolDefinition {
  /** Its results are within the size limit, so they enter the context uncut and are not stored (R36). */
  readonly isBounded?: true;
  /** Tokens of its result that enter the context, where the settings allow more; the rest is stored. */
  readonly mostTokens?: number;
  /** Left out: it reads. */
  readonly effect?: ToolEffect;
  /** What a call with this input touches; it never throws. Left out: nothing that another call could touch. */
  resource?(input: unknown): Resource | undefined;
  /** `input` is whatever the model gave. */
  run(input: unknown, context: ToolContext): Promise<ToolOutcome>;
  /** The outcome of a call that a closed window left without a result. Left out: nobody knows whether it was done. */
  recover?(context: ToolContext): Promise<ToolOutcome>;
}

/** What a call is run with. */
export interface ToolContext {
  /** As of the reply that makes the call. */
  readonly thread: Thread;
  /** The id of the call. */
  readonly call: string;
  readonly signal: Signal;
}

/** A log event about a compaction (R56); sizes are in tokens. */
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
  | CompactionProgress
  | { readonly type: 'not-compacted'; readonly reason: string; readonly detail?: string }
  /** The second automatic compaction within one turn: the parts that fill the context, for the person. */
  | { readonly type: 'crowded'; readonly by: UncompactableTokens }
  /** No automatic compaction, because the limit is unknown; reported once (R41). */
  | { readonly type: 'no-limit'; readonly problem: LimitProblem };

export interface CompactionLog {
  write(event: CompactionEvent): void;
}
