/** What arrives from the panel, decoded before anything is done with it; what is refused is reported, never thrown. */
import * as v from 'valibot';
import { Envelope, type Notification, type Request } from '../../core/protocol/message.ts';

export interface InboundHandler {
  readonly kind: 'notification' | 'request';
  readonly method: string;
  /** Throws when the parameters don't decode. */
  readonly run: (params: unknown) => unknown;
}

export function on<P>({ method, params: schema }: Notification<P>, run: (params: P) => unknown): InboundHandler {
  return { kind: 'notification', method, run: (params) => run(v.parse(schema, params)) };
}

export function answer<P, R>(
  { method, params: schema }: Request<P, R>,
  run: (params: P) => R | Promise<R>,
): InboundHandler {
  return { kind: 'request', method, run: (params) => run(v.parse(schema, params)) };
}

/** Handles one message. Resolves to the reply of a request; never rejects. `refuse` hears what was wrong. */
export async function receive(
  message: unknown,
  handlers: readonly InboundHandler[],
  refuse: (why: string) => void,
): Promise<Envelope | undefined> {
  const envelope = v.safeParse(Envelope, message);
  if (!envelope.success) {
    refuse('a message that is no envelope');
    return undefined;
  }
  const { output } = envelope;
  if (output.kind !== 'notification' && output.kind !== 'request') {
    refuse(`a ${output.kind} to a request that was never made`);
    return undefined;
  }
  const { kind, method, params } = output;
  const handler = handlers.find((one) => one.kind === kind && one.method === method);
  const fail = (why: string): Envelope | undefined => {
    refuse(`${kind} ${method}: ${why}`);
    return output.kind === 'request' ? { kind: 'failure', id: output.id, message: why } : undefined;
  };
  if (!handler) return fail('unknown method');
  try {
    const result = await handler.run(params);
    return output.kind === 'request' ? { kind: 'response', id: output.id, result } : undefined;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
