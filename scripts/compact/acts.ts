/** The ways in which the workbench compacts: as planned, with a given summary, or range by range. */
import type { CompactionOutcome } from '../../src/core/agent/compaction-outcome.ts';
import { runCompaction } from '../../src/core/agent/run-compaction.ts';
import type { CompactionConfig } from '../../src/core/compaction/config.ts';
import { gateAndMeasure } from '../../src/core/compaction/draft.ts';
import type { Limits } from '../../src/core/compaction/limits.ts';
import type { PlannedCompaction } from '../../src/core/compaction/plan-input.ts';
import { type CutPrice, priceOf } from '../../src/core/compaction/price.ts';
import { describeRefusal } from '../../src/core/compaction/replace/compact-tool.ts';
import { planReplace } from '../../src/core/compaction/replace/plan-replace.ts';
import type { Replacement } from '../../src/core/compaction/replace/replacement.ts';
import { ok } from '../../src/core/lang/result.ts';
import type { Thread } from '../../src/core/thread/thread.ts';
import { DEFAULT_PRICES } from '../../src/core/tokens/prices.ts';

export type Acted =
  | { readonly type: 'compacted'; readonly draft: PlannedCompaction; readonly price: CutPrice }
  | { readonly type: 'unchanged' | 'failed'; readonly reason: string };

export type Act = (thread: Thread) => Promise<Acted>;

/** As Compact Thread does. With `summary` that text is the summarizer's reply, whatever it is asked. */
export function strategyAct(config: CompactionConfig, limits: Limits, summary: string | undefined): Act {
  const model =
    summary === undefined
      ? undefined
      : {
          id: 'summary-file',
          modelKey: 'summary-file',
          window: limits.window,
          warm: false,
          prices: DEFAULT_PRICES,
          complete: async () => ok({ text: summary }),
        };
  return async (thread) => {
    const input = { thread, config, limits, trigger: 'manual' } as const;
    return actedOf(await runCompaction(input, { model }, { aborted: false }));
  };
}

/** Replaces ranges between checkpoints, through the gates that every writer passes. */
export function replaceAct(replacements: readonly Replacement[]): Act {
  return async (thread) => {
    const planned = planReplace({ thread, replacements, trigger: 'manual' });
    if (!planned.ok) return { type: 'failed', reason: describeRefusal(planned.error) };
    const settled = gateAndMeasure(thread, planned.value);
    if (settled.ok) return { type: 'compacted', draft: settled.value, price: priceOf({ thread }, settled.value) };
    return { type: 'failed', reason: `gate ${settled.error.gate}: ${settled.error.detail}` };
  };
}

function actedOf(outcome: CompactionOutcome): Acted {
  switch (outcome.type) {
    case 'compacted':
    case 'unchanged':
      return outcome;
    case 'cancelled':
      return { type: 'failed', reason: 'cancelled' };
    case 'vetoed':
      return { type: 'failed', reason: `vetoed by ${outcome.by}: ${outcome.reason}` };
    case 'summary-failed':
      return { type: 'failed', reason: `${outcome.reason}${outcome.detail && `: ${outcome.detail}`}` };
    case 'failed':
      return { type: 'failed', reason: `gate ${outcome.gate.gate}: ${outcome.gate.detail}` };
    case 'refused': {
      const off = outcome.reason === 'switched-off';
      return {
        type: 'failed',
        reason: off ? 'spool.compaction.enabled is false' : 'spool.compaction.strategy is "disabled"',
      };
    }
  }
}
