/** The words of the sign that other threads of the window work, ask or have finished. */
import type { OtherThreads } from '../../core/protocol/panel-state.ts';
import { plural, t } from './l10n.ts';

/** A sentence for each kind, and what a click does. */
export function othersLabel({ working, asking, ended }: OtherThreads): string {
  return [
    ...(asking > 0 ? [plural(asking, '{0} other thread asks you.', '{0} other threads ask you.')] : []),
    ...(working > 0 ? [plural(working, '{0} other thread is at work.', '{0} other threads are at work.')] : []),
    ...(ended > 0 ? [plural(ended, '{0} other thread has finished.', '{0} other threads have finished.')] : []),
    t('Open the list of threads.'),
  ].join(' ');
}
