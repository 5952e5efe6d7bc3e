/** How a response ended. */
import type { Response } from 'openai/resources/responses/responses';
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { streamError } from '../openai-errors.ts';

type End = Extract<ModelEvent, { type: 'end' | 'error' }>;

const FILTERED = 'The reply was stopped by the content filter.';

/** `refusal`: what the model said in place of a reply. */
export function endOf({ status, error, incomplete_details }: Response, hasCalls: boolean, refusal?: string): End {
  if (status === 'failed' || error) {
    const { message = 'The response failed without a message.', code = 'server_error' } = error ?? {};
    return { type: 'error', error: streamError({ message, code }) };
  }
  if (refusal !== undefined) return { type: 'error', error: { kind: 'refused', message: refusal } };
  if (status === 'incomplete') {
    if (incomplete_details?.reason === 'content_filter')
      return { type: 'error', error: { kind: 'refused', message: FILTERED } };
    return { type: 'end', reason: 'length' };
  }
  return { type: 'end', reason: hasCalls ? 'calls' : 'done' };
}
