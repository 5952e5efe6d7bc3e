/** Maps the finish reasons of chat completions to our end events. */
import type { ModelEvent } from '../../core/agent/model-event.ts';

type End = Extract<ModelEvent, { type: 'end' | 'error' }>;

/** Servers say `stop` for calls too, and have words of their own for an ordinary end (`eos`, `end_turn`). */
export function replyEnd(finishReason: string, hasCalls: boolean): End {
  switch (finishReason) {
    case 'length':
    case 'max_tokens':
      return { type: 'end', reason: 'length' };
    case 'content_filter':
      return { type: 'error', error: { kind: 'refused', message: 'The reply was stopped by the content filter.' } };
    case 'error':
      return { type: 'error', error: { kind: 'overloaded', message: 'The server broke off the reply.' } };
    case 'model_context_window_exceeded':
      return { type: 'error', error: { kind: 'overflow', message: 'The context window of the model is exceeded.' } };
    default:
      return { type: 'end', reason: hasCalls ? 'calls' : 'done' };
  }
}
