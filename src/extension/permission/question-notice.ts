/** Shows a notification for an open question that a person does not see; it can be answered there if the notification shows all of it. */
import * as vscode from 'vscode';
import { oneLine } from '../../core/lang/clip.ts';
import type { QuestionView } from '../../core/protocol/question.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { SessionState } from '../session/session-state.ts';
import type { SessionView } from '../session/session-store.ts';
import { withoutLinks } from '../words/notification-text.ts';
import { questionNotification } from '../words/question-words.ts';
import type { Permissions } from './permissions.ts';

/** A panel that is being opened, as after a reload of the window, shows the question itself. */
const PATIENCE_MS = 1_500;

/** UTF-16 units of a thread's title in a notification. */
const MOST_OF_TITLE = 60;

/** The threads of a window that are open. */
interface OpenThreads extends SessionView {
  readonly shown: { readonly session: SessionView };
  readonly all: readonly { readonly session: SessionView }[];
  onDidChangeStatus(listener: () => void): () => void;
  open(id: string): Promise<unknown>;
}

interface Unseen {
  readonly id: string;
  readonly view: QuestionView;
  /** The title of a thread that is not the shown one. */
  readonly title?: string;
}

export interface QuestionNoticeParts {
  readonly threads: OpenThreads;
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
  const { threads, isVisible, l10n } = parts;
  const told = new Set<number>();
  let waiting: NodeJS.Timeout | undefined;
  const unseen = () =>
    threads.all.flatMap(({ session }) => {
      const isShown = session === threads.shown.session;
      const asked = isShown && isVisible() ? undefined : askedIn(session.state, isShown, l10n);
      return asked && !told.has(asked.view.id) ? [asked] : [];
    });
  const update = () => {
    if (unseen().length === 0) return;
    waiting ??= setTimeout(() => {
      waiting = undefined;
      for (const asked of unseen()) {
        told.add(asked.view.id);
        void notify(asked, parts);
      }
    }, PATIENCE_MS);
  };
  const ends = [threads.onDidChange(update), threads.onDidChangeStatus(update)];
  return {
    update,
    dispose: () => {
      for (const end of ends) end();
      clearTimeout(waiting);
    },
  };
}

function askedIn({ open, question }: SessionState, isShown: boolean, { t }: L10n): Unseen | undefined {
  if (!open || question?.threadId !== open.id) return undefined;
  const title = oneLine(withoutLinks(open.thread.title ?? t('Untitled Thread')), MOST_OF_TITLE);
  return { id: open.id, view: question.view, ...(!isShown && { title }) };
}

/** VS Code can't take a notification back: an answer to a question that is no longer open does nothing. */
async function notify(
  { id, view, title }: Unseen,
  { threads, permissions, l10n, reveal }: QuestionNoticeParts,
): Promise<void> {
  const { text, isWhole } = questionNotification(view, l10n);
  const once = l10n.t('Allow Once');
  const show = l10n.t('Show');
  const deny = l10n.t('Deny');
  const buttons = isWhole ? [once, show, deny] : [show, deny];
  const shown = title === undefined ? text : l10n.t('“{0}”: {1}', title, text);
  const chosen = await vscode.window.showInformationMessage(shown, ...buttons);
  if (chosen === show) {
    await threads.open(id);
    await reveal();
  } else if (chosen === once || chosen === deny)
    permissions.answer({ id: view.id, answer: chosen === once ? 'once' : 'deny' });
}
