/** The heart of ferry: sends the parts of one upload, several at a time, until each of them has come to an end. */
import { nextDelay } from './backoff.js';
import { classifyAnswer, classifyError } from './classify.js';
import { E_PART_REFUSED } from './errors.js';
import { acknowledge, countStates, FINAL_STATES, fail, returnToPending, startAttempt } from './part.js';

export const DEFAULT_CONCURRENCY = 4;

/**
 * @typedef {object} Transport
 * @property {(part: import('./part.js').Part, signal?: AbortSignal) => Promise<{ status: number, headers?: Record<string, string>, body?: string }>} send
 */

/**
 * @param {object} options
 * @param {import('./part.js').Part[]} options.parts acknowledged ones are left alone
 * @param {Transport} options.transport
 * @param {{ now(): number, sleep(ms: number, signal?: AbortSignal): Promise<void> }} options.clock
 * @param {() => number} options.random for the jitter
 * @param {number} [options.concurrency] how many parts are on their way at once
 * @param {{ take(bytes: number, signal?: AbortSignal): Promise<void> }} [options.limiter]
 * @param {{ acknowledged(index: number): Promise<void> | void }} [options.keeper] remembers what was delivered
 * @param {object} [options.backoff] see backoff.js
 * @param {(event: object) => void} [options.onEvent]
 */
export function createQueue(options) {
  const { parts, transport, clock, random, limiter, keeper, backoff, onEvent = () => {} } = options;
  const concurrency = options.concurrency ?? DEFAULT_CONCURRENCY;
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError(`concurrency must be 1 or more, not ${concurrency}`);

  const waiting = parts.filter((part) => part.state === 'pending');

  async function sendOnce(part, signal) {
    const startedAt = clock.now();
    try {
      const answer = await transport.send(part, signal);
      return { ...classifyAnswer(answer), tookMs: clock.now() - startedAt };
    } catch (error) {
      return { ...classifyError(error), tookMs: clock.now() - startedAt };
    }
  }

  async function deliver(part, signal) {
    for (;;) {
      await limiter?.take(part.size, signal);
      if (signal?.aborted) return;

      startAttempt(part);
      const outcome = await sendOnce(part, signal);
      const seen = { part: part.index, attempt: part.attempts, status: outcome.status, tookMs: outcome.tookMs };

      if (outcome.kind === 'acknowledged') {
        acknowledge(part, outcome.status);
        onEvent({ type: 'acked', ...seen, bytes: part.size });
        await keeper?.acknowledged(part.index);
        return;
      }
      if (signal?.aborted) {
        returnToPending(part, outcome.status);
        return;
      }
      if (outcome.kind === 'refused') {
        fail(part, outcome.status, outcome.reason);
        onEvent({ type: 'failed', ...seen, code: E_PART_REFUSED, reason: outcome.reason });
        return;
      }

      const waitMs = outcome.retryAfterMs ?? nextDelay(part.attempts, random, backoff);
      returnToPending(part, outcome.status);
      onEvent({ type: 'retry', ...seen, waitMs });
      await clock.sleep(waitMs, signal);
      if (signal?.aborted) return;
    }
  }

  async function work(signal) {
    for (;;) {
      if (signal?.aborted) return;
      const part = waiting.shift();
      if (part === undefined) return;
      await deliver(part, signal);
    }
  }

  return {
    /**
     * Resolves when every part is in a final state, or soon after the signal aborts. Never rejects because of a part.
     * @param {AbortSignal} [signal]
     */
    async drain(signal) {
      onEvent({ type: 'start', left: waiting.length, acked: countStates(parts).acknowledged });
      await Promise.all(Array.from({ length: concurrency }, () => work(signal)));
      const counts = countStates(parts);
      const left = parts.filter((part) => !FINAL_STATES.includes(part.state)).length;
      onEvent({ type: left === 0 ? 'end' : 'aborted', acked: counts.acknowledged, left });
      return { counts, left, attempts: parts.reduce((sum, part) => sum + part.attempts, 0) };
    },
  };
}
