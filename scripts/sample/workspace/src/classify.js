/** What an answer, or the lack of one, means for the part that was sent. */
import { parseRetryAfter } from './retry-after.js';

/** Statuses that say "not now": 408 timeout, 425 too early, 429 too many, and what a gateway answers in front of a sick server. */
const LATER = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Codes of network errors that a second attempt may not meet. */
const TRANSIENT = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'UND_ERR_SOCKET']);

/**
 * @typedef {{ kind: 'acknowledged', status: number }
 *   | { kind: 'retry', status?: number, reason: string, retryAfterMs?: number }
 *   | { kind: 'refused', status?: number, reason: string }} Outcome
 */

/**
 * @param {{ status: number, headers?: Record<string, string>, body?: string }} answer
 * @returns {Outcome}
 */
export function classifyAnswer(answer) {
  const { status, headers = {}, body = '' } = answer;
  if (status >= 200 && status < 300) return { kind: 'acknowledged', status };
  if (LATER.has(status)) {
    return {
      kind: 'retry',
      status,
      reason: `the server answered ${status}`,
      retryAfterMs: parseRetryAfter(headers['retry-after']),
    };
  }
  const detail = body.trim().split('\n', 1)[0].slice(0, 120);
  return {
    kind: 'refused',
    status,
    reason: detail ? `the server answered ${status}: ${detail}` : `the server answered ${status}`,
  };
}

/**
 * @param {unknown} error what the transport threw
 * @returns {Outcome}
 */
export function classifyError(error) {
  const code = error?.cause?.code ?? error?.code;
  if (error?.name === 'TimeoutError') return { kind: 'retry', reason: 'no answer in time' };
  if (TRANSIENT.has(code)) return { kind: 'retry', reason: `the connection broke (${code})` };
  return { kind: 'refused', reason: `the request could not be made: ${error?.message ?? error}` };
}
