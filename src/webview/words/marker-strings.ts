/** The words of a compaction's marker in its one line, and of what is announced of it. */
import { assertNever } from '../../core/lang/assert-never.ts';
import type { CompactionMethod } from '../../core/thread/strategy.ts';
import type { AttemptRow, MarkerRow } from '../../core/view/row.ts';
import { recordedCompactionText } from '../../core/view/row-words.ts';
import { count, spoken } from './format.ts';
import { plural, t } from './l10n.ts';

export const marker = {
  name: (time: string) => t('Compaction, {0}', time),
  done: (by: MarkerRow['trigger']) => {
    const names: Record<typeof by, () => string> = {
      recorded: () => recordedCompactionText(t),
      model: () => t('Compacted by the model'),
      manual: () => t('Compacted'),
      auto: () => t('Compacted'),
    };
    return names[by]();
  },
  undone: () => t('Compaction undone'),
  running: () => t('Compacting'),
  importing: (name: string) => t('Importing {0}', name),
  change: (before: string, after: string) => t('{0} → {1} tokens', before, after),
  turns: (n: number, strategy: CompactionMethod) => {
    switch (strategy) {
      case 'truncate':
        return plural(n, '{0} turn left out', '{0} turns left out');
      case 'native':
      case 'summarize':
      case 'extract':
      case 'replace':
      case 'outputs':
      case 'disabled':
        return plural(n, '{0} turn summarized', '{0} turns summarized');
      default:
        return assertNever(strategy);
    }
  },
  span: (from: string | undefined, to: string) =>
    from === undefined ? t('up to checkpoint {0}', to) : t('checkpoint {0} → {1}', from, to),
  restored: (n: number) => plural(n, '{0} turn restored', '{0} turns restored'),
  automatic: () => t('automatic'),
  strategy: (strategy: CompactionMethod) => {
    const names: Record<CompactionMethod, () => string> = {
      native: () => t('Compaction by the provider'),
      summarize: () => t('Summary by a model'),
      extract: () => t('Excerpt without a model'),
      truncate: () => t('Older messages left out'),
      disabled: () => t('None'),
      replace: () => t('Ranges that the model chose'),
      outputs: () => t('Tool results alone'),
    };
    return names[strategy]();
  },
  said: (before: number, after: number) =>
    Math.min(before, after) >= 10_000
      ? t('Compacted: {0} to {1} thousand tokens', count(before / 1000), count(after / 1000))
      : t('Compacted: {0} to {1} tokens', spoken(before), spoken(after)),
  saidAttempt: (end: AttemptRow['end']) =>
    end === 'failed' ? t('Compaction failed, thread unchanged') : t('Compaction cancelled, thread unchanged'),
  saidPlain: () => t('Compacted'),
  saidUndone: () => t('Compaction undone'),
};
