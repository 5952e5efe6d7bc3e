/** What the engine needs from outside; each has a twin for tests. */
import type { Prices } from '../compaction/price.ts';
import type { Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import type { Message, TokenUsage } from '../thread/message.ts';

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
