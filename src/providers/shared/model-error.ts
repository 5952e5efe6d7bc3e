/** Classifies a provider's error by status, code and message. */
import type { ModelError } from '../../core/agent/model-event.ts';
import { namesRequest } from '../../core/agent/refusals/find-concession.ts';
import { speaksOfBytes, speaksOfOverflow } from '../../core/agent/refusals/parse-overflow.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { isOverflow } from './overflow.ts';
import { believable, isQuotaRefusal, isSpent, resetIn, waitOf } from './quota.ts';
import { isAboutRequest, isWrittenByModel } from './request-refusal.ts';
import { saidKind } from './said-kind.ts';

export interface Failure {
  /** HTTP; absent for an error inside a stream, or where nobody answered. */
  readonly status?: number | undefined;
  /** The provider's machine-readable name for it. */
  readonly code?: string | undefined;
  readonly message: string;
  /** Milliseconds until it may be asked again, as the server says. */
  readonly retryAfter?: number | undefined;
}

/** The error in our words; the provider's message is kept. A wait of more than a year counts as none. */
export function modelErrorOf({ status, code = '', message: said, retryAfter: named }: Failure): ModelError {
  const retryAfter = believable(named);
  // A proxy answers 413 to too many bytes, whatever its page says; a server that means tokens says so.
  const isBare = status === 413 && !/\btokens?\b/i.test(said) && !speaksOfBytes(said) && !speaksOfOverflow(said);
  const message = isBare ? ownSentence('withStatus', said, 413) : said;
  return {
    kind: kindOf({ status, code, message, retryAfter }),
    message,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** xAI answers 400 to a wrong key: "Incorrect API key provided: xa***90." */
const WRONG_KEY = /(incorrect|invalid) api key|api key (not valid|expired|provided is)/i;

/** Gateways answer 400 to whatever failed behind them: "The engine is currently overloaded, please try again later" (Moonshot). */
const BUSY =
  /\boverloaded\b|(?:try|retry) (?:again )?(?:later|in a (?:moment|few))|temporarily unavailable|at capacity/i;

function kindOf({ status, code = '', message, retryAfter }: Failure): ModelError['kind'] {
  if (isOverflow(status, code, message)) return 'overflow';
  const said = `${code} ${message}`;
  if (status === 402) return 'quota';
  if (status === 401 || status === 403) return isSpent(code, message) ? 'quota' : 'auth';
  if (status === 429) return isQuotaRefusal(code, message, retryAfter) ? 'quota' : 'rate-limit';
  if (status === 408 || status === 409) return 'network';
  if (isWrittenByModel(said)) return 'empty';
  if ((status === undefined || (status >= 500 && status <= 502)) && isAboutRequest(message)) return 'invalid-request';
  if (status !== undefined && status >= 500) return 'overloaded';
  if (status === 400 && isSpent(code, message)) return 'quota';
  if (status === 400 && WRONG_KEY.test(message)) return 'auth';
  if (status === 400 && BUSY.test(message) && !namesRequest(message)) return 'overloaded';
  if (status !== undefined) return 'invalid-request';
  if (isSpent(code, message)) return 'quota';
  const found = saidKind(code, '') ?? saidKind('', message) ?? (code === '' ? 'network' : 'invalid-request');
  return found === 'rate-limit' && isQuotaRefusal(code, message, retryAfter) ? 'quota' : found;
}

/** The HTTP status that would have gone with an error which came without one. */
export function statusOf(failure: Failure): number {
  return STATUSES[modelErrorOf(failure).kind] ?? 400;
}

const STATUSES: Partial<Record<ModelError['kind'], number>> = {
  'rate-limit': 429,
  quota: 429,
  overloaded: 503,
  auth: 401,
};

/**
 * Milliseconds that `retry-after-ms` or `retry-after` (seconds, or a time) asks for, else until the limits that have nothing left are
 * reset; undefined where no header says so.
 */
export function retryAfterOf(headers: Headers | undefined, now: number): number | undefined {
  if (!headers) return undefined;
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const value = headers.get('retry-after') ?? undefined;
  return value === undefined ? resetIn(headers, now) : waitOf(value, now);
}
