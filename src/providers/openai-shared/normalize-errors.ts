/** A fetch that rewrites error responses to the one form that the `openai` library can read. */
import { startOf } from '../../core/lang/clip.ts';
import type { Json } from '../../core/lang/json.ts';
import { field, filledText, isList, isRecord, parseJson } from '../../core/lang/json-fields.ts';

/** What an error says, however the server that sent it nests that. */
export interface ErrorBody {
  readonly message: string;
  /** The machine-readable name, else the type. */
  readonly code?: string;
  /** HTTP, where the body of an answer that had begun well names one. */
  readonly status?: number;
}

/** What a page says is not worth more than this. */
const LONGEST = 2_000;

/**
 * A fetch whose refusals all have a body `{error: {message, code}}`. Servers differ (OpenAI and llama.cpp nest the error,
 * Mistral and vLLM don't, LM Studio and Ollama may give a bare text, FastAPI says `detail`), some send an error as a success,
 * and a wrong address answers with a web page or in one piece, which the library would take for an empty stream.
 */
export function normalizingFetch(from: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await from(input, init);
    const { ok, headers } = response;
    const type = headers.get('content-type') ?? '';
    const wantsStream = typeof init?.body === 'string' && init.body.includes('"stream":true');
    // Some servers stream as plain text; what has a length is no stream.
    const isWhole = wantsStream && /^text\/plain/i.test(type) && headers.has('content-length');
    if (ok && !isWhole && !/\b(html|json)\b/i.test(type)) return response;
    const text = await response.text();
    const parsed = parseJson(text);
    const body = parsed.ok ? parsed.value : undefined;
    const isPage = /\bhtml\b/i.test(type) || /^\s*<(!doctype|html)/i.test(text);
    const isRefusal = !ok || Boolean(field(body, 'error'));
    if (!isRefusal && !isPage && !wantsStream) return renewed(response, response.status, text);
    const error = isPage || !isRefusal ? pageError(response) : errorBody(body, text);
    const status = response.ok ? (error.status ?? 400) : response.status;
    return renewed(response, Math.max(400, status), JSON.stringify({ error }));
  };
}

/** The error in a body, or in what a library took out of one. */
export function errorBody(body: Json | undefined, text = ''): ErrorBody {
  const error = field(body, 'error') ?? body;
  const inner = isRecord(error) ? error : {};
  const { metadata } = inner;
  // OpenRouter, to what its moderation doesn't pass on.
  const isFlagged = isList(field(metadata, 'reasons'));
  const named = [inner.code, inner.type].find((name) => filledText(name) !== undefined);
  const code = isFlagged ? 'content_policy' : named;
  const raw = filledText(field(metadata, 'raw'));
  const message = [messageIn(error) ?? startOf(text, LONGEST), raw && startOf(raw, LONGEST)].filter(Boolean).join(': ');
  const status = Number(inner.code ?? inner.status);
  return {
    message,
    ...(typeof code === 'string' && { code }),
    ...(status >= 400 && status < 600 && { status }),
  };
}

function messageIn(error: Json | undefined): string | undefined {
  if (!isRecord(error)) return filledText(error);
  const said = error.message ?? error.detail;
  if (said === undefined || said === null) return undefined;
  return typeof said === 'string' ? said : JSON.stringify(said);
}

function pageError({ ok, status, headers }: Response): ErrorBody {
  const [type = ''] = (headers.get('content-type') ?? 'text/html').split(';');
  const isPlaceWrong = ok || status === 404 || status === 405;
  const message = `${/html/i.test(type) ? 'A web page' : type} came (HTTP ${status}) and not the answer of an API.${isPlaceWrong ? ' Is the base URL right?' : ''}`;
  return { message, code: 'web_page', ...(ok && { status: 404 }) };
}

function renewed({ headers }: Response, status: number, body: string): Response {
  const kept = new Headers(headers);
  // They are of the body as it came.
  for (const name of ['content-encoding', 'content-length']) kept.delete(name);
  kept.set('content-type', 'application/json');
  return new Response(body, { status, headers: kept });
}
