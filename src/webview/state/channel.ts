/** Notifications and requests over the editor's message channel; whatever comes in is decoded first. */
import * as v from 'valibot';
import { Envelope, type Notification, type Request } from '../../core/protocol/message.ts';

/** What `acquireVsCodeApi` gives. */
export interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** A decoder of one kind of notification with what to do about it. */
export interface Handler {
  /** False when the envelope is of another method or its parameters don't decode. */
  readonly handle: (envelope: Envelope) => boolean;
}

export interface Channel {
  notify<P>(kind: Notification<P>, params: P): void;
  /** Rejects with the host's words when the host refuses. */
  request<P, R>(kind: Request<P, R>, params: P): Promise<R>;
  /** Takes whatever arrived; what is no envelope, or answers nothing that was asked, is left alone. */
  receive(message: unknown): void;
}

export function on<P>(kind: Notification<P>, run: (params: P) => void): Handler {
  return {
    handle: (envelope) => {
      if (envelope.kind !== 'notification' || envelope.method !== kind.method) return false;
      const params = v.safeParse(kind.params, envelope.params);
      if (params.success) run(params.output);
      return params.success;
    },
  };
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (reason: Error) => void;
}

export function openChannel(api: EditorApi, handlers: readonly Handler[]): Channel {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  function settle(envelope: Envelope): void {
    if (envelope.kind !== 'response' && envelope.kind !== 'failure') return;
    const asked = waiting.get(envelope.id);
    waiting.delete(envelope.id);
    if (envelope.kind === 'failure') asked?.reject(new Error(envelope.message));
    // The host is trusted to answer with the type that the request names.
    else asked?.resolve(envelope.result as never);
  }

  return {
    notify: (kind, params) => api.postMessage({ kind: 'notification', method: kind.method, params }),
    request: (kind, params) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        api.postMessage({ kind: 'request', id: lastId, method: kind.method, params });
      }),
    receive: (message) => {
      const decoded = v.safeParse(Envelope, message);
      if (!decoded.success) return;
      if (!handlers.some((handler) => handler.handle(decoded.output))) settle(decoded.output);
    },
  };
}
