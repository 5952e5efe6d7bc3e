/** The words of a compaction or an import that runs. */
import { t } from './l10n.ts';

export const running = {
  runningName: () => t('Compaction in progress'),
  unchanged: () => t('The thread does not change until it is done.'),
  planned: () => t('Plan'),
  part: (at: number, of: number) => t('part {0} of {1}', at, of),
  goesOn: () => t('in progress'),
  check: () => t('Check the outcome, then write it'),
  typeOn: () => t('You can go on typing. The thread does not change until the last step.'),
};
