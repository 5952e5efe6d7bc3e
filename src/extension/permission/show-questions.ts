/** Puts the first open question of each thread into its session's state, from which the panel draws the card. */
import type { L10n } from '../l10n/l10n.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import type { WaitingQuestion } from './question-queue.ts';
import { questionView } from './question-view.ts';

type Session = Pick<ThreadSession, 'state' | 'show'>;

/** To be called with all open questions whenever they change. `sessions` gives those of the window. */
export function createQuestionShow(
  sessions: () => readonly Session[],
  l10n: L10n,
): (questions: readonly WaitingQuestion[]) => void {
  return (questions) => {
    for (const session of sessions()) {
      const { open } = session.state;
      const own = questions.filter(({ threadId }) => threadId === open?.id);
      showFirst(session, own, l10n);
    }
  };
}

function showFirst(session: Session, [first, ...others]: readonly WaitingQuestion[], l10n: L10n): void {
  const { question: shown, busy } = session.state;
  if (!first) {
    if (shown) session.show({ question: undefined });
    return;
  }
  if (shown?.view.id === first.id && shown.view.waiting === others.length) return;
  // A view is made once, as the difference of two files may be large.
  const view =
    shown?.view.id === first.id ? { ...shown.view, waiting: others.length } : questionView(first, others.length, l10n);
  // After a reload the turn begins with the question, before any call of the model.
  const inTools = busy?.type === 'turn' && busy.phase === 'waiting' && { busy: { ...busy, phase: 'tools' as const } };
  session.show({ question: { threadId: first.threadId, view }, ...inTools });
}
