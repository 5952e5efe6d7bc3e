/** Puts the first open question of the queue into the session's state, from which the panel draws its card. */
import type { L10n } from '../l10n/l10n.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import type { WaitingQuestion } from './question-queue.ts';
import { questionView } from './question-view.ts';

/** To be called with all open questions whenever they change. */
export function createQuestionShow(
  session: Pick<ThreadSession, 'state' | 'show'>,
  l10n: L10n,
): (questions: readonly WaitingQuestion[]) => void {
  return ([first, ...others]) => {
    const { question: shown, busy } = session.state;
    if (!first && !shown) return;
    if (!first) return session.show({ question: undefined });
    // A view is made once, as the difference of two files may be large.
    const view =
      shown?.view.id === first.id
        ? { ...shown.view, waiting: others.length }
        : questionView(first, others.length, l10n);
    // After a reload the turn begins with the question, before any call of the model.
    const inTools = busy?.type === 'turn' && busy.phase === 'waiting' && { busy: { ...busy, phase: 'tools' as const } };
    session.show({ question: { threadId: first.threadId, view }, ...inTools });
  };
}
