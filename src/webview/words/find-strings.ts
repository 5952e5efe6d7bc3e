/** The words of the find bar and of the jumps by turn and compaction. */
import type { RowKind } from '../../core/view/row.ts';
import { MOST_HITS } from '../state/find.ts';
import { count } from './format.ts';
import { plural, t } from './l10n.ts';

export const find = {
  name: () => t('Find in thread'),
  field: () => t('Find'),
  previous: () => t('Previous match'),
  next: () => t('Next match'),
  close: () => t('Close find'),
  nothing: () => t('No results'),
  searching: () => t('Searching…'),
  /** `at` counts from 0; -1 before a row is shown. */
  place: (at: number, total: number) => {
    const all = total >= MOST_HITS ? t('{0} or more', count(total)) : count(total);
    return at < 0 ? all : t('{0} of {1}', count(at + 1), all);
  },
  found: (total: number) => plural(total, '{0} row found', '{0} rows found'),
  none: (kind: RowKind, back: boolean) => {
    const words: Readonly<Record<RowKind, readonly [string, string]>> = {
      turn: [t('There is no earlier turn'), t('There is no later turn')],
      marker: [t('There is no earlier compaction'), t('There is no later compaction')],
    };
    return words[kind][back ? 0 : 1];
  },
};
