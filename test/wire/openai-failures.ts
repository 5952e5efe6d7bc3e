/** Refusals as OpenAI words them (developers.openai.com, "Error codes", and issue threads), for both of its APIs. */
import type { ServerResponse } from 'node:http';
import type { FakeFailure } from './fake.ts';
import { sendJson, type WireRequest } from './server.ts';

export const OPENAI_KEY = 'sk-fake-key-of-the-tests';
/** Bytes of a body. */
const LARGEST = 26_214_400;
const OVERLOADED =
  'The server is currently overloaded with other requests. Sorry about that! You can retry your request, or contact us through our help center at help.openai.com if the error persists.';
const SLOW_DOWN =
  'Rate limit reached for gpt-6.2-sol in organization org-fake on tokens per min (TPM): Limit 30000, Used 22849, Requested 19830. Please try again in 25.358s.';

export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  code: string | null = null,
  headers: Record<string, string> = {},
): void {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  sendJson(response, status, { error: { message, type, param: null, code } }, headers);
}

/** Sends the refusal where the key or the body is none. */
export function isAllowed({ headers, body }: WireRequest, response: ServerResponse): boolean {
  const key = headers.authorization?.replace('Bearer ', '');
  const size = Buffer.byteLength(body);
  if (key === undefined) refuse(response, 401, "You didn't provide an API key.");
  else if (key !== OPENAI_KEY) refuseKey(response, key);
  else if (size > LARGEST)
    refuse(response, 413, `Maximum content size limit (${LARGEST}) exceeded (${size} bytes read)`);
  else return true;
  return false;
}

export function refuseModel(response: ServerResponse, model: unknown): void {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  refuse(response, 404, message, 'model_not_found');
}

/** `tooLong`: the words of this API for an overflow. */
export function sendFailure(response: ServerResponse, { kind, retryAfter }: FakeFailure, tooLong: string): void {
  const later = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
  if (kind === 'auth') refuseKey(response, OPENAI_KEY);
  if (kind === 'rate-limit') refuse(response, 429, SLOW_DOWN, 'rate_limit_exceeded', later);
  if (kind === 'overloaded') refuse(response, 503, OVERLOADED, 'server_is_overloaded', later);
  if (kind === 'overflow') refuse(response, 400, tooLong, 'context_length_exceeded');
  if (kind === 'invalid-request') refuse(response, 400, "Invalid value: 'blue'.", 'invalid_value');
  if (kind === 'not-found') refuseModel(response, 'gone');
  if (kind === 'html' || kind === 'empty') {
    const isPage = kind === 'html';
    response.writeHead(200, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'text/event-stream' });
    response.end(isPage ? '<!DOCTYPE html><html><body>Log in to the hotel network</body></html>' : '');
  }
}

/** The real one repeats some of the key; here all of it, so that a test sees that none gets through. */
function refuseKey(response: ServerResponse, key: string): void {
  const message = `Incorrect API key provided: ${key}. You can find your API key at https://platform.openai.com/account/api-keys.`;
  refuse(response, 401, message, 'invalid_api_key');
}
