/** Threads in which the provider found a thought's prefix changed although no boundary of ours changed it. */
import { BadRequestError } from '@anthropic-ai/sdk';
import type { ModelRequest } from '../../core/agent/ports.ts';

/** The words of the refusal; it has no code (platform.claude.com, "Fix a thinking block bound to a different conversation"). */
const OTHER_CONVERSATION = /bound to a different conversation/i;

/**
 * What remedies it is what a boundary asks for: the failing thoughts are dropped, in this and every later request of the
 * thread. Kept for as long as the model is; forgotten, it is found again at the price of one refusal.
 */
export class Mismatches {
  readonly #threads = new Set<string>();

  /** The request as it is to be sent now. */
  remedied<R extends ModelRequest>(request: R): R {
    return this.#threads.has(request.thread) ? { ...request, isEdited: true } : request;
  }

  /** Whether the request that was refused so is worth another try. */
  finds({ thread, isEdited }: ModelRequest, thrown: unknown): boolean {
    if (isEdited || !(thrown instanceof BadRequestError) || !OTHER_CONVERSATION.test(thrown.message)) return false;
    this.#threads.add(thread);
    return true;
  }
}
