/** Shows that a turn has ended which the person did not see: as a notification, if they chose that. */
import * as vscode from 'vscode';
import { oneLine } from '../core/lang/clip.ts';
import type { EndedThread } from './agent/follow-turn-ends.ts';
import type { PanelLocations } from './chat-view/panel-locations.ts';
import type { WindowThreads } from './create-runner.ts';
import type { L10n } from './l10n/l10n.ts';
import { ATTENTION } from './settings/attention-setting.ts';
import { withoutLinks } from './words/notification-text.ts';

/** UTF-16 units of a thread's title, and of why its turn ended, in a notification. */
const MOST_OF_TITLE = 60;
const MOST_OF_REASON = 300;

/** Called with each end of a thread's turns, it does what the person's setting says. `threads` is asked for with the first end. */
export function createEndNotice(
  threads: () => WindowThreads,
  locations: PanelLocations,
  l10n: L10n,
): (ended: EndedThread) => void {
  return (ended) => {
    const attention = readAttention();
    if (attention === 'none' || !threads().unseen.add(ended.open.id) || attention === 'badge') return;
    void notify(ended, l10n, async () => {
      await threads().open(ended.open.id);
      await locations.reveal('thread');
    });
  };
}

/** As the setting holds for the window; a value that it can't have reads as its default. */
function readAttention() {
  return ATTENTION.read(vscode.workspace.getConfiguration().get<unknown>(ATTENTION.key)).value ?? ATTENTION.default;
}

async function notify(ended: EndedThread, l10n: L10n, show: () => Promise<void>): Promise<void> {
  const button = l10n.t('Show');
  const text = endText(ended, l10n);
  const { showInformationMessage, showWarningMessage } = vscode.window;
  const chosen = await (ended.isDone ? showInformationMessage(text, button) : showWarningMessage(text, button));
  if (chosen === button) await show();
}

function endText({ open, isDone, notice }: EndedThread, { t }: L10n): string {
  const title = oneLine(withoutLinks(open.thread.title ?? t('Untitled Thread')), MOST_OF_TITLE);
  if (isDone) return t('“{0}”: the agent has finished.', title);
  const why = notice && oneLine(withoutLinks(notice.text), MOST_OF_REASON);
  return why === undefined ? t('“{0}”: the agent waits for you.', title) : t('“{0}”: {1}', title, why);
}
