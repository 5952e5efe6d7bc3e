/** One answer of a server that a provider's real library gets over loopback, and the error that comes of it. */
import { expect } from 'vitest';
import type { ModelError } from '../../src/core/agent/model-event.ts';
import { anthropic } from '../../src/providers/anthropic/adapter.ts';
import { gemini } from '../../src/providers/gemini/adapter.ts';
import { openaiCompatible } from '../../src/providers/openai-compatible/adapter.ts';
import { openai } from '../../src/providers/openai-responses/adapter.ts';
import type { Access } from '../../src/providers/shared/provider.ts';
import { type Handler, startServer } from '../wire/server.ts';
import { replyOf, requestFor, says } from './drive.ts';

export const KEY = 'sk-known-to-the-test-alone';
const HELLO = requestFor([says('user', 'Hello')]);
export const PROVIDERS = [anthropic, openai, openaiCompatible, gemini];

export interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});
export const page = (status: number): Answer => ({ status, type: 'text/html', body: '<!doctype html><html>Log in' });
export const refused = (status: number, message: string, more: object = {}): Answer =>
  json(status, { error: { message, ...more } });

export async function errorAt(provider: (typeof PROVIDERS)[number], access: Access): Promise<ModelError> {
  const { end, blocks } = await replyOf(provider.model({ id: 'some-model' }, { apiKey: KEY, ...access }), HELLO);
  if (end.type !== 'error') throw new Error('It did not fail.');
  expect(blocks).toEqual([]);
  expect(JSON.stringify(end)).not.toContain(KEY);
  return end.error;
}

export async function atServer<T>(answer: Answer | Handler, act: (baseUrl: string) => Promise<T>): Promise<T> {
  const handle: Handler = (_, response) => {
    const { status, type, body = '', headers } = answer as Answer;
    response.writeHead(status, { ...(type && { 'content-type': type }), ...headers });
    response.end(body);
  };
  const server = await startServer(typeof answer === 'function' ? answer : handle);
  try {
    return await act(server.url);
  } finally {
    await server.close();
  }
}
