/** The form of every message between the panel (webview) and the extension host: JSON-RPC's kinds, as a schema. */
import * as v from 'valibot';

/** Notifications have no answer. A request is answered once, by the response or the failure that has its `id`. */
export const Envelope = v.variant('kind', [
  v.object({ kind: v.literal('notification'), method: v.string(), params: v.optional(v.unknown()) }),
  v.object({ kind: v.literal('request'), id: v.number(), method: v.string(), params: v.optional(v.unknown()) }),
  v.object({ kind: v.literal('response'), id: v.number(), result: v.optional(v.unknown()) }),
  v.object({ kind: v.literal('failure'), id: v.number(), message: v.string() }),
]);
export type Envelope = v.InferOutput<typeof Envelope>;
