/** Decodes each message from the panel and calls its handler. What is refused is reported, never thrown. */
import * as v from 'valibot';
import { Envelope } from '../../core/protocol/envelope.ts';
import {
  type NotificationParams,
  PANEL_NOTIFICATIONS,
  PANEL_REQUESTS,
  type PanelAnswers,
  type PanelNotification,
  type PanelRequest,
  type RequestParams,
} from '../../core/protocol/panel-messages.ts';

type NotificationHandlers = {
  readonly [M in PanelNotification]: (params: NotificationParams<M>) => unknown;
};
type RequestHandlers = {
  readonly [M in PanelRequest]: (params: RequestParams<M>) => PanelAnswers[M] | Promise<PanelAnswers[M]>;
};

/** A handler for each message that the panel may send. */
export type PanelHandlers = NotificationHandlers & RequestHandlers;

/** Handles one message. Resolves to the reply of a request; never rejects. `refuse` is called with the reason. */
export async function receive(
  message: unknown,
  handlers: PanelHandlers,
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
  try {
    const result = await handle(output, handlers);
    return output.kind === 'request' ? { kind: 'response', id: output.id, result } : undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    refuse(`${output.kind} ${output.method}: ${why}`);
    return output.kind === 'request' ? { kind: 'failure', id: output.id, message: why } : undefined;
  }
}

type Call = Extract<Envelope, { readonly method: string }>;

/** Throws when the method is unknown, when the parameters don't decode, and when the handler throws. */
function handle({ kind, method, params }: Call, handlers: PanelHandlers): unknown {
  if (kind === 'notification' && isKey(PANEL_NOTIFICATIONS, method)) return notified(method, params, handlers);
  if (kind === 'request' && isKey(PANEL_REQUESTS, method)) return requested(method, params, handlers);
  throw new Error('unknown method');
}

function notified<M extends PanelNotification>(method: M, params: unknown, handlers: NotificationHandlers): unknown {
  return handlers[method](v.parse(PANEL_NOTIFICATIONS[method], params));
}

function requested<M extends PanelRequest>(method: M, params: unknown, handlers: RequestHandlers): unknown {
  return handlers[method](v.parse(PANEL_REQUESTS[method], params));
}

function isKey<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key);
}
