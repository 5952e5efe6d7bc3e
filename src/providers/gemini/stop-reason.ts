/** Maps Gemini's finish reasons to our end events. */
import { FinishReason } from '@google/genai/web';
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { endFor, meaningOf } from '../shared/finish-reason.ts';

type Ending = Extract<ModelEvent, { type: 'end' | 'error' }>;

const KNOWN: readonly string[] = Object.values(FinishReason);

/**
 * Each reason of the SDK's that has no other meaning withholds the reply; the provider gives no more than its name. One that is not
 * known yet ends what was said. One that is no text says only that the reply is over.
 */
export function replyEnd(given: unknown, { hasCalls, hasText }: { hasCalls: boolean; hasText: boolean }): Ending {
  const reason = typeof given === 'string' ? given : FinishReason.STOP;
  const meaning = meaningOf(reason);
  const isOrdinary = reason === FinishReason.STOP || (!KNOWN.includes(reason) && (hasCalls || hasText));
  if (meaning === 'refused' || (meaning === undefined && !isOrdinary))
    return { type: 'error', error: { kind: 'refused', message: ownSentence('geminiWithheld', reason) } };
  return endFor(reason, hasCalls);
}

/** A prompt that was blocked has no candidates. */
export function blockedEnd(reason: string): Ending {
  return { type: 'error', error: { kind: 'refused', message: ownSentence('geminiBlocked', reason) } };
}
