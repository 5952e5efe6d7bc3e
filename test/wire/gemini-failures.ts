/** Gemini's refusals as the vendor words them (ai.google.dev/gemini-api/docs/troubleshooting, and issue threads). */
import type { ServerResponse } from 'node:http';
import type { Json } from '../../src/core/lang/json.ts';
import type { FakeFailure } from './fake.ts';
import { sendJson } from './server.ts';

const QUOTA =
  'You exceeded your current quota, please check your plan and billing details. * Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 5';

export function tooLong(tokens: number, window: number): string {
  return `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`;
}

export function sendStatus(
  response: ServerResponse,
  code: number,
  status: string,
  message: string,
  details: readonly Json[] = [],
): void {
  sendJson(response, code, { error: { code, message, status, ...(details.length > 0 && { details }) } });
}

export function sendFailure(response: ServerResponse, { kind, retryAfter }: FakeFailure, window: number): void {
  const refuse = (code: number, status: string, message: string, ...details: readonly Json[]) =>
    sendStatus(response, code, status, message, details);
  switch (kind) {
    case 'auth':
      refuse(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
      });
      break;
    case 'rate-limit':
      refuse(429, 'RESOURCE_EXHAUSTED', QUOTA, ...(retryAfter === undefined ? [] : [retryInfo(retryAfter)]));
      break;
    case 'overloaded':
      refuse(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.');
      break;
    case 'overflow':
      refuse(400, 'INVALID_ARGUMENT', tooLong(window + 1, window));
      break;
    case 'invalid-request':
      refuse(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
      break;
    case 'not-found':
      refuse(404, 'NOT_FOUND', 'models/gone is not found for API version v1beta, or is not supported.');
      break;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><html><body>Log in to the hotel network</body></html>');
      break;
    case 'empty':
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end();
  }
}

function retryInfo(seconds: number): Json {
  return { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` };
}
