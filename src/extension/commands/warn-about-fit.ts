/** Says so when a thread is opened or imported that does not fit the model of its next message (case M5). */
import type { L10n } from '../l10n/l10n.ts';
import { chosenModel } from '../models/current-model.ts';
import { runContext } from '../session/run-context.ts';
import type { SessionState } from '../session/session-state.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import { describeMisfit } from './model-fit.ts';

/** Shows one notice for each thread that is opened, unless another notice is shown. Returns a function that ends it. */
export function warnAboutFit(session: ThreadSession, l10n: L10n): () => void {
  let known: string | undefined;
  let isPending = false;
  return session.onDidChange((state) => {
    const { open, busy, notice, model } = state;
    if (open?.id !== known) {
      known = open?.id;
      isPending = open !== undefined && open.thread.messages.length > 0;
    }
    if (!isPending || busy?.type === 'importing' || !isModelKnown(state)) return;
    isPending = false;
    if (!open || !model || busy || notice || open.access.type !== 'writer') return;
    const context = runContext(open.thread, state.settings.config, model);
    const misfit = describeMisfit(open.thread, model.head, context, l10n);
    if (misfit)
      session.notify({
        severity: 'warning',
        text: `${misfit.text} ${misfit.detail}`,
        actions: ['previewCompaction', 'selectModel'],
      });
  });
}

/** The model is looked up after the thread was opened: until then the state has the model of the thread before. */
function isModelKnown({ open, model }: SessionState): boolean {
  const chosen = open && chosenModel(open);
  return model !== undefined && (chosen === undefined || model.head.id === chosen);
}
