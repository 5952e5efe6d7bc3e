/** What a person is shown of a compaction before it happens. */
import type { Plan } from '../compaction/plan.ts';
import type { Prices } from '../compaction/price.ts';
import type { Preview } from '../protocol/panel.ts';
import type { Thread } from '../thread/thread.ts';

/** Prices are per million tokens. */
const MILLION = 1_000_000;

/** `prices` in US dollars per million tokens, where they are known; `making`: what the summary's own call costs, in the same unit a token. */
export function previewOf(
  { draft, price }: Extract<Plan, { type: 'compaction' }>,
  {
    thread,
    prices,
    making = 0,
    why,
  }: {
    readonly thread: Pick<Thread, 'messages'>;
    readonly prices: Prices | undefined;
    readonly making?: number;
    readonly why: Preview['why'];
  },
): Preview {
  const goes = thread.messages.filter(({ id }) =>
    draft.edits.some((edit) => edit.type === 'entries' && edit.span.from <= id && id <= edit.span.to),
  );
  const freed = draft.steps.reduce((sum, step) => sum + step.tokensBefore, 0);
  return {
    tokensBefore: draft.tokensBefore,
    tokensAfter: draft.tokensAfter,
    estimated: draft.measured !== true,
    strategy: draft.strategy,
    steps: draft.steps,
    goes: { messages: goes.length, turns: goes.filter(({ origin }) => origin === 'typed').length, tokens: freed },
    stays: { messages: thread.messages.length - goes.length, tokens: Math.max(0, draft.tokensBefore - freed) },
    ...(prices && {
      price: {
        summary: making / MILLION,
        recache: price.rewrite / MILLION,
        savedPerCall: price.savingPerCall / MILLION,
      },
    }),
    why,
  };
}
