/** The words of a compaction that failed or was cancelled. */
import type { AttemptRow } from '../../core/view/row.ts';
import { t } from './l10n.ts';

export const attempt = {
  name: (title: string, time: string) => t('{0}, thread unchanged, {1}', title, time),
  title: (end: AttemptRow['end']) => {
    const names: Record<typeof end, () => string> = {
      failed: () => t('Compaction failed'),
      cancelled: () => t('Compaction cancelled'),
    };
    return names[end]();
  },
  unchanged: () => t('thread unchanged'),
  reason: (reason: NonNullable<AttemptRow['reason']>) => {
    const names: Record<typeof reason, () => string> = {
      'model-failed': () => t('The request for the summary failed.'),
      'empty-summary': () => t('The summary came back empty.'),
      'summary-refused': () => t('The summary would not have made the context smaller.'),
      unsound: () => t('The result would not have been a conversation that a model accepts.'),
      unknown: () => t('A newer version of Spool names the reason.'),
    };
    return names[reason]();
  },
  after: (time: string) => t('after {0}', time),
  size: (tokens: string) => t('{0} tokens', tokens),
  automatic: () => t('automatic'),
  retry: () => t('Retry'),
  again: () => t('Start Again'),
  withoutModel: () => t('Compact Without a Model'),
};
