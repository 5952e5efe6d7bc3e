/** Classifies a provider's error by status, code and message. */
import type { ModelError } from '../../core/agent/model-event.ts';
import { namesRequest } from '../../core/agent/refusals/find-concession.ts';
import { speaksOfBytes, speaksOfOverflow } from '../../core/agent/refusals/parse-overflow.ts';
import { isOverflow } from './overflow.ts';
import { isAboutRequest, isWrittenByModel } from './request-refusal.ts';
import { saidKind } from './said-kind.ts';

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
export function modelErrorOf({ status, code = '', message: said, retryAfter }: Failure): ModelError {
  // A proxy answers 413 to too many bytes, whatever its page says; a server that means tokens says so.
  const isBare = status === 413 && !/\btokens?\b/i.test(said) && !speaksOfBytes(said) && !speaksOfOverflow(said);
  const message = isBare ? `${said} (HTTP 413)` : said;
  return { kind: kindOf(status, code, message), message, ...(retryAfter !== undefined && { retryAfter }) };
}

/**
 * The account behind a key pays for nothing more, which no repetition mends. Anthropic: "Your credit balance is too low to access
 * the Anthropic API."; OpenAI and Gemini: "You exceeded your current quota, please check your plan and billing details."; DeepSeek
 * and Zhipu: "Insufficient Balance". A limit on the rate may speak of billing too.
 */
const UNPAID =
  /insufficient[ _](quota|balance|credits?|funds)|billing_(error|hard_limit)|credit balance is too low|exceeded your current quota/i;
/** xAI answers 400 to a wrong key: "Incorrect API key provided: xa***90." */
const WRONG_KEY = /(incorrect|invalid) api key|api key (not valid|expired|provided is)/i;

/** Gateways answer 400 to whatever failed behind them: "The engine is currently overloaded, please try again later" (Moonshot). */
const BUSY =
  /\boverloaded\b|(?:try|retry) (?:again )?(?:later|in a (?:moment|few))|temporarily unavailable|at capacity/i;

function kindOf(status: number | undefined, code: string, message: string): ModelError['kind'] {
  if (isOverflow(status, code, message)) return 'overflow';
  if (status === 401 || status === 402 || status === 403) return 'auth';
  const said = `${code} ${message}`;
  if (status === 429) return UNPAID.test(said) ? 'auth' : 'rate-limit';
  if (status === 408 || status === 409) return 'network';
  if (isWrittenByModel(said)) return 'empty';
  if ((status === 500 || status === 501 || status === undefined) && isAboutRequest(message)) return 'invalid-request';
  if (status !== undefined && status >= 500) return 'overloaded';
  if (status === 400 && (UNPAID.test(said) || WRONG_KEY.test(message))) return 'auth';
  if (status === 400 && BUSY.test(message) && !namesRequest(message)) return 'overloaded';
  if (status !== undefined) return 'invalid-request';
  return saidKind(code, '') ?? saidKind('', message) ?? (code === '' ? 'network' : 'invalid-request');
}

/** The HTTP status that would have gone with an error which came without one. */
export function statusOf(failure: Failure): number {
  return STATUSES[modelErrorOf(failure).kind] ?? 400;
}

const STATUSES: Partial<Record<ModelError['kind'], number>> = { 'rate-limit': 429, overloaded: 503, auth: 401 };

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
