/** The words of a row that the panel and the documents of a thread both show. */
import type { Translate } from '../lang/translate.ts';
import type { RowFate } from './row.ts';

const FATES: Readonly<Record<RowFate, (t: Translate) => string>> = {
  summarized: (t) => t('in summary'),
  native: (t) => t('compacted'),
  collapsed: (t) => t('collapsed'),
  trimmed: (t) => t('trimmed'),
  replaced: (t) => t('replaced'),
  left: (t) => t('left behind'),
  dropped: (t) => t('dropped'),
  kept: (t) => t('kept'),
  silent: (t) => t('kept'),
};

/** What the model still has of a row. */
export function rowFateText(fate: RowFate, t: Translate): string {
  return FATES[fate](t);
}

/** The row of a restore that put no files back. */
export function restoreRowText({ forward }: { readonly forward?: true }, t: Translate): string {
  return forward
    ? t('Went forward: the thread goes on from a message that was left behind')
    : t('Went back: the thread goes on from an earlier message');
}

/** A compaction of an imported thread, whose numbers may be unknown. */
export function recordedCompactionText(t: Translate): string {
  return t('Compacted by the recorded agent');
}
