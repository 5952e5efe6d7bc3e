/** The three kinds of message between the panel and its host, each with a decoder for what arrives. */
import * as v from 'valibot';

/** Sent without an answer. */
export interface Notification<P> {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: v.GenericSchema<unknown, P>;
}

/** Sent with an id and answered once. */
export interface Request<P, R> {
  readonly kind: 'request';
  readonly method: string;
  readonly params: v.GenericSchema<unknown, P>;
  /** Only for the type of the answer. */
  readonly result?: R;
}

export function notification<P>(method: string, params: v.GenericSchema<unknown, P>): Notification<P> {
  return { kind: 'notification', method, params };
}

export function request<P, R>(method: string, params: v.GenericSchema<unknown, P>): Request<P, R> {
  return { kind: 'request', method, params };
}

/** The form on the channel. `id` is set on requests and their responses; JSON drops a key whose value is undefined. */
export const Envelope = v.variant('kind', [
  v.object({ kind: v.literal('notification'), method: v.string(), params: v.optional(v.unknown()) }),
  v.object({ kind: v.literal('request'), id: v.number(), method: v.string(), params: v.optional(v.unknown()) }),
  v.object({ kind: v.literal('response'), id: v.number(), result: v.optional(v.unknown()) }),
  v.object({ kind: v.literal('failure'), id: v.number(), message: v.string() }),
]);
export type Envelope = v.InferOutput<typeof Envelope>;
