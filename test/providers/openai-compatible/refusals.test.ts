/** A hostile server over loopback: what it refuses is left out of the second request, through OpenAI's library. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Message } from '../../../src/core/message/message.ts';
import { openaiCompatible } from '../../../src/providers/openai-compatible/adapter.ts';
import { replyOf, requestFor, says } from '../drive.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const ANSWER = [{ choices: [{ delta: { content: 'Yes' } }] }, { choices: [{ delta: {}, finish_reason: 'stop' }] }];

/** Answers "Yes", or with the status and message that `refuse` gives for the body. */
async function serve(refuse: (body: string) => readonly [status: number, message: string] | undefined) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    bodies.push(body);
    const refused = refuse(body);
    if (refused) {
      response.writeHead(refused[0], { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: refused[1], code: refused[0] } }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end([...ANSWER.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'].join(''));
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { bodies, model: openaiCompatible.model({ id: 'm' }, { baseUrl: `http://127.0.0.1:${port}/v1` }) };
}

const IMAGE = { type: 'image', mediaType: 'image/png', data: 'aGVyb24=' } as const;
const CALLED: readonly Message[] = [
  says('user', 'Look.', IMAGE),
  says('assistant', { type: 'tool_use', id: 'a', name: 'look', input: { path: 'x' } }),
  says('user', { type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: 'herons' }] }),
];

it.each<[string, number, string, RegExp]>([
  [
    'W12',
    400,
    'Failed to deserialize the JSON body: messages[1]: unknown variant `image_url`, expected `text`',
    /image_url/,
  ],
  ['W12', 404, 'No endpoints found that support image input', /image_url/],
  [
    'W12',
    500,
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    /image_url/,
  ],
  ['W13', 400, 'registry.ollama.ai/library/gemma:2b does not support tools', /"tools"|tool_calls|"role":"tool"/],
  ['W13', 404, 'No endpoints found that support tool use.', /"tools"|tool_calls|"role":"tool"/],
  ['W13 W24', 500, 'tools param requires --jinja flag', /"tools"|tool_calls|"role":"tool"/],
  ['W13', 400, 'System role not supported', /"role":"system"/],
  ['W13 W24', 500, 'Only user and assistant roles are supported!', /"role":"system"/],
  ['W14', 400, 'Range of max_tokens should be [1, 800]', /"max_tokens":1000/],
  [
    'W26',
    400,
    'Function tools with reasoning_effort are not supported for m in /v1/chat/completions.',
    /^(?!.*"reasoning_effort":"none")/,
  ],
])('%s: HTTP %i "%s" is conceded, and held to', async (_, status, message, refused) => {
  const { model, bodies } = await serve((body) => (refused.test(body) ? [status, message] : undefined));
  const request = requestFor(CALLED);
  expect((await replyOf(model, request)).blocks).toEqual([{ type: 'text', text: 'Yes' }]);
  expect(bodies).toHaveLength(2);
  expect((await replyOf(model, request)).end).toEqual({ type: 'end', reason: 'done' });
  expect(bodies).toHaveLength(3);
});
