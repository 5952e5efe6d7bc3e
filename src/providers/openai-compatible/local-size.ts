/** Asks a server on this machine how large the window is that it gives to a model. No other server is asked. */
import type { Json } from '../../core/lang/json.ts';
import { field, isList, parseJson, stringOf } from '../../core/lang/json-fields.ts';
import { isLoopback } from '../shared/base-url.ts';
import { callFetch } from '../shared/call-fetch.ts';
import type { Access } from '../shared/provider.ts';
import { type Ask, LOCAL_SERVERS } from './local-servers.ts';
import { parseModels } from './models.ts';

/** Milliseconds for all answers together: the person waits for them. */
const PATIENCE_MS = 2_000;

/** Bytes of an answer. `/api/show` of a large model has some 100 kB. */
const MOST_BYTES = 4 << 20;

/** Whether the address is one of this machine, where a server may be asked more than the API of OpenAI has. */
export function isLocalServer({ baseUrl }: Pick<Access, 'baseUrl'>): boolean {
  return baseUrl !== undefined && URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
}

/**
 * Tokens of the model's window, undefined where the server does not say. A server is known by `owned_by` in its list of models;
 * one that can't be told apart, and lists no sizes, is asked in all ways. Never throws, and follows no redirection.
 */
export async function askLocalWindow(model: string, access: Access, signal?: AbortSignal): Promise<number | undefined> {
  const { baseUrl, idleMs = PATIENCE_MS } = access;
  if (baseUrl === undefined || !isLocalServer(access)) return undefined;
  const patience = AbortSignal.timeout(Math.min(idleMs, PATIENCE_MS));
  const limit = signal ? AbortSignal.any([signal, patience]) : patience;
  const list = await askJson(`${baseUrl}/models`, access, limit);
  const listed = list === undefined ? undefined : parseModels(list)?.find(({ id }) => id === model)?.size?.window;
  const owner = ownerOf(list, model);
  const known = LOCAL_SERVERS.filter((server) => owner !== undefined && server.owner.test(owner));
  if (known.length === 0 && listed) return listed;
  // Ollama's own paths, and those of the others, are beside `/v1`.
  const root = baseUrl.replace(/\/(api\/)?v\d+$/, '');
  const ask: Ask = (path, body) => askJson(`${root}${path}`, access, limit, body);
  const servers = known.length > 0 ? known : LOCAL_SERVERS;
  const windows = await Promise.all(servers.map((server) => server.window(model, ask)));
  return windows.find((window) => window !== undefined) ?? listed ?? undefined;
}

function ownerOf(list: Json | undefined, model: string): string | undefined {
  const data = field(list, 'data');
  const models = isList(data) ? data : [];
  return stringOf(field(models.find((one) => field(one, 'id') === model) ?? models[0], 'owned_by'));
}

async function askJson(url: string, access: Access, signal: AbortSignal, body?: Json): Promise<Json | undefined> {
  const { apiKey, fetch: from } = access;
  try {
    const response = await callFetch(from)(url, {
      signal,
      headers: {
        accept: 'application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await readText(response);
    const parsed = response.ok && text !== undefined ? parseJson(text) : undefined;
    return parsed?.ok ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined where it is too long. */
async function readText({ body }: Response): Promise<string | undefined> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) return undefined;
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
