/** The words of a compaction's preview for what becomes of each part of the thread; those of its frame are in `turn-strings.ts`. */
import type { Preview } from '../../core/view/preview.ts';
import { count } from './format.ts';
import { plural, t } from './l10n.ts';

export const previewWords = {
  chosen: ({ label, goes }: NonNullable<Preview['chosen']>) =>
    goes ? t('Everything up to and including “{0}”', label) : t('Everything before “{0}”', label),
  results: (n: number) => plural(n, '{0} tool result', '{0} tool results'),
  turns: (from: number, to: number) => {
    if (to === 0) return t('Before the first turn');
    const first = Math.max(1, from);
    return first === to ? t('Turn {0}', count(to)) : t('Turns {0}–{1}', count(first), count(to));
  },
  times: (from: string, to: string) => (from === to ? from : t('{0}–{1}', from, to)),
  others: (n: number) => t('and {0} more', count(n)),
  repeated: (n: number) => plural(n, '{0} time', '{0} times'),
  beside: () => t('System prompt, tools, instructions'),
  pin: () => t('Pin'),
  unpin: () => t('Unpin'),
  pinned: (label: string) => t('Pin, so that it stays: {0}', label),
  unpinned: (label: string) => t('Unpin: {0}', label),
  pinMore: () => t('Pin a message that would go'),
  unknownCost: () => t('not known before'),
  afterUndo: (next: NonNullable<Preview['afterUndo']>, at: string | undefined) => {
    if (next === 'never' || at === undefined) return t('You have undone a compaction. None begins by itself now.');
    return next === 'asks'
      ? t('You have undone a compaction. From {0} on, Spool asks before it compacts again.', at)
      : t('You have undone a compaction. From {0} on, Spool compacts again, as a larger request does not fit.', at);
  },
};
