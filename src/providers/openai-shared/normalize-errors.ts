/** A fetch that rewrites error responses to the one form that the `openai` library can read. */
import { copyJson } from '../../core/lang/cap-depth.ts';
import { oneLine, startOf } from '../../core/lang/clip.ts';
import type { Json } from '../../core/lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, parseJson } from '../../core/lang/json-fields.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { readField } from '../../core/lang/read-value.ts';
import { eventResponse, eventsIn, renewed } from '../shared/event-response.ts';
import type { StreamEvent } from '../shared/event-stream.ts';
import { statusOf } from '../shared/model-error.ts';
import { saidKind } from '../shared/said-kind.ts';
import { isErrorEvent, spellEvent } from './spell-event.ts';

/** What an error says, however the server that sent it nests that. */
export interface ErrorBody {
  readonly message: string;
  /** The machine-readable name, else the type. */
  readonly code?: string;
  /** HTTP, where the body of an answer that had begun well names one. */
  readonly status?: number;
  /** When the limit ends, as `waitOf` reads it: OpenRouter has the header of its answer in the body. */
  readonly reset?: string;
}

/** What a page says is not worth more than this. */
const LONGEST = 2_000;

/**
 * A fetch whose refusals all have a body `{error: {message, code}}`, and whose answers to a request for a stream are streams that the
 * library can read to their end. Servers differ: OpenAI and llama.cpp nest the error, Mistral and vLLM don't, LM Studio and Ollama
 * may give a bare text, FastAPI says `detail`; some send an error, or the whole reply in one piece, as a success, and a wrong
 * address answers with a web page.
 */
export function normalizingFetch(from: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await from(input, init);
    const { ok, headers, body } = response;
    const type = headers.get('content-type') ?? '';
    const wantsStream = typeof init?.body === 'string' && init.body.includes('"stream":true');
    const isHtml = /\bhtml\b/i.test(type);
    if (ok && wantsStream && body && !isHtml) return readableStream(response, body);
    const head = ok && wantsStream && body ? await peek(body) : undefined;
    if (head && !isPageText(head.start)) return readableStream(response, head.body);
    if (ok && !wantsStream && !/\b(html|json)\b/i.test(type)) return response;
    const text = await (head ? new Response(head.body) : response).text();
    const parsed = parseJson(text);
    const said = parsed.ok ? parsed.value : undefined;
    const isPage = isHtml || isPageText(text);
    if (ok && !isPage && !field(said, 'error')) return renewed(response, text, 'application/json');
    return refusal(response, isPage ? pageError(response, text) : errorBody(said, text));
  };
}

/** The first piece of a body as text, and the body as it was. Servers in PHP call streams HTML where nobody told them otherwise. */
async function peek(body: ReadableStream<Uint8Array>): Promise<{ start: string; body: ReadableStream<Uint8Array> }> {
  const [head, whole] = body.tee();
  const reader = head.getReader();
  const { value } = await reader.read();
  // The other branch is read on, and this promise settles with it.
  void reader.cancel();
  return { start: new TextDecoder().decode(value), body: whole };
}

/** An error that comes before anything else is a refusal, whatever the status says. */
async function readableStream(response: Response, body: ReadableStream<Uint8Array>): Promise<Response> {
  const reader = eventsIn(body).getReader();
  const first = await reader.read();
  const error = first.value && firstError(response, first.value);
  if (error) {
    // The rest of the answer has no reader.
    await reader.cancel().catch(() => {});
    return refusal(response, error);
  }
  let isFirst = true;
  const events = new ReadableStream<StreamEvent>(
    {
      async pull(controller) {
        const { done, value } = isFirst ? first : await reader.read();
        isFirst = false;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return eventResponse(response, events, spellEvent);
}

function firstError(response: Response, event: StreamEvent): ErrorBody | undefined {
  if (event.type === 'done') return undefined;
  if (isErrorEvent(event)) {
    const said = errorBody(copyJson(event.value), event.json);
    const type = response.headers.get('content-type') ?? '';
    // A text that is no known error comes from something else than an API: then the address is the mistake.
    const isOtherText = /^text\/plain/i.test(type) && response.ok && saidKind('', said.message) === undefined;
    return isOtherText || isPageText(said.message) ? pageError(response, said.message) : said;
  }
  const isWhole = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
  const isReply = ['choices', 'type', 'output'].some((key) => readField(event.value, key) !== undefined);
  return isWhole && !isReply ? pageError(response, event.json) : undefined;
}

function refusal(response: Response, error: ErrorBody): Response {
  const status = response.ok ? (error.status ?? statusOf(error)) : response.status;
  const { headers, statusText } = response;
  const refused = new Response(null, { status: Math.max(400, status), statusText, headers });
  return renewed(refused, JSON.stringify({ error }), 'application/json');
}

/** The error in a body, or in what a library took out of one. */
export function errorBody(body: Json | undefined, text = ''): ErrorBody {
  // Google answers with a list of one.
  const told = isList(body) ? body[0] : body;
  const named = field(told, 'error');
  const error = named === undefined || named === null || typeof named === 'boolean' ? told : named;
  const inner = isRecord(error) ? error : {};
  const { metadata } = inner;
  // OpenRouter, to what its moderation doesn't pass on.
  const isFlagged = isList(field(metadata, 'reasons'));
  const name = [inner.code, inner.type].find((one) => filledText(one) !== undefined);
  const code = isFlagged ? 'content_policy' : name;
  const raw = filledText(field(metadata, 'raw'));
  const said = messageIn(error) ?? startOf(text, LONGEST);
  // OAuth's form, which gateways use for theirs.
  const described = filledText(field(told, 'error_description'));
  const more = [raw, described, paramIn(inner, said)].map((words) => words && startOf(words, LONGEST));
  const message = withSizes([said, ...more].filter(Boolean).join(': '), inner, said);
  const status = Number(inner.code ?? inner.status);
  const reset = filledText(field(field(metadata, 'headers'), 'X-RateLimit-Reset')) ?? filledText(inner.reset);
  return {
    message,
    ...(typeof code === 'string' && { code }),
    ...(status >= 400 && status < 600 && { status }),
    ...(reset !== undefined && { reset }),
  };
}

const OLLAMA = ownSentence('ollamaApi');

function messageIn(error: Json | undefined): string | undefined {
  if (!isRecord(error)) return filledText(error);
  if (isRecord(error.message) && typeof error.done === 'boolean') return OLLAMA;
  const listed = isList(error.errors) ? field(error.errors[0], 'message') : undefined;
  const said =
    error.message ?? error.detail ?? error.msg ?? error.error_msg ?? listed ?? field(error.base_resp, 'status_msg');
  if (said === undefined || said === null) return undefined;
  return typeof said === 'string' ? said : JSON.stringify(said);
}

/** Parameters that hold the whole conversation: their name adds nothing to a message. */
const WHOLE_CONVERSATION = ['input', 'messages', 'prompt'];

/** The parameter that is meant, where the message does not name it; new-api puts the words of the server behind it there. */
function paramIn({ param }: ForeignRecord, said: string): string | undefined {
  const words = filledText(param);
  return words === undefined || said.includes(words) || WHOLE_CONVERSATION.includes(words) ? undefined : words;
}

/** llama.cpp and ds4 have the tokens in fields beside a message that may be without them. */
function withSizes(message: string, { n_prompt_tokens: tokens, n_ctx: size }: ForeignRecord, said: string): string {
  if (typeof tokens !== 'number' || typeof size !== 'number' || said.includes(String(size))) return message;
  return message === '' ? ownSentence('sizes', tokens, size) : ownSentence('saidWithSizes', message, tokens, size);
}

function isPageText(text: string): boolean {
  return /^\s*<(!doctype|html)/i.test(text);
}

/** What a page has for a title is the words of the server or proxy that wrote it. */
function pageError({ ok, status, headers }: Response, text = ''): ErrorBody {
  const [type = ''] = (headers.get('content-type') ?? 'text/html').split(';');
  const isPage = isPageText(text) || /html/i.test(type);
  const [, title = ''] = /<title[^>]{0,200}>([^<]{1,300})/i.exec(text.slice(0, LONGEST)) ?? [];
  const words = oneLine(isPage ? title : text, 200);
  const named = words === '' ? [status] : [status, words];
  const came = isPage
    ? ownSentence(words === '' ? 'pageCame' : 'pageSaid', ...named)
    : ownSentence(words === '' ? 'otherCame' : 'otherSaid', type, ...named);
  const kind = saidKind('', words);
  if (kind === 'overloaded' || kind === 'rate-limit') return { message: came, code: kind };
  const isAddressWrong = ok || status === 404 || status === 405;
  return {
    message: isAddressWrong ? ownSentence('isBaseUrlRight', came) : came,
    code: 'web_page',
    ...(ok && { status: 404 }),
  };
}
