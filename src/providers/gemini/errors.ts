/** Maps errors of Gemini's SDK to our error type. */
import { ApiError } from '@google/genai/web';
import type { ModelError } from '../../core/agent/model-event.ts';
import { field, isList, parseJson, stringOf } from '../../core/lang/json-fields.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { connectionError, displayUrl, NotTheApi, notTheApi, withoutKey } from '../shared/connection-errors.ts';
import { modelErrorOf } from '../shared/model-error.ts';
import type { Access } from '../shared/provider.ts';
import { durationIn, untilPacificMidnight } from '../shared/quota.ts';

export const GEMINI_URL = 'https://generativelanguage.googleapis.com';

/** The error for a missing key. */
export const NO_KEY = new ApiError({ status: 401, message: ownSentence('noKey', 'Gemini') });

/** For `guardStream` and `guardCall`. */
export function errorsOf({ apiKey, baseUrl = GEMINI_URL }: Access): (thrown: unknown) => ModelError {
  const address = displayUrl(baseUrl);
  return (thrown) => withoutKey(errorOf(thrown, address), apiKey);
}

function errorOf(thrown: unknown, address: string): ModelError {
  if (thrown instanceof NotTheApi) return notTheApi(thrown, address, 'Gemini');
  if (!(thrown instanceof ApiError)) return connectionError('connectionFailed', address, thrown);
  const { status } = thrown;
  const { message, code, reason, retryAfter, isDaily } = parseBody(thrown.message);
  const failure = {
    status: reason === 'API_KEY_INVALID' ? 401 : status,
    code,
    message: readable(message, status, address),
  };
  if (status !== 429) return modelErrorOf({ ...failure, retryAfter });
  // Every refusal for its rate speaks of billing, and names a pause of seconds also where none is of use.
  if (/\blimit: 0\b/.test(message)) return { ...modelErrorOf(failure), kind: 'quota' };
  if (isDaily) return { ...modelErrorOf(failure), kind: 'quota', retryAfter: untilPacificMidnight(Date.now()) };
  return { ...modelErrorOf({ ...failure, retryAfter }), kind: 'rate-limit' };
}

interface Body {
  readonly message: string;
  readonly code?: string;
  readonly reason?: string;
  readonly retryAfter?: number;
  /** A limit on requests or tokens of a day is among those that are reached (`google.rpc.QuotaFailure`). */
  readonly isDaily: boolean;
}

/** The SDK's message is the body as JSON, in the stream behind a few words; `google.rpc.Status`, as cloud.google.com/apis/design/errors has it. */
function parseBody(text: string): Body {
  // In a stream Google answers with a list of one.
  const body = parseJson(text.slice(Math.max(0, text.search(/[[{]/))));
  const told = body.ok && isList(body.value) ? body.value[0] : body.ok ? body.value : undefined;
  const error = field(told, 'error');
  const listed = field(error, 'details');
  const details = isList(listed) ? listed : [];
  const code = stringOf(field(error, 'status'));
  const reason = details.map((detail) => stringOf(field(detail, 'reason'))).find((found) => found !== undefined);
  const delay = details.map((detail) => stringOf(field(detail, 'retryDelay'))).find((found) => found !== undefined);
  const retryAfter = durationIn(delay ?? '');
  const violations = details.flatMap((detail) => {
    const list = field(detail, 'violations');
    return isList(list) ? list : [];
  });
  return {
    isDaily: violations.some((violation) => /PerDay|per_day/.test(stringOf(field(violation, 'quotaId')) ?? '')),
    message: stringOf(field(error, 'message')) ?? text,
    ...(code !== undefined && { code }),
    ...(reason !== undefined && { reason }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

function readable(message: string, status: number, address: string): string {
  if (message.trim() === '') return ownSentence('statusOnly', address, status);
  if (!message.trimStart().startsWith('<')) return message;
  return ownSentence('geminiWebPage', status, address);
}
