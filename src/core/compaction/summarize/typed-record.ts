/** The message beside a model's summary that holds what the person typed, so that no rule depends on a model's memory. */
import type { Message } from '../../message/message.ts';
import type { Thread } from '../../thread/thread.ts';
import { estimateMessage } from '../../tokens/estimate.ts';
import type { ContextCut } from '../cut.ts';
import { userRequestsSection } from '../extract/user-requests.ts';
import { originals, userText } from '../local-strategies.ts';
import { TYPED_LABEL } from '../notes.ts';

/** Tokens of the label and of the message around it. */
const LABEL_TOKENS = 40;

/** Of the tokens that replace what goes. */
const SHARE = 0.25;

export interface TypedRecord {
  /** One, or none. */
  readonly messages: readonly Message[];
  readonly tokens: number;
}

/** The short typed messages of what goes, whole, those with rules first; whatever an earlier compaction made of them. Linear. */
export function typedRecord(thread: Thread, { runs, budgets }: Pick<ContextCut, 'runs' | 'budgets'>): TypedRecord {
  const entries = runs.flatMap((run) => originals(thread, run));
  const room = Math.floor(budgets.reduce((sum, budget) => sum + budget, 0) * SHARE);
  const { text } = userRequestsSection(entries, room - LABEL_TOKENS, 0);
  if (text === '') return { messages: [], tokens: 0 };
  const message = userText(`${TYPED_LABEL}\n\n${text}`);
  return { messages: [message], tokens: estimateMessage(message.blocks) };
}
