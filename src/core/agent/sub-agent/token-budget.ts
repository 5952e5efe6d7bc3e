/** Counts what the calls of a model use together, and makes no call that could exceed the limit. */
import { ownSentence } from '../../lang/own-sentences.ts';
import type { Message, TokenUsage } from '../../message/message.ts';
import { addUsage, tokenUsage } from '../../message/usage.ts';
import { estimateMessage, estimateText } from '../../tokens/estimate.ts';
import type { ModelError, ModelEvent } from '../model-event.ts';
import type { AgentModel, ModelRequest } from '../ports.ts';

/** A provider can count so much more than the estimate. */
const MARGIN = 1.3;
/** A reply of fewer tokens is not worth a call. */
const LEAST_REPLY = 500;

const SPENT: ModelError = { kind: 'refused', message: ownSentence('tokenLimit') };

export class TokenBudget {
  readonly #most: number;
  #used: TokenUsage = tokenUsage({});
  #hasRefused = false;
  /** Tokens that the provider counted in its last request for each one that was estimated. */
  #factor = 1;

  /** `most`: tokens of all calls together. */
  constructor(most: number) {
    this.#most = most;
  }

  get used(): TokenUsage {
    return this.#used;
  }

  /** A call was not made, since it could have exceeded the limit. */
  get hasRefused(): boolean {
    return this.#hasRefused;
  }

  get left(): number {
    return this.#most - this.#used.total;
  }

  /** How many tokens the provider would count of a request that is estimated at `size`. */
  countOf(size: number): number {
    return size * Math.max(1, this.#factor);
  }

  /** The model with its calls counted. The replies of its calls are made short enough for what is left. */
  counted(agent: AgentModel): AgentModel {
    const { compact } = agent;
    return {
      ...agent,
      stream: (request, signal) => this.#stream(agent, request, signal),
      ...(compact && {
        compact: async (request, signal) => {
          const size = sizeOf(request);
          if (!this.#affords(size)) return { ok: false, error: SPENT };
          const made = await compact(request, signal);
          if (made.ok) this.#add(made.value.usage ?? tokenUsage({ input: size }));
          return made;
        },
      }),
    };
  }

  async *#stream(
    agent: AgentModel,
    request: ModelRequest,
    signal: Parameters<AgentModel['stream']>[1],
  ): AsyncGenerator<ModelEvent> {
    const size = sizeOf(request);
    if (!this.#affords(size)) {
      yield { type: 'error', error: SPENT };
      return;
    }
    const maxTokens = Math.min(request.maxTokens, Math.floor(this.left - this.#mostOf(size)));
    const call = new CountedCall(size);
    try {
      for await (const event of agent.stream({ ...request, maxTokens }, signal)) {
        call.add(event);
        yield event;
      }
    } finally {
      this.#add(call.usage);
      const { reported } = call;
      if (reported && size > 0) this.#factor = (reported.total - reported.output) / size;
    }
  }

  #affords(size: number): boolean {
    const affords = this.left - this.#mostOf(size) >= LEAST_REPLY;
    if (!affords) this.#hasRefused = true;
    return affords;
  }

  #mostOf(size: number): number {
    return Math.max(size * MARGIN, this.countOf(size));
  }

  #add(usage: TokenUsage): void {
    this.#used = addUsage(this.#used, usage);
  }
}

/** The usage of one call: what was reported, else the estimate of what was sent and streamed. */
class CountedCall {
  readonly #size: number;
  #void = tokenUsage({});
  #reported: TokenUsage | undefined;
  #streamed = 0;

  constructor(size: number) {
    this.#size = size;
  }

  add(event: ModelEvent): void {
    switch (event.type) {
      case 'usage':
        this.#reported = event.usage;
        return;
      case 'text':
      case 'thinking':
        this.#streamed += estimateText(event.text);
        return;
      case 'input':
        this.#streamed += estimateText(event.json);
        return;
      case 'retry':
      case 'concession':
        // What was streamed until then is void, and was paid for.
        this.#void = this.usage;
        this.#reported = undefined;
        this.#streamed = 0;
        return;
      default:
        return;
    }
  }

  get reported(): TokenUsage | undefined {
    return this.#reported;
  }

  get usage(): TokenUsage {
    // A call that failed before its first word is not charged for.
    const estimated = this.#streamed > 0 ? tokenUsage({ input: this.#size, output: this.#streamed }) : tokenUsage({});
    return addUsage(this.#void, this.#reported ?? estimated);
  }
}

/** Estimated tokens of a request. */
function sizeOf({ system, messages, tools }: Pick<ModelRequest, 'system' | 'messages' | 'tools'>): number {
  const sent = messages.reduce((sum: number, { blocks }: Message) => sum + estimateMessage(blocks), 0);
  const described = tools.reduce((sum, tool) => sum + estimateText(JSON.stringify(tool)), 0);
  return estimateText(system) + sent + described;
}
