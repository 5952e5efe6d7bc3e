/** Anthropic's API on loopback: messages, their count, compactions and models, as strict as the real one is said to be. */
import type { ServerResponse } from 'node:http';
import type { Json } from '../../src/core/lang/json.ts';
import { anthropic } from '../../src/providers/anthropic/adapter.ts';
import { eventsOf, OVERLOADED } from './anthropic-events.ts';
import { refuseLength, sendFailure, sendRefusal } from './anthropic-failures.ts';
import { BOUND, MODELS } from './anthropic-models.ts';
import { type Fields, type Refusal, refuseBody, refused, refuseHead } from './anthropic-rules.ts';
import { Seals } from './anthropic-seals.ts';
import type { FakeAnswer, FakeOptions, StartFake } from './fake.ts';
import { sendEvents, sendJson, startServer, type WireRequest } from './server.ts';

export const ANTHROPIC_KEY = 'the-key-of-the-fake';

export const startAnthropicFake: StartFake = async (options) => {
  const fake = new Fake(options);
  const server = await startServer((request, response) => fake.answer(request, response));
  return {
    provider: anthropic,
    model: BOUND,
    access: { apiKey: ANTHROPIC_KEY, baseUrl: server.url },
    requests: fake.requests,
    rejections: fake.rejections,
    close: server.close,
  };
};

class Fake {
  readonly requests: Json[] = [];
  readonly rejections: string[] = [];
  readonly #seals = new Seals();
  readonly #reply: FakeOptions['reply'];
  readonly #window: number | undefined;
  #pending = 0;

  constructor({ reply, window }: FakeOptions) {
    this.#reply = reply;
    this.#window = window;
  }

  async answer(request: WireRequest, response: ServerResponse): Promise<void> {
    const head = refuseHead(request.headers, Buffer.byteLength(request.body), ANTHROPIC_KEY);
    if (head) return sendRefusal(response, head);
    const { method, path, query } = request;
    if (method === 'GET' && path === '/v1/models') return sendModels(response, query.get('after_id'));
    const isCount = path === '/v1/messages/count_tokens';
    if (method !== 'POST' || (path !== '/v1/messages' && !isCount))
      return sendRefusal(response, { status: 404, type: 'not_found_error', message: 'Not Found' });
    const body = parse(request.body);
    if (typeof body === 'string') return this.#refuse(response, refused(`The request body is not valid JSON: ${body}`));
    if (!isCount) this.requests.push(JSON.parse(request.body));
    await this.#take(request, body, isCount, response);
  }

  async #take({ headers }: WireRequest, body: Fields, isCount: boolean, response: ServerResponse): Promise<void> {
    const betas = String(headers['anthropic-beta'] ?? '').split(/,\s*/);
    const refusal = refuseBody(body, betas, isCount);
    if (refusal) return this.#refuse(response, refusal);
    const { refusal: unsealed, dropped } = this.#seals.check(body, body.model === BOUND);
    if (unsealed) return this.#refuse(response, unsealed);
    const input = tokensOf(body);
    if (isCount) return sendJson(response, 200, { input_tokens: input });
    const own = MODELS.find(({ id }) => id === body.model)?.max_input_tokens ?? 0;
    const excess = refuseLength(
      input,
      Number(body.max_tokens),
      this.#window ?? own,
      Math.max(this.#window ?? own, own),
    );
    if (excess) return sendRefusal(response, excess);
    if (body.compaction !== undefined) return sendJson(response, 200, this.#compaction(body, input));
    this.#pending += 1;
    const told = await this.#reply(this.#pending, this.requests.at(-1) ?? null);
    if (told.type === 'failure') return sendFailure(response, told, input);
    const signature = this.#sign(body, told);
    const events = eventsOf(told, { model: String(body.model), input, signature, dropped });
    return sendEvents(response, events, told.delivery, OVERLOADED);
  }

  #sign(body: Fields, { thinking, calls = [] }: FakeAnswer): string {
    if (thinking === undefined) return '';
    this.#seals.remember(calls.map(({ id }) => id));
    return this.#seals.sign(body, thinking);
  }

  #compaction(body: Fields, input: number): Json {
    const { instructions } = body.compaction as { readonly instructions?: string };
    const summary = `A summary of what came before${instructions === undefined ? '.' : `, by these words: ${instructions}`}`;
    const none = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const step = { ...none, type: 'compaction', input_tokens: input, output_tokens: 20 };
    return JSON.parse(
      JSON.stringify({
        id: 'msg_fake',
        type: 'message',
        role: 'assistant',
        model: body.model,
        content: [this.#seals.compact(body, summary)],
        stop_reason: 'compaction',
        usage: { ...none, iterations: [step] },
      }),
    );
  }

  #refuse(response: ServerResponse, refusal: Refusal): void {
    this.rejections.push(refusal.message);
    sendRefusal(response, refusal);
  }
}

/** Two pages. */
function sendModels(response: ServerResponse, after: string | null): void {
  const data = after === null ? MODELS.slice(0, 2) : MODELS.slice(2);
  const [first, last] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
  sendJson(response, 200, { data, has_more: after === null, first_id: first, last_id: last });
}

function tokensOf({ system, tools, messages }: Fields): number {
  const counted = (key: string, value: unknown) => (key === 'cache_control' ? undefined : value);
  return Math.ceil(Buffer.byteLength(JSON.stringify([system, tools, messages], counted)) / 4);
}

/** The body, or what is wrong with it. */
function parse(text: string): Fields | string {
  try {
    const value: unknown = JSON.parse(text, (_key, inner) => {
      if (typeof inner === 'string' && /\p{Surrogate}/u.test(inner)) throw new Error('no low surrogate in string');
      return inner;
    });
    return typeof value === 'object' && value !== null ? { ...value } : 'no object';
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
}
