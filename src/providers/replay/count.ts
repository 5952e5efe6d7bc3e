/** Estimates the usage of a replayed call, with a simulated cache. */
import type { ModelRequest } from '../../core/agent/ports.ts';
import type { Block, Message, TokenUsage } from '../../core/message/message.ts';
import { tokenUsage } from '../../core/message/usage.ts';
import { estimateMessage, estimateText } from '../../core/tokens/estimate.ts';

export class RequestCounter {
  /** The request before, of whatever thread: what this one begins with just like it is read from the cache. */
  #last: ModelRequest | undefined;

  /** The usage of a call; `reply` is what is answered. Linear in what is sent. */
  count(request: ModelRequest, reply: readonly Block[]): TokenUsage {
    const cacheRead = this.#cached(request);
    this.#last = request;
    return tokenUsage({ input: inputTokens(request) - cacheRead, cacheRead, output: estimateMessage(reply) });
  }

  #cached(request: ModelRequest): number {
    const last = this.#last;
    if (last?.thread !== request.thread || baseText(last) !== baseText(request)) return 0;
    const { messages } = request;
    const changed = messages.findIndex((message, at) => !isSame(message, last.messages[at]));
    return inputTokens({ ...request, messages: changed < 0 ? messages : messages.slice(0, changed) });
  }
}

export function inputTokens(request: Pick<ModelRequest, 'system' | 'tools' | 'messages'>): number {
  const said = request.messages.reduce((sum, { blocks }) => sum + estimateMessage(blocks), 0);
  return estimateText(baseText(request)) + said;
}

function baseText({ system, tools }: Pick<ModelRequest, 'system' | 'tools'>): string {
  const definitions = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return system + (definitions.length > 0 ? JSON.stringify(definitions) : '');
}

function isSame(a: Message, b: Message | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
