/** Maps errors of the `openai` library to our error type. */
import { APIConnectionError, APIError } from 'openai';
import type { ModelError } from '../../core/agent/model-event.ts';
import { copyJson } from '../../core/lang/cap-depth.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { connectionError, displayUrl, NotTheApi, notTheApi, withoutKey } from '../shared/connection-errors.ts';
import { modelErrorOf, retryAfterOf } from '../shared/model-error.ts';
import { durationIn, waitOf } from '../shared/quota.ts';
import { type ErrorBody, errorBody } from './normalize-errors.ts';

/** Where a call went, and with what. */
export interface Endpoint {
  readonly url: string;
  readonly apiKey: string;
}

/** Codes of OpenAI (`ResponseError`) and Azure for what their policies don't let pass. */
const REFUSED = /content_filter|content_policy|policy_violation|invalid_prompt|bio_policy|cyber_policy/;

/** The error, the provider's message kept but for the key; a failure to connect names the address. */
export function endpointError(thrown: unknown, { url, apiKey }: Endpoint): ModelError {
  return withoutKey(kindOf(thrown, displayUrl(url)), apiKey);
}

/** An error that came inside a stream. */
export function streamError(said: ErrorBody, retryAfter?: number): ModelError {
  if (REFUSED.test(said.code ?? '')) return { kind: 'refused', message: said.message };
  const reset = said.reset === undefined ? undefined : waitOf(said.reset, Date.now());
  return modelErrorOf({ ...said, retryAfter: retryAfter ?? reset ?? pauseIn(said.message) });
}

/** Milliseconds: inside a stream there is no header, and OpenAI says "Please try again in 25.358s", "in 6m0s", "in 120ms". */
function pauseIn(message: string): number | undefined {
  const [, pause = ''] = /try again in (\S+)/i.exec(message) ?? [];
  return durationIn(pause);
}

function kindOf(thrown: unknown, address: string): ModelError {
  if (thrown instanceof NotTheApi) return notTheApi(thrown, address, 'OpenAI');
  if (thrown instanceof APIError && !(thrown instanceof APIConnectionError)) {
    const said = errorBody(copyJson(thrown.error), thrown.message);
    const message = said.message || ownSentence('noMessage', address, `${thrown.status}`);
    const status = thrown.status ?? said.status;
    const isAddressWrong = status === 404 && !/model/i.test(`${said.code} ${message}`);
    const told = isAddressWrong ? ownSentence('askedAt', message, address) : message;
    return streamError(
      { ...said, message: told, ...(status !== undefined && { status }) },
      retryAfterOf(thrown.headers, Date.now()),
    );
  }
  return connectionError('connectionFailed', address, thrown);
}
