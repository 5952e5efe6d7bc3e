/** Counts what needs the person for the panel's badge: open questions, and turns that ended while they saw another thread. */

import type { L10n } from '../l10n/l10n.ts';
import type { SessionState } from '../session/session-state.ts';

export interface Badge {
  readonly value: number;
  readonly tooltip: string;
}

/** `ends` is how many threads ended unseen. */
export function waitingBadge(states: readonly SessionState[], ends: number, l10n: L10n): Badge {
  const questions = states.reduce((sum, state) => sum + questionsIn(state), 0);
  const sentences = [
    ...(questions > 0 ? [l10n.plural(questions, '{0} question of the agent', '{0} questions of the agent')] : []),
    ...(ends > 0 ? [l10n.plural(ends, '{0} thread has finished', '{0} threads have finished')] : []),
  ];
  return { value: questions + ends, tooltip: sentences.join(' · ') };
}

/** Those of its thread that wait for an answer. */
function questionsIn({ question }: SessionState): number {
  return question ? question.view.waiting + 1 : 0;
}
