/** Builds the panel for the two locations in which a window can show it: the side bar and an editor tab. */
import * as vscode from 'vscode';
import { readList } from '../core/lang/read-value.ts';
import { PanelLocations } from './chat-view/panel-locations.ts';
import { SharedDrafts } from './chat-view/shared-drafts.ts';
import { ThreadEditor } from './chat-view/thread-editor.ts';
import { ThreadView } from './chat-view/thread-view.ts';
import { waitingBadge } from './chat-view/waiting-badge.ts';
import type { WindowThreads } from './create-runner.ts';
import type { L10n } from './l10n/l10n.ts';

export interface CreatedPanels {
  readonly view: ThreadView;
  readonly editor: ThreadEditor;
  readonly locations: PanelLocations;
}

/** The threads are asked for when a panel is shown. */
/** Threads whose draft was sent or cleared, in the workspace's storage. */
const CLEARED = 'clearedDrafts';

export function createPanels(
  { extensionUri: extension, workspaceState: memory }: vscode.ExtensionContext,
  threads: () => WindowThreads,
  l10n: L10n,
): CreatedPanels {
  const locations = new PanelLocations();
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
  const view = new ThreadView(parts, locations);
  const editor = new ThreadEditor(parts, locations);
  locations.add(view);
  locations.add(editor);
  return { view, editor, locations: locations };
}

/** Shows in the panel what the threads do that are not shown, and takes an end as seen when a panel shows it. */
export function followOthers(threads: WindowThreads, locations: PanelLocations): vscode.Disposable {
  const ends = [
    threads.onDidChangeStatus(() => {
      const { others, shown } = threads;
      const some = others.working + others.asking + others.ended > 0 ? others : undefined;
      const { session } = shown;
      if (JSON.stringify(session.state.others) !== JSON.stringify(some)) session.show({ others: some });
    }),
    locations.onDidChangeVisibility(() => threads.unseen.update()),
  ];
  return vscode.Disposable.from(...ends.map((dispose) => ({ dispose })));
}
