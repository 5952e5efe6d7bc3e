/** Maps errors of the Anthropic SDK to our error type, without the API key in the message. */
import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import type { ModelError } from '../../core/agent/model-event.ts';
import { startOf } from '../../core/lang/clip.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { readText } from '../../core/lang/read-value.ts';
import { connectionError, displayUrl, NotTheApi, notTheApi, withoutKey } from '../shared/connection-errors.ts';
import { modelErrorOf, retryAfterOf } from '../shared/model-error.ts';
import type { Access } from '../shared/provider.ts';
import { regainIn } from '../shared/quota.ts';
import { messageOf } from '../shared/reply-values.ts';
import { ANTHROPIC_URL } from './client.ts';

/** Maximum characters of a message. */
const LONGEST = 500;

/** For `guardStream` and `guardCall`. */
export function errorsOf({ apiKey, baseUrl = ANTHROPIC_URL }: Access): (thrown: unknown) => ModelError {
  const address = displayUrl(baseUrl);
  return (thrown) => withoutKey(errorOf(thrown, address), apiKey);
}

function errorOf(thrown: unknown, address: string): ModelError {
  if (thrown instanceof NotTheApi) return notTheApi(thrown, address, 'Claude');
  if (thrown instanceof APIConnectionError) return connectionError('notReached', address, thrown);
  if (thrown instanceof APIError) return answered(thrown, address);
  return connectionError('answerBrokeOff', address, thrown);
}

function answered(error: APIError, address: string): ModelError {
  const { status, type, errorCode, apiMessage, headers } = error;
  const isHtml = /<(!doctype|html)/i.test(error.message);
  const words = isHtml ? ownSentence('webPage', `${status}`) : startOf(error.message, LONGEST);
  const message = messageOf(apiMessage) ?? ownSentence('notClaude', address, words);
  const now = Date.now();
  return modelErrorOf({
    // Inside a stream an error has no status.
    status: status ?? (type === 'timeout_error' ? 504 : undefined),
    code: readText(errorCode) ?? readText(type),
    message,
    retryAfter: regainIn(message, now) ?? retryAfterOf(headers, now),
  });
}
