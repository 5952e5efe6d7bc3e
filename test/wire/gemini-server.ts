/** Gemini's API on loopback: models, countTokens and streamGenerateContent, as strict as the real one is said to be. */
import type { ServerResponse } from 'node:http';
import type { Json } from '../../src/core/lang/json.ts';
import { field } from '../../src/core/lang/json-fields.ts';
import { gemini } from '../../src/providers/gemini/adapter.ts';
import type { StartFake } from './fake.ts';
import { eventsOf, OVERLOADED } from './gemini-events.ts';
import { sendFailure, sendStatus, tooLong } from './gemini-failures.ts';
import { geminiRejects } from './gemini-rules.ts';
import { sendEvents, sendJson, startServer, type WireRequest } from './server.ts';

export const GEMINI_KEY = 'AIza-fake-key-of-the-tests';
const MODEL = 'gemini-3.8-flash';
const LARGEST = 1_048_576;

/** The key comes in a header, never in the address, which proxies write down. */
export const startGeminiFake: StartFake = async ({ reply, window = LARGEST }) => {
  const requests: Json[] = [];
  const rejections: string[] = [];
  const server = await startServer(async (request, response) => {
    if (!isAllowed(request, response, rejections)) return;
    const { path, query, body } = request;
    if (path === '/v1beta/models') return sendJson(response, 200, modelPage(query.get('pageToken'), window));
    const parsed: Json = JSON.parse(body);
    if (path === `/v1beta/models/${MODEL}:countTokens`) {
      const asked = field(parsed, 'generateContentRequest');
      const isEither = (field(parsed, 'contents') === undefined) !== (asked === undefined);
      const refused = isEither ? geminiRejects(asked ?? parsed) : ['contents and generateContentRequest are exclusive'];
      rejections.push(...refused);
      if (refused.length > 0) return sendStatus(response, 400, 'INVALID_ARGUMENT', refused.join('\n'));
      return sendJson(response, 200, { totalTokens: tokensOf(asked ?? parsed) });
    }
    if (path !== `/v1beta/models/${MODEL}:streamGenerateContent` || query.get('alt') !== 'sse')
      return sendFailure(response, { type: 'failure', kind: 'not-found' }, window);
    requests.push(parsed);
    const refused = geminiRejects(parsed);
    rejections.push(...refused);
    if (refused.length > 0) return sendStatus(response, 400, 'INVALID_ARGUMENT', refused.join('\n'));
    const tokens = tokensOf(parsed);
    if (tokens > window) return sendStatus(response, 400, 'INVALID_ARGUMENT', tooLong(tokens, window));
    const told = await reply(requests.length, parsed);
    if (told.type === 'failure') return sendFailure(response, told, window);
    return sendEvents(response, eventsOf(told, tokens), told.delivery, OVERLOADED);
  });
  return {
    provider: gemini,
    model: MODEL,
    access: { apiKey: GEMINI_KEY, baseUrl: server.url },
    requests,
    rejections,
    close: server.close,
  };
};

function isAllowed({ headers, query }: WireRequest, response: ServerResponse, rejections: string[]): boolean {
  if (query.has('key')) rejections.push('the key is in the address');
  const key = headers['x-goog-api-key'];
  if (key === GEMINI_KEY) return true;
  if (key === undefined)
    sendStatus(
      response,
      403,
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    );
  else sendFailure(response, { type: 'failure', kind: 'auth' }, 0);
  return false;
}

/** Two pages; what makes no content is in them too. */
function modelPage(token: string | null, window: number): Json {
  const action = (name: string) => ['countTokens', name];
  const first = {
    name: `models/${MODEL}`,
    displayName: 'Gemini 3.8 Flash',
    inputTokenLimit: window,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: action('generateContent'),
    thinking: true,
  };
  const embedding = { name: 'models/gemini-embedding-2', supportedGenerationMethods: action('embedContent') };
  const second = {
    name: 'models/gemini-2.0-flash-lite',
    displayName: 'Gemini 2.0 Flash-Lite',
    inputTokenLimit: window,
    outputTokenLimit: 8192,
    supportedGenerationMethods: action('generateContent'),
  };
  return token === null ? { models: [first, embedding], nextPageToken: 'two' } : { models: [second] };
}

function tokensOf(body: Json): number {
  return Math.ceil(JSON.stringify(body).length / 4);
}
