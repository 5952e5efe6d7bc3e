/** The words of a compaction or an import that runs. */
import { t } from './l10n.ts';

export const running = {
  runningName: () => t('Compaction in progress'),
  unchanged: () => t('The thread does not change until it is done.'),
};
