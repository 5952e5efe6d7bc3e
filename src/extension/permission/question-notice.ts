/** Shows a notification for an open question while the panel is hidden; it can be answered there if the notification shows all of it. */
import * as vscode from 'vscode';
import type { QuestionView } from '../../core/protocol/question.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import { questionNotification } from '../words/question-words.ts';
import type { Permissions } from './permissions.ts';

/** A panel that is being opened, as after a reload of the window, shows the question itself. */
const PATIENCE_MS = 1_500;

export interface QuestionNoticeParts {
  readonly session: ThreadSession;
  readonly permissions: Permissions;
  readonly l10n: L10n;
  readonly isVisible: () => boolean;
  readonly reveal: () => Promise<void>;
}

/** The value is to be called when the panel is shown or hidden; `dispose` ends it. */
export function tellOfQuestions(parts: QuestionNoticeParts): {
  readonly update: () => void;
  readonly dispose: () => void;
} {
  const { session, isVisible } = parts;
  let waiting: NodeJS.Timeout | undefined;
  let told = 0;
  const shown = () => {
    const { open, question } = session.state;
    return question && question.threadId === open?.id && question.view.id > told ? question.view : undefined;
  };
  const update = () => {
    if (isVisible() || !shown()) return;
    waiting ??= setTimeout(() => {
      waiting = undefined;
      const view = shown();
      if (!view || isVisible()) return;
      told = view.id;
      void notify(view, parts);
    }, PATIENCE_MS);
  };
  const following = session.onDidChange(update);
  return {
    update,
    dispose: () => {
      following();
      clearTimeout(waiting);
    },
  };
}

/** VS Code can't take a notification back: an answer to a question that is no longer open does nothing. */
async function notify(view: QuestionView, { permissions, l10n, reveal }: QuestionNoticeParts): Promise<void> {
  const { text, isWhole } = questionNotification(view, l10n);
  const once = l10n.t('Allow Once');
  const show = l10n.t('Show');
  const deny = l10n.t('Deny');
  const buttons = isWhole ? [once, show, deny] : [show, deny];
  const chosen = await vscode.window.showInformationMessage(text, ...buttons);
  if (chosen === show) await reveal();
  else if (chosen === once || chosen === deny)
    permissions.answer({ id: view.id, answer: chosen === once ? 'once' : 'deny' });
}
