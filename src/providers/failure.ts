/** What a provider's refusal means, from the status, the code and the words that it came with. */
import type { ModelError } from '../core/agent/model-event.ts';
import { isOverflow } from './overflow.ts';

export interface Failure {
  /** HTTP; absent for an error inside a stream, or where nobody answered. */
  readonly status?: number | undefined;
  /** The provider's machine-readable name for it. */
  readonly code?: string | undefined;
  readonly message: string;
  /** The value of a `retry-after` or `retry-after-ms` header, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

/** The error in our words; the provider's message is kept. */
export function failureOf({ status, code = '', message, retryAfter }: Failure): ModelError {
  return { kind: kindOf(status, code, message), message, ...(retryAfter !== undefined && { retryAfter }) };
}

function kindOf(status: number | undefined, code: string, message: string): ModelError['kind'] {
  if (isOverflow(status, code, message)) return 'overflow';
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return /insufficient_quota|billing/i.test(`${code} ${message}`) ? 'auth' : 'rate-limit';
  if (status === 408 || status === 409) return 'network';
  if (status !== undefined && status >= 500) return 'overloaded';
  if (status !== undefined) return 'invalid-request';
  if (/rate_limit/i.test(code)) return 'rate-limit';
  if (/overloaded|server_error|api_error|unavailable/i.test(code)) return 'overloaded';
  if (/auth|permission|api_key/i.test(code)) return 'auth';
  return code === '' ? 'network' : 'invalid-request';
}

/** Milliseconds that `retry-after-ms` or `retry-after` (seconds, or a date) asks for; undefined without either. */
export function retryAfterOf(headers: Headers | undefined, now: number): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const value = headers?.get('retry-after') ?? undefined;
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
