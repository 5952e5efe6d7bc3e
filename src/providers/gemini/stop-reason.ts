/** Maps Gemini's finish reasons to our end events. */
import { FinishReason } from '@google/genai/web';
import type { ModelEvent } from '../../core/agent/model-event.ts';

type Ending = Extract<ModelEvent, { type: 'end' | 'error' }>;

/** Reasons for which the reply is no reply though the request may have been in order: the model got its form wrong. */
const MALFORMED: readonly string[] = [
  FinishReason.MALFORMED_FUNCTION_CALL,
  FinishReason.MALFORMED_RESPONSE,
  FinishReason.UNEXPECTED_TOOL_CALL,
  FinishReason.TOO_MANY_TOOL_CALLS,
  FinishReason.MISSING_THOUGHT_SIGNATURE,
];

/** All other reasons withhold the reply; the provider gives no more than their name. A reason that is no text says only that the reply is over. */
export function replyEnd(given: unknown, hasCalls: boolean): Ending {
  const reason = typeof given === 'string' ? given : FinishReason.STOP;
  if (reason === FinishReason.STOP) return { type: 'end', reason: hasCalls ? 'calls' : 'done' };
  if (reason === FinishReason.MAX_TOKENS || reason === FinishReason.CONTINUATION)
    return { type: 'end', reason: 'length' };
  if (MALFORMED.includes(reason)) {
    const message = `The model's reply has not the form that it must have (${reason}).`;
    return { type: 'error', error: { kind: 'invalid-request', message } };
  }
  return { type: 'error', error: { kind: 'refused', message: `Gemini withheld the reply (${reason}).` } };
}

/** A prompt that was blocked has no candidates. */
export function blockedEnd(reason: string): Ending {
  return { type: 'error', error: { kind: 'refused', message: `Gemini blocked the request (${reason}).` } };
}
