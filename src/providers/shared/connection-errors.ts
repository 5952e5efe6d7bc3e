/** Errors for failed connections and answers that are not from the API, without the API key. */
import type { ModelError } from '../../core/agent/model-event.ts';
import { oneLine } from '../../core/lang/clip.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { modelErrorOf } from './model-error.ts';

/** A key that was pasted with a line break or an ellipsis in it can't be sent at all; the library repeats all of it. */
const UNSENDABLE = /invalid header value|ByteString/i;
/** What is shorter is no secret but a word for a server that wants none (`ollama`, `lm-studio`), and may be in any message. */
const SHORTEST_KEY = 12;

/** Somebody answered with something else than the API does; the message says with what. */
export class NotTheApi extends Error {}

/** Events came, and none of them is one of the API. `json` is the first of them. */
export function foreignEvents(json: string): NotTheApi {
  return new NotTheApi(ownSentence('foreignEvents', oneLine(json, 200)));
}

/** Throws where a response is not of the type that the API answers in: a web page of a proxy, say. */
export function expectType({ status, headers }: Response, type: 'application/json' | 'text/event-stream'): void {
  const given = headers.get('content-type') ?? ownSentence('noType');
  if (!given.includes(type)) throw new NotTheApi(ownSentence('withStatus', `${given.split(';')[0]}`, status));
}

/** `api` names it to a person. */
export function notTheApi({ message }: NotTheApi, address: string, api: string): ModelError {
  return modelErrorOf({ status: 404, message: ownSentence('notTheApi', address, api, message) });
}

/** `said` tells what failed; the innermost reason is put behind it, since `fetch` says only that it failed. */
export function connectionError(
  said: 'connectionFailed' | 'notReached' | 'answerBrokeOff',
  address: string,
  thrown: unknown,
): ModelError {
  const cause = causeOf(thrown);
  if (UNSENDABLE.test(cause)) return { kind: 'auth', message: ownSentence('unsendableKey') };
  return { kind: 'network', message: ownSentence(said, address, cause) };
}

function causeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return causeOf(thrown.errors[0]);
  if (thrown.cause instanceof Error) return causeOf(thrown.cause);
  return thrown.message || ('code' in thrown ? String(thrown.code) : thrown.name);
}

/** Without a user's name or a query, either of which may hold a secret. */
export function displayUrl(url: string): string {
  if (!URL.canParse(url)) return ownSentence('baseUrl');
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, '')}`;
}

/** A server may repeat the key that it refuses; one that refuses a request without a key refused none. */
export function withoutKey(error: ModelError, apiKey = ''): ModelError {
  const key = apiKey.trim();
  if (key === '' && error.kind === 'auth') return { ...error, isKeyless: true };
  return key.length < SHORTEST_KEY ? error : { ...error, message: error.message.replaceAll(key, '[key]') };
}
