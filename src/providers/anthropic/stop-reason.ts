/** Maps Claude's stop reasons to our end events (platform.claude.com, "Stop reasons"). */
import type { Reply } from '../../core/agent/model-event.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { readField } from '../../core/lang/read-value.ts';
import { endFor } from '../shared/finish-reason.ts';
import { messageOf } from '../shared/reply-values.ts';

/** The final event; a reason that is not known yet, and no other server's, is an ordinary end. */
export function replyEnd(reason: string, details: unknown, hasCalls: boolean): Reply['end'] {
  switch (reason) {
    case 'tool_use':
      return { type: 'end', reason: 'calls' };
    case 'max_tokens':
      return { type: 'end', reason: 'length' };
    case 'refusal':
      return {
        type: 'error',
        error: {
          kind: 'refused',
          message: messageOf(readField(details, 'explanation')) ?? ownSentence('declined'),
        },
      };
    case 'model_context_window_exceeded':
      return {
        type: 'error',
        error: { kind: 'overflow', message: ownSentence('ranIntoWindow') },
      };
    default:
      return endFor(reason, hasCalls);
  }
}
