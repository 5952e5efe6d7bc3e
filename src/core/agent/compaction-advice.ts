/** What another extension can answer before a compaction: lines for the summary's instruction, or a veto. */
import { oneLine, startOf } from '../lang/clip.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import type { Strategy } from '../thread/strategy.ts';

/** A compaction that is about to begin. */
export interface CompactionNews {
  readonly trigger: CompactionEntry['trigger'];
  readonly strategy: Strategy;
  /** Tokens of the next request, by the gauge's measure. */
  readonly tokens: number;
  /** False where the next request could not be sent otherwise: nothing may leave a thread stuck. */
  readonly canVeto: boolean;
}

export interface Veto {
  /** The name that the extension gave itself. */
  readonly by: string;
  readonly reason: string;
}

export interface CompactionAdvice {
  /** Lines for the summary's instruction, beside those of the settings. */
  readonly directives: readonly string[];
  readonly veto?: Veto;
}

/** Ends within a bounded time, and never rejects. */
export type AskAdvice = (news: CompactionNews) => Promise<CompactionAdvice>;

const MOST_DIRECTIVES = 20;
/** UTF-16 units. */
const MOST_OF_DIRECTIVE = 1_000;
const MOST_OF_REASON = 300;

/** The advice within bounds: a directive is a few sentences, a reason is one line. */
export function boundedAdvice({ directives, veto }: CompactionAdvice): CompactionAdvice {
  const kept = directives.map((one) => startOf(one.trim(), MOST_OF_DIRECTIVE)).filter((one) => one !== '');
  return {
    directives: kept.slice(0, MOST_DIRECTIVES),
    ...(veto && { veto: { by: oneLine(veto.by, MOST_OF_REASON), reason: oneLine(veto.reason, MOST_OF_REASON) } }),
  };
}
