/** Maps the end of a response to our end events. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { readField, readText } from '../../core/lang/read-value.ts';
import { streamError } from '../openai-shared/errors.ts';
import { endFor, meaningOf } from '../shared/finish-reason.ts';
import { messageOf } from '../shared/reply-values.ts';

type End = Extract<ModelEvent, { type: 'end' | 'error' }>;

/** A failure without any reason is not taken for a passing one. */
const NO_REASON = ownSentence('noReason');
const FAILED = ownSentence('failedSilently');

/** `event`: the type of the event that ended it, which says the same as the response's status. `refusal`: what the model said in place of a reply. */
export function replyEnd(event: string, response: unknown, hasCalls: boolean, refusal?: string): End {
  const status = readText(readField(response, 'status')) ?? event.replace('response.', '');
  const error = readField(response, 'error');
  if (status === 'failed' && !error) return { type: 'error', error: { kind: 'invalid-request', message: NO_REASON } };
  if (error) {
    const message = messageOf(readField(error, 'message')) ?? FAILED;
    return {
      type: 'error',
      error: streamError({ message, code: readText(readField(error, 'code')) ?? 'server_error' }),
    };
  }
  if (refusal !== undefined) return { type: 'error', error: { kind: 'refused', message: refusal } };
  if (status === 'incomplete') {
    const reason = readText(readField(response, 'incomplete_details', 'reason')) ?? '';
    return meaningOf(reason) === undefined ? { type: 'end', reason: 'length' } : endFor(reason, hasCalls);
  }
  return { type: 'end', reason: hasCalls ? 'calls' : 'done' };
}
