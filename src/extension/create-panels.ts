/** Builds the places in which a window shows the panel: the side bar and an editor tab. */
import * as vscode from 'vscode';
import { readList } from '../core/lang/read-value.ts';
import { PanelPlaces } from './chat-view/panel-places.ts';
import { SharedDrafts } from './chat-view/shared-drafts.ts';
import { ThreadEditor } from './chat-view/thread-editor.ts';
import { ThreadView } from './chat-view/thread-view.ts';
import { waitingBadge } from './chat-view/waiting-badge.ts';
import type { WindowThreads } from './create-runner.ts';
import type { L10n } from './l10n/l10n.ts';

export interface CreatedPanels {
  readonly view: ThreadView;
  readonly editor: ThreadEditor;
  readonly places: PanelPlaces;
}

/** The threads are asked for when a panel is shown. */
/** Threads whose draft was sent or cleared, in the workspace's storage. */
const CLEARED = 'clearedDrafts';

export function createPanels(
  { extensionUri: extension, workspaceState: memory }: vscode.ExtensionContext,
  threads: () => WindowThreads,
  l10n: L10n,
): CreatedPanels {
  const places = new PanelPlaces();
  const parts = {
    bundle: vscode.Uri.joinPath(extension, 'dist', 'webview'),
    threads,
    drafts: new SharedDrafts({
      read: () => readList(memory.get(CLEARED)).filter((id) => typeof id === 'string'),
      write: (ids) => void memory.update(CLEARED, ids),
    }),
    waiting: {
      badge: () => {
        const { all, unseen } = threads();
        return waitingBadge(
          all.map(({ session }) => session.state),
          unseen.all.length,
          l10n,
        );
      },
      onDidChange: (listener: () => void) => threads().onDidChangeStatus(listener),
    },
  };
  const view = new ThreadView(parts, places);
  const editor = new ThreadEditor(parts, places);
  places.add(view);
  places.add(editor);
  return { view, editor, places };
}

/** Shows in the panel what the threads do that are not shown, and takes an end as seen when a panel shows it. */
export function followOthers(threads: WindowThreads, places: PanelPlaces): vscode.Disposable {
  const ends = [
    threads.onDidChangeStatus(() => {
      const { others, shown } = threads;
      const some = others.working + others.asking + others.ended > 0 ? others : undefined;
      const { session } = shown;
      if (JSON.stringify(session.state.others) !== JSON.stringify(some)) session.show({ others: some });
    }),
    places.onDidChangeVisibility(() => threads.unseen.update()),
  ];
  return vscode.Disposable.from(...ends.map((dispose) => ({ dispose })));
}
