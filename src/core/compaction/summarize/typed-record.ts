/** The message beside a summary, or in place of what was left out, that holds what the person typed, so that no rule depends on a model's memory. */
import type { Message } from '../../message/message.ts';
import type { Thread } from '../../thread/thread.ts';
import { estimateMessage } from '../../tokens/estimate.ts';
import { userRequestsSection } from '../extract/user-requests.ts';
import { type DroppedRun, originals, userText } from '../local-strategies.ts';
import { TYPED_LABEL } from '../notes.ts';

/** Tokens of the label and of the message around it. */
const LABEL_TOKENS = 40;

export interface TypedRecord {
  /** Empty where nothing is recorded. */
  readonly text: string;
  /** The message with this text, or none. */
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
  const { text: section, tokens: sectionTokens } = userRequestsSection(entries, room - LABEL_TOKENS, 0);
  if (section === '') return { text: '', messages: [], tokens: 0, sectionTokens: 0 };
  const text = `${TYPED_LABEL}\n\n${section}`;
  const message = userText(text);
  return { text, messages: [message], tokens: estimateMessage(message.blocks), sectionTokens };
}

/** One for each run; `room` is the limit of all together, which the older runs use first. */
export function typedRecords(thread: Thread, runs: readonly DroppedRun[], room: number): readonly TypedRecord[] {
  let left = room;
  return runs.map((run) => {
    const record = typedRecord(thread, [run], left);
    left -= record.tokens;
    return record;
  });
}
