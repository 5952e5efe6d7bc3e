/** The message beside a model's summary that holds what the person typed, so that no rule depends on a model's memory. */
import type { Message } from '../../message/message.ts';
import type { Thread } from '../../thread/thread.ts';
import { estimateMessage } from '../../tokens/estimate.ts';
import { userRequestsSection } from '../extract/user-requests.ts';
import { TYPED_SHARE } from '../extract/weights.ts';
import { type DroppedRun, originals, userText } from '../local-strategies.ts';
import { TYPED_LABEL } from '../notes.ts';

/** Tokens of the label and of the message around it. */
const LABEL_TOKENS = 40;

export interface TypedRecord {
  /** One, or none. */
  readonly messages: readonly Message[];
  readonly tokens: number;
  /** Of the list in it, without the label. */
  readonly sectionTokens: number;
}

/**
 * The short typed messages of what goes, whole, those with rules first; whatever an earlier compaction made of them. At most `room` tokens.
 * Linear.
 */
export function typedRecord(thread: Thread, runs: readonly DroppedRun[], room: number): TypedRecord {
  const entries = runs.flatMap((run) => originals(thread, run));
  const { text, tokens: sectionTokens } = userRequestsSection(entries, room - LABEL_TOKENS, 0);
  if (text === '') return { messages: [], tokens: 0, sectionTokens: 0 };
  const message = userText(`${TYPED_LABEL}\n\n${text}`);
  return { messages: [message], tokens: estimateMessage(message.blocks), sectionTokens };
}

/** In the share of the tokens that may replace all runs. */
export function typedRecordOf(thread: Thread, { runs, budgets }: TypedCut): TypedRecord {
  return typedRecord(thread, runs, Math.floor(budgets.reduce((sum, budget) => sum + budget, 0) * TYPED_SHARE));
}

interface TypedCut {
  readonly runs: readonly DroppedRun[];
  /** Tokens. */
  readonly budgets: readonly number[];
}
