/** OpenAI's Responses API on loopback: models, create, compact and input_tokens, as strict as the real one is said to be. */
import type { ServerResponse } from 'node:http';
import type { Json } from '../../src/core/lang/json.ts';
import { field, isList } from '../../src/core/lang/json-fields.ts';
import { openai } from '../../src/providers/openai-responses/adapter.ts';
import type { StartFake } from './fake.ts';
import { isAllowed, OPENAI_KEY, refuse, refuseModel, sendFailure } from './openai-failures.ts';
import { eventsOf, OVERLOADED } from './openai-responses-events.ts';
import { responsesRejects } from './openai-responses-rules.ts';
import { digest, mintId, seal } from './openai-seals.ts';
import { sendEvents, sendJson, startServer } from './server.ts';

const MODEL = 'gpt-6.2-sol';

/** Doesn't reason. */
const PLAIN = 'gpt-4.1';
const LISTED = [
  MODEL,
  PLAIN,
  'o3',
  'chatgpt-4o-latest',
  'text-embedding-3-large',
  'gpt-image-1',
  'gpt-audio-mini',
  'whisper-1',
];
const TOO_LONG = 'Your input exceeds the context window of this model. Please adjust your input and try again.';
const CALLS = {
  '/v1/responses': 'create',
  '/v1/responses/input_tokens': 'count',
  '/v1/responses/compact': 'compact',
} as const;

export const startOpenaiFake: StartFake = async ({ reply, window = 400_000 }) => {
  const requests: Json[] = [];
  const rejections: string[] = [];
  let compactions = 0;
  const server = await startServer(async (request, response) => {
    if (!isAllowed(request, response)) return;
    if (request.method === 'GET' && request.path === '/v1/models') return sendModels(response);
    const call = isCall(request.path) ? CALLS[request.path] : undefined;
    if (!call) return refuse(response, 404, `Invalid URL (${request.method} ${request.path})`);
    const body: Json = JSON.parse(request.body);
    if (call === 'create') requests.push(body);
    const model = field(body, 'model');
    if (model !== MODEL && model !== PLAIN) return refuseModel(response, model);
    const [first, ...others] = responsesRejects(body, call, model === MODEL);
    rejections.push(...[first, ...others].flatMap((one) => one?.message ?? []));
    if (first) return refuse(response, 400, first.message, first.code ?? null);
    const tokens = tokensOf(body);
    if (call === 'count') return sendJson(response, 200, { object: 'response.input_tokens', input_tokens: tokens });
    if (tokens > window) return refuse(response, 400, TOO_LONG, 'context_length_exceeded');
    if (call === 'compact') return sendJson(response, 200, compacted(body, tokens, ++compactions));
    const told = await reply(requests.length, body);
    if (told.type === 'failure') return sendFailure(response, told, TOO_LONG);
    return sendEvents(response, eventsOf(told, tokens, requests.length), told.delivery, OVERLOADED);
  });
  const access = { apiKey: OPENAI_KEY, baseUrl: `${server.url}/v1` };
  return { provider: openai, model: MODEL, access, requests, rejections, close: server.close };
};

function isCall(path: string): path is keyof typeof CALLS {
  return path in CALLS;
}

function sendModels(response: ServerResponse): void {
  const data = LISTED.map((id) => ({ id, object: 'model', created: 1, owned_by: 'openai' }));
  sendJson(response, 200, { object: 'list', data });
}

/** All of the user's messages, then what stands for everything. */
function compacted(body: Json, tokens: number, n: number): Json {
  const input = field(body, 'input');
  const users = (isList(input) ? input : []).filter((item) => field(item, 'role') === 'user');
  const said = users.map((item, i) => ({
    id: mintId('msg', n * 10_000 + i),
    type: 'message',
    role: 'user',
    status: 'completed',
    content: field(item, 'content') ?? [],
  }));
  const id = mintId('cmp', n);
  const item = { id, type: 'compaction', encrypted_content: seal({ id, with: digest(said) }) };
  const usage = {
    input_tokens: tokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokens + 50,
  };
  return { id: `resp_c${n}`, object: 'response.compaction', created_at: 1, output: [...said, item], usage };
}

function tokensOf(body: Json): number {
  return Math.ceil(
    JSON.stringify([field(body, 'instructions') ?? '', field(body, 'tools') ?? [], field(body, 'input') ?? []]).length /
      4,
  );
}
