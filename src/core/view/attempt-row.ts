/** Builds the row of a compaction that failed or was cancelled. */
import { startOf } from '../lang/clip.ts';
import { ATTEMPT_REASONS } from '../thread/compaction-attempt.ts';
import type { CompactionAttemptEntry } from '../thread/entry.ts';
import { costInDollars } from './cost.ts';
import type { AttemptRow } from './row.ts';

/** Characters of the detail that the panel gets. */
const DETAIL_LIMIT = 4_000;

export function attemptRow(entry: CompactionAttemptEntry): AttemptRow {
  const { id, at, end, trigger, reason, detail, tokensBefore, measured, took } = entry;
  const cost = costInDollars(entry);
  return {
    type: 'attempt',
    key: `${id}`,
    entry: id,
    at,
    tokens: 0,
    end,
    trigger,
    ...(reason !== undefined && { reason: ATTEMPT_REASONS.find((known) => known === reason) ?? 'unknown' }),
    ...(detail !== undefined && { detail: startOf(detail, DETAIL_LIMIT) }),
    tokensBefore,
    estimated: measured !== true,
    took,
    ...(cost !== undefined && { cost }),
  };
}
