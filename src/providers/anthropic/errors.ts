/** What the SDK throws, in our words: the provider's message is kept, the key never is, and a wrong address is named. */
import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import type { ModelError } from '../../core/agent/model-event.ts';
import { type Failure, failureOf, retryAfterOf } from '../failure.ts';
import type { Access } from '../provider.ts';
import { addressOf } from './client.ts';

/** A page's title and the like may be long. */
const LONGEST = 500;
/** What a person puts in for a server that wants none is a word, which messages may have in them. */
const SHORTEST_KEY = 12;

/** Somebody answered with something else than the API does. */
export class NotTheApi extends Error {}

/** Throws where a response is not of the type that the API answers in: a web page of a proxy, say. */
export function expectType(response: Response, type: 'application/json' | 'text/event-stream'): void {
  const given = response.headers.get('content-type') ?? 'no type';
  if (!given.includes(type)) throw new NotTheApi(`${response.status} and ${given.split(';')[0]}`);
}

/** For `guardStream` and `guardCall`. */
export function errorsOf(access: Access): (thrown: unknown) => ModelError {
  return (thrown) => {
    const { message, ...error } = failureOf(failure(thrown, addressOf(access)));
    return { ...error, message: withoutKey(message, access.apiKey?.trim() ?? '') };
  };
}

/** A server may repeat the key that it refuses. */
function withoutKey(message: string, key: string): string {
  return key.length < SHORTEST_KEY ? message : message.replaceAll(key, '[key]');
}

function failure(thrown: unknown, address: string): Failure {
  if (thrown instanceof NotTheApi)
    return { status: 404, message: `${address} is not the Claude API: it answered with ${thrown.message}.` };
  if (thrown instanceof APIConnectionError) return { message: `Could not reach ${address}: ${rootOf(thrown)}` };
  if (thrown instanceof APIError) return answered(thrown, address);
  // A key that was pasted with a line break in it can't be sent at all.
  if (/invalid header value|ByteString/i.test(String(thrown)))
    return { status: 401, message: 'The API key has characters in it that no key has.' };
  return { message: `The answer of ${address} broke off: ${rootOf(thrown)}` };
}

function answered(error: APIError, address: string): Failure {
  const { status, type, errorCode, apiMessage, headers } = error;
  const retryAfter = retryAfterOf(headers, Date.now());
  const isHtml = /<(!doctype|html)/i.test(error.message);
  const words = isHtml ? 'a web page' : error.message.slice(0, LONGEST);
  return {
    // Inside a stream an error has no status.
    status: status ?? (type === 'timeout_error' ? 504 : undefined),
    code: errorCode ?? type ?? undefined,
    message:
      apiMessage ?? `${address} did not answer as the Claude API does: ${isHtml ? `${status} and ` : ''}${words}`,
    retryAfter,
  };
}

/** The innermost reason; `fetch` says only that it failed. */
function rootOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.cause instanceof Error) return rootOf(thrown.cause);
  return thrown.message || ('code' in thrown ? String(thrown.code) : thrown.name);
}
