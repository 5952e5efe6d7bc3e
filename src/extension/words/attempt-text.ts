/** The sentence for a compaction that failed or was cancelled, in documents. */
import { assertNever } from '../../core/lang/assert-never.ts';
import { translateOwn } from '../../core/lang/own-sentences.ts';
import type { CompactionAttempt } from '../../core/thread/compaction-attempt.ts';
import type { L10n } from '../l10n/l10n.ts';

export function attemptText({ end, detail }: Pick<CompactionAttempt, 'end' | 'detail'>, l10n: L10n): string {
  switch (end) {
    case 'cancelled':
      return l10n.t('Compaction cancelled; the thread was not changed');
    case 'failed':
      return detail === undefined
        ? l10n.t('Compaction failed; the thread was not changed')
        : l10n.t('Compaction failed; the thread was not changed: {0}', translateOwn(detail, l10n.t));
    default:
      return assertNever(end);
  }
}
