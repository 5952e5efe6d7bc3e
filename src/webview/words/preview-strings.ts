/** The words of a compaction's preview. */
import type { Preview } from '../../core/view/preview.ts';
import { count } from './format.ts';
import { plural, t } from './l10n.ts';

export const previewWords = {
  title: () => t('Compact this thread?'),
  nothingYet: () => t('nothing changed yet'),
  now: () => t('Now'),
  after: () => t('After'),
  what: (turns: number, messages: number) => {
    const held = plural(messages, '{0} message', '{0} messages');
    return turns > 0 ? t('{0}, {1}', plural(turns, '{0} turn', '{0} turns'), held) : held;
  },
  by: (strategy: string) => t('How: {0}', strategy),
  cost: (total: string) => t('Estimated cost: {0}', total),
  summary: () => t('Writing the summary'),
  recache: (n: string) => t('Sending {0} anew, once, as no cache has it', n),
  later: () => t('Each later request'),
  likely: (cost: string, most: string) => t('{0}, at most {1}', cost, most),
  less: (price: string) => t('{0} less', price),
  more: (price: string) => t('{0} more', price),
  pays: (requests: number) =>
    plural(requests, 'Pays for itself after {0} request.', 'Pays for itself after {0} requests.'),
  undoable: () => t('It can be undone.'),
  instructions: () => t('Instructions for the summary'),
  instruct: () => t('Add Instructions…'),
  compact: () => t('Compact'),
  without: () => t('Send without Compacting'),
  notNow: () => t('Not Now'),
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
