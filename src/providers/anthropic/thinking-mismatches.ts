/** Remembers threads whose signed thinking the provider refused or would refuse, so that later requests drop such blocks. */
import { BadRequestError } from '@anthropic-ai/sdk';
import type { ModelRequest } from '../../core/agent/ports.ts';

/** The words of the refusal; it has no code (platform.claude.com, "Fix a thinking block bound to a different conversation"). */
const OTHER_CONVERSATION = /bound to a different conversation/i;

/**
 * What remedies it is what a boundary asks for: the failing thoughts are dropped, in this and every later request of the
 * thread. Kept for as long as the model is; forgotten, it is found again at the price of one refusal.
 */
export class ThinkingMismatches {
  readonly #threads = new Set<string>();
  /** By thread: the system prompt and tools of its newest request, as JSON. */
  readonly #prefixes = new Map<string, string>();

  /** The request, changed to drop mismatched thinking if its thread needs that. */
  repaired<R extends ModelRequest>(request: R): R {
    this.#follow(request);
    return this.#threads.has(request.thread) ? { ...request, isEdited: true } : request;
  }

  /** Other tools are offered once a workspace is trusted or a setting changes: no thought was made after those. */
  #follow({ thread, system, tools, toolChoice }: ModelRequest): void {
    // No reply to a request for a summary is sent back.
    if (toolChoice === 'none') return;
    const prefix = JSON.stringify([system, tools]);
    const before = this.#prefixes.get(thread) ?? prefix;
    if (before !== prefix) this.#threads.add(thread);
    this.#prefixes.set(thread, prefix);
  }

  /** Whether the error is such a mismatch, so that the request should be sent again. */
  finds({ thread, isEdited }: ModelRequest, thrown: unknown): boolean {
    if (isEdited || !(thrown instanceof BadRequestError) || !OTHER_CONVERSATION.test(thrown.message)) return false;
    this.#threads.add(thread);
    return true;
  }
}
