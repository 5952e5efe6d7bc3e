/** Anthropic's refusals as the service words them (platform.claude.com, "Errors", and public issue threads). */
import type { ServerResponse } from 'node:http';
import { type Refusal, refused } from './anthropic-rules.ts';
import type { FakeFailure } from './fake.ts';
import { sendJson } from './server.ts';

export function sendRefusal(response: ServerResponse, refusal: Refusal, retryAfter?: number): void {
  const { status, type, message, code } = refusal;
  const details = code === undefined ? {} : { details: { error_code: code } };
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  sendJson(response, status, { type: 'error', error: { type, message, ...details }, request_id: 'req_fake' }, headers);
}

/** `input`: tokens of the request that fails. */
export function sendFailure(response: ServerResponse, { kind, retryAfter }: FakeFailure, input: number): void {
  if (kind === 'html') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><html><body>Log in to the hotel network</body></html>');
  } else if (kind === 'empty') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end();
  } else sendRefusal(response, refusalOf(kind, input), retryAfter);
}

function refusalOf(kind: Exclude<FakeFailure['kind'], 'html' | 'empty'>, input: number): Refusal {
  switch (kind) {
    case 'auth':
      return { status: 401, type: 'authentication_error', message: 'invalid x-api-key' };
    case 'rate-limit':
      return {
        status: 429,
        type: 'rate_limit_error',
        message: "This request would exceed your organization's rate limit of 30,000 input tokens per minute.",
      };
    case 'overloaded':
      return { status: 529, type: 'overloaded_error', message: 'Overloaded' };
    case 'overflow':
      return tooLong(input, input - 1);
    case 'invalid-request':
      return refused('messages: the request was not understood');
    case 'not-found':
      return { status: 404, type: 'not_found_error', message: 'model: claude-gone' };
  }
}

/** `window` of the test, `own` of the model; in tokens, as the other two. */
export function refuseLength(input: number, most: number, window: number, own: number): Refusal | undefined {
  if (input > window) return tooLong(input, window);
  if (input + most <= own) return undefined;
  return refused(
    `input length and \`max_tokens\` exceed context limit: ${input} + ${most} > ${own}, decrease input length or \`max_tokens\` and try again`,
  );
}

function tooLong(input: number, window: number): Refusal {
  return refused(`prompt is too long: ${input} tokens > ${window} maximum`);
}
