/** Sends the panel's notifications and requests to the host, and passes on what the host sends, decoded. */
import * as v from 'valibot';
import { readField, readText } from '../../core/lang/read-value.ts';
import { Envelope } from '../../core/protocol/envelope.ts';
import {
  HOST_NOTIFICATIONS,
  type HostNotification,
  type HostParams,
  type NotificationParams,
  type PanelAnswers,
  type PanelNotification,
  type PanelRequest,
  type RequestParams,
} from '../../core/protocol/panel-messages.ts';

/** The object that `acquireVsCodeApi` returns. */
export interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** A handler for each message that the host sends. */
export type HostHandlers = { readonly [M in HostNotification]: (params: HostParams<M>) => void };

/** A notification's method as `type`, beside its parameters. */
export type HostAction<M extends PanelNotification = PanelNotification> = {
  readonly [N in M]: { readonly type: N } & Readonly<NotificationParams<N>>;
}[M];

export interface Channel {
  notify(action: HostAction): void;
  /** Rejects with the host's message when the host fails. */
  request<M extends PanelRequest>(method: M, params: RequestParams<M>): Promise<PanelAnswers[M]>;
  /** Handles one message event. Ignores what does not decode, and answers to no pending request. */
  receive(message: unknown): void;
}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (reason: Error) => void;
}

export function openChannel(api: EditorApi, handlers: HostHandlers): Channel {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  const post = (message: Envelope) => api.postMessage(message);

  function handle<M extends HostNotification>(method: M, params: unknown): void {
    const decoded = v.safeParse(HOST_NOTIFICATIONS[method], params);
    if (decoded.success) handlers[method](decoded.output);
  }

  function settle(envelope: Extract<Envelope, { kind: 'response' | 'failure' }>): void {
    const request = pending.get(envelope.id);
    pending.delete(envelope.id);
    if (envelope.kind === 'failure') request?.reject(new Error(envelope.message));
    // The host is trusted to answer with the type that the request names.
    else request?.resolve(envelope.result as never);
  }

  return {
    notify: ({ type: method, ...params }) => post({ kind: 'notification', method, params }),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        pending.set(lastId, { resolve, reject });
        post({ kind: 'request', id: lastId, method, params });
      }),
    receive: (message) => {
      // Looked at without a schema, as a reply comes in thousands of them.
      const method = readField(message, 'kind') === 'notification' ? readText(readField(message, 'method')) : undefined;
      if (method !== undefined) {
        if (isHostNotification(method)) handle(method, readField(message, 'params'));
        return;
      }
      const decoded = v.safeParse(Envelope, message);
      if (!decoded.success) return;
      const { output } = decoded;
      if (output.kind === 'response' || output.kind === 'failure') settle(output);
    },
  };
}

function isHostNotification(method: string): method is HostNotification {
  return Object.hasOwn(HOST_NOTIFICATIONS, method);
}
