/** Requests to the fake of Anthropic as they are on the wire, and what it says to them. */
import { BOUND } from './anthropic-models.ts';
import type { Fields } from './anthropic-rules.ts';
import { ANTHROPIC_KEY, startAnthropicFake } from './anthropic-server.ts';
import type { Fake } from './fake.ts';

const HEADERS = { authorization: `Bearer ${ANTHROPIC_KEY}`, 'anthropic-version': '2026-10-21' };
export const TOOL = { name: 'look', input_schema: { type: 'object' } };
export const MARK = { cache_control: { type: 'ephemeral' } };
export const text = (words: string) => ({ type: 'text', text: words });
export const user = (...content: readonly Fields[]) => ({ role: 'user', content });
export const assistant = (...content: readonly Fields[]) => ({ role: 'assistant', content });
export const use = (id: string, more: Fields = {}) => ({ type: 'tool_use', id, name: 'look', input: {}, ...more });
export const result = (id: string, more: Fields = {}) => ({ type: 'tool_result', tool_use_id: id, ...more });
export const image = (data: string, type = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type: type, data },
});
export const HI = user(text('Hi'));
export const body = (more: Fields = {}): Fields => ({
  model: BOUND,
  max_tokens: 100,
  stream: true,
  tools: [TOOL],
  messages: [HI],
  ...more,
});
export const says = (...messages: readonly Fields[]) => body({ messages });

export interface Answer {
  readonly status: number;
  readonly message?: string;
  readonly text: string;
}

/** Each test file has a fake of its own; what it answers is a thought and a call. */
export async function startThinker(): Promise<{ readonly fake: Fake; readonly send: Send }> {
  const fake = await startAnthropicFake({
    reply: () => ({ type: 'answer', thinking: 'Well, well.', calls: [{ id: 'thought', name: 'look', input: {} }] }),
  });
  return {
    fake,
    send: (sent, headers, path) => post(`${fake.access.baseUrl}${path ?? '/v1/messages'}`, sent, headers),
  };
}

export type Send = (sent: Fields | string, headers?: Record<string, string>, path?: string) => Promise<Answer>;

async function post(url: string, sent: Fields | string, headers: Record<string, string> = {}): Promise<Answer> {
  const payload = typeof sent === 'string' ? sent : JSON.stringify(sent);
  const response = await fetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body: payload });
  const words = await response.text();
  return { status: response.status, text: words, ...(!response.ok && { message: JSON.parse(words).error.message }) };
}
