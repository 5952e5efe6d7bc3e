/** What to say where a thread has no limits to compact by: why, and which setting to change. */
import type { LimitProblem } from '../../core/compaction/limits.ts';
import { formatCount } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';

/** Why there are no limits, in one sentence with the setting to change (R41). */
export function limitProblemText(problem: LimitProblem, l10n: L10n): string {
  if (problem.type === 'reserve-too-large') {
    return l10n.t(
      'spool.model.reserveTokens (or the longest reply in Model Options…) leaves no room: {0} tokens are reserved of a window of {1}. Make it smaller.',
      formatCount(problem.reserve, l10n.locale),
      formatCount(problem.window, l10n.locale),
    );
  }
  if (problem.model === undefined) {
    return l10n.t(
      'No message of this thread names its model, so its context window is not known. Set Context Window… sets it for all such threads.',
    );
  }
  return l10n.t('The context window of the model {0} is not known. Set Context Window… sets it.', problem.model);
}
