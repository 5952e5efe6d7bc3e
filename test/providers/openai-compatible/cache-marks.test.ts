/** W9 Claude behind a gateway has cache marks where the gateway is known to take them, until it refuses them. */
import { expect, it } from 'vitest';
import { openaiCompatible } from '../../../src/providers/openai-compatible/adapter.ts';
import { takesCacheMarks } from '../../../src/providers/openai-compatible/cache-marks.ts';
import { replyOf, requestFor, says } from '../drive.ts';

it.each([
  ['anthropic/claude-sonnet-5-5', 'https://openrouter.ai/api/v1', true],
  ['anthropic/claude-opus-5-5', 'https://ai-gateway.vercel.sh/v1', true],
  ['anthropic/claude-opus-5-5', 'https://router.requesty.ai/v1', true],
  ['openai/gpt-5.1', 'https://openrouter.ai/api/v1', false],
  ['claude-sonnet-5-5', 'http://localhost:11434/v1', false],
  ['claude-sonnet-5-5', 'https://openrouter.ai.example.com/v1', false],
  ['claude-sonnet-5-5', undefined, false],
])('W9 %s at %s: %s', (model, baseUrl, takes) => expect(takesCacheMarks(model, baseUrl)).toBe(takes));

it('W9 marks the system prompt and the two newest messages, and goes without once refused', async () => {
  const bodies: string[] = [];
  let refuses = false;
  const answering: typeof fetch = async (_, init) => {
    const body = String(init?.body);
    bodies.push(body);
    if (refuses && body.includes('cache_control'))
      return Response.json({ error: { message: 'cache_control: Extra inputs are not permitted' } }, { status: 400 });
    const chunk = JSON.stringify({ choices: [{ delta: { content: 'Yes' }, finish_reason: 'stop' }] });
    return new Response(`data: ${chunk}\n\ndata: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } });
  };
  const access = { baseUrl: 'https://openrouter.ai/api/v1', fetch: answering };
  const model = openaiCompatible.model({ id: 'anthropic/claude-sonnet-5-5' }, access);
  const request = requestFor([
    says('user', 'One'),
    says('assistant', { type: 'tool_use', id: 'a', name: 'look', input: {} }),
    says('user', { type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: 'herons' }] }, 'Two'),
  ]);
  await replyOf(model, request);
  const { messages } = JSON.parse(bodies[0] ?? '') as { messages: { content: unknown }[] };
  expect(messages.map(({ content }) => JSON.stringify(content).includes('cache_control'))).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
  refuses = true;
  expect((await replyOf(model, request)).end).toEqual({ type: 'end', reason: 'done' });
  await replyOf(model, request);
  expect(bodies.slice(1).map((body) => body.includes('cache_control'))).toEqual([true, false, false]);
});
