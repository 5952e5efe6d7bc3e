/** What every fake provider can be told, so that one suite drives them all; each enforces its provider's rules on the way. */
import type { Json } from '../../src/core/lang/json.ts';
import type { Access, Provider } from '../../src/providers/shared/provider.ts';

export interface FakeCall {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  /** Sent as the arguments in place of the input: what is no JSON, say. */
  readonly rawInput?: string;
}

/** What the fake answers one call of the model with; parts that are left out are not in it. */
export interface FakeAnswer {
  readonly type: 'answer';
  /** With the signature that the provider would put to it. */
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly FakeCall[];
  /** Tokens; the provider's own count of the request where it is left out. */
  readonly usage?: {
    readonly input?: number;
    readonly output?: number;
    readonly cacheRead?: number;
    readonly cacheCreation?: number;
  };
  /** `calls` where there are calls, else `done`. */
  readonly end?: 'done' | 'calls' | 'length' | 'refused';
  readonly delivery?: Delivery;
}

/** A failure before the stream begins, as the real service words it. */
export interface FakeFailure {
  readonly type: 'failure';
  readonly kind: 'auth' | 'rate-limit' | 'overloaded' | 'overflow' | 'invalid-request' | 'not-found' | 'html' | 'empty';
  /** Seconds in `retry-after`. */
  readonly retryAfter?: number;
}

/** An error event after this many events of the stream. */
export interface Delivery {
  /** The connection breaks after so many events. */
  readonly cutAfter?: number;
  /** Nothing more comes after so many events. */
  readonly stallAfter?: number;
  /** An overloaded error comes inside the stream after so many events. */
  readonly failAfter?: number;
  /** The bytes come in pieces of this size, in the middle of characters too. */
  readonly pieceBytes?: number;
}

export type FakeReply = FakeAnswer | FakeFailure;

export interface Fake {
  readonly provider: Provider;
  /** The model to use: `ModelInfo.id`. */
  readonly model: string;
  readonly access: Access;
  /** Bodies of the calls of the model, as they came, the rejected ones too. */
  readonly requests: readonly Json[];
  /** Why requests were refused; empty where all was well. */
  readonly rejections: readonly string[];
  close(): Promise<void>;
}

export interface FakeOptions {
  /** The reply to the nth call of the model, from 1; it is not asked for requests that are rejected. */
  readonly reply: (n: number, request: Json) => FakeReply | Promise<FakeReply>;
  /** Tokens by the fake's own count (estimated bytes ÷ 4); a larger request is refused as too long. */
  readonly window?: number;
}

export type StartFake = (options: FakeOptions) => Promise<Fake>;
