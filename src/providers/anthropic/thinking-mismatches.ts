/** Remembers threads whose signed thinking the provider refused, so that later requests drop such blocks. */
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

  /** The request, changed to drop mismatched thinking if its thread needs that. */
  repaired<R extends ModelRequest>(request: R): R {
    return this.#threads.has(request.thread) ? { ...request, isEdited: true } : request;
  }

  /** Whether the error is such a mismatch, so that the request should be sent again. */
  finds({ thread, isEdited }: ModelRequest, thrown: unknown): boolean {
    if (isEdited || !(thrown instanceof BadRequestError) || !OTHER_CONVERSATION.test(thrown.message)) return false;
    this.#threads.add(thread);
    return true;
  }
}
