/** Builds the preview of a compaction: its numbers and costs. */
import type { Plan } from '../compaction/plan.ts';
import type { MessageEntry } from '../thread/entry.ts';
import { lowerBoundOf } from '../thread/find-entry.ts';
import type { CompactionMethod, StepReport } from '../thread/strategy.ts';
import type { Thread } from '../thread/thread.ts';
import type { Prices } from '../tokens/prices.ts';

/** Prices are per million tokens. */
const MILLION = 1_000_000;

/** `prices` in US dollars per million tokens, where they are known; `making`: the summary's own call, in the same unit a token. */
export function previewOf(
  { draft, price }: Extract<Plan, { type: 'compaction' }>,
  {
    thread,
    prices,
    making,
    why,
  }: {
    readonly thread: Pick<Thread, 'messages' | 'items'>;
    readonly prices: Prices | undefined;
    readonly making?: { readonly strategy: 'native' | 'summarize'; readonly cost: number; readonly likelyCost: number };
    readonly why: Preview['why'];
  },
): Preview {
  const spans = draft.edits
    .flatMap((edit) => (edit.type === 'entries' ? [edit.span] : []))
    .sort((a, b) => a.from - b.from);
  const isGoing = ({ id }: MessageEntry) => (spans[lowerBoundOf(spans, id, ({ to }) => to)]?.from ?? id + 1) <= id;
  const goes = thread.messages.filter(isGoing);
  // Of what is in the context now: without the system prompt, the tools, and what an earlier compaction left.
  const stays = [...thread.items].filter((item) => item.type === 'entry' && !isGoing(item.entry));
  const freed = draft.steps.reduce((sum, step) => sum + step.tokensBefore, 0);
  return {
    tokensBefore: draft.tokensBefore,
    tokensAfter: draft.tokensAfter,
    estimated: draft.measured !== true,
    strategy: making?.strategy ?? draft.strategy,
    steps: making ? draft.steps.map((step) => asked(step, making.strategy)) : draft.steps,
    goes: { messages: goes.length, turns: goes.filter(({ origin }) => origin === 'typed').length, tokens: freed },
    stays: { messages: stays.length, tokens: stays.reduce((sum, { tokens }) => sum + tokens, 0) },
    ...(prices && {
      price: {
        summary: (making?.likelyCost ?? 0) / MILLION,
        summaryMost: (making?.cost ?? 0) / MILLION,
        recache: price.rewrite / MILLION,
        savedPerCall: price.savingPerCall / MILLION,
      },
    }),
    why,
  };
}

/** The step as the model or the provider would take it; the plan was made without either. */
function asked(step: StepReport, strategy: 'native' | 'summarize'): StepReport {
  return step.kind === 'extract' || step.kind === 'truncate' ? { ...step, kind: strategy } : step;
}

/** A compaction before it happens, as it would be done without asking a model first. Costs in US dollars where prices are known. */
export interface Preview {
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly estimated: boolean;
  readonly strategy: CompactionMethod;
  readonly steps: readonly StepReport[];
  /** Messages that leave the context, and the ones that stay word for word. */
  readonly goes: { readonly messages: number; readonly turns: number; readonly tokens: number };
  readonly stays: { readonly messages: number; readonly tokens: number };
  readonly price?: {
    /** Of the summary's own calls: likely, and at most. */
    readonly summary: number;
    readonly summaryMost: number;
    /** Of writing the new, smaller context to the provider's cache once. */
    readonly recache: number;
    /** Saved with each later call. */
    readonly savedPerCall: number;
  };
  /** `ask`: the turn waits for the answer; `manual`: nobody waits. */
  readonly why: 'manual' | 'ask';
}
