/** A server on loopback that speaks Chat Completions, as strict as the strictest of the compatible ones. */
import type { ServerResponse } from 'node:http';
import type { Json } from '../../src/core/lang/json.ts';
import { field } from '../../src/core/lang/json-fields.ts';
import { openaiCompatible } from '../../src/providers/openai-compatible/adapter.ts';
import type { Fake, FakeOptions, StartFake } from './fake.ts';
import { eventsOf, OVERLOADED } from './openai-chat-events.ts';
import { chatRejects } from './openai-chat-rules.ts';
import { isAllowed, OPENAI_KEY, refuse, refuseModel, sendFailure } from './openai-failures.ts';
import { sendEvents, sendJson, startServer } from './server.ts';

const MODEL = 'local/coder-30b';

export interface Manners {
  /** Takes calls without a key, as a server on one's own machine does. */
  readonly isOpen?: boolean;
  /** What it says to a request before anything else; undefined where it takes it. */
  readonly refuses?: (body: Json) => string | undefined;
}

/** A server with ways of its own. */
export async function startChatServer(options: FakeOptions, { isOpen, refuses }: Manners): Promise<Fake> {
  const { reply, window = 128_000 } = options;
  const requests: Json[] = [];
  const rejections: string[] = [];
  const server = await startServer(async (request, response) => {
    if (!isOpen && !isAllowed(request, response)) return;
    if (request.method === 'GET' && request.path === '/v1/models') return sendModels(response, window);
    if (request.path !== '/v1/chat/completions') return refuse(response, 404, `Invalid URL (POST ${request.path})`);
    const body: Json = JSON.parse(request.body);
    requests.push(body);
    if (field(body, 'model') !== MODEL) return refuseModel(response, field(body, 'model'));
    const unwilling = refuses?.(body);
    if (unwilling !== undefined) return refuse(response, 400, unwilling);
    const found = chatRejects(body);
    rejections.push(...found);
    if (found[0] !== undefined) return refuse(response, 400, found.join('\n'));
    const tokens = Math.ceil(JSON.stringify([field(body, 'messages') ?? [], field(body, 'tools') ?? []]).length / 4);
    const asked = Number(field(body, 'max_tokens') ?? field(body, 'max_completion_tokens') ?? 0);
    if (tokens + asked > window)
      return refuse(response, 400, tooLong(window, tokens, asked), 'context_length_exceeded');
    const told = await reply(requests.length, body);
    if (told.type === 'failure') return sendFailure(response, told, tooLong(window, window, 1));
    const countsUsage = field(field(body, 'stream_options'), 'include_usage') === true;
    return sendEvents(response, eventsOf(told, tokens, countsUsage), told.delivery, OVERLOADED);
  });
  const access = { apiKey: OPENAI_KEY, baseUrl: `${server.url}/v1` };
  return { provider: openaiCompatible, model: MODEL, access, requests, rejections, close: server.close };
}

export const startOpenaiCompatibleFake: StartFake = (options) => startChatServer(options, {});

function tooLong(window: number, messages: number, completion: number): string {
  return `This model's maximum context length is ${window} tokens. However, you requested ${messages + completion} tokens (${messages} in the messages, ${completion} in the completion). Please reduce the length of the messages or completion.`;
}

/** Details as OpenRouter gives them for the first, and vLLM for the second. */
function sendModels(response: ServerResponse, window: number): void {
  const data = [
    {
      id: MODEL,
      name: 'Coder 30B',
      context_length: window,
      architecture: { input_modalities: ['text', 'image'] },
      top_provider: { context_length: window, max_completion_tokens: 8192 },
      supported_parameters: ['tools', 'max_tokens'],
    },
    { id: 'local/plain', object: 'model', max_model_len: 32_768 },
    { id: 'text-embedding-nomic', object: 'model' },
    { id: 'local/unknown', object: 'model' },
  ];
  sendJson(response, 200, { object: 'list', data });
}
