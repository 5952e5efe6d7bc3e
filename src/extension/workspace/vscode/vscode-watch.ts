/** Follows the files of a workspace by VS Code's own watcher, which leaves out what `files.watcherExclude` names. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { FileWatch } from '../../../core/workspace/restore/watch-commands.ts';
import { withSlashes } from '../node/check-path.ts';

/** After a change VS Code collects others for 75 ms, and its watcher of a disk for 50 to 100 before. */
const SETTLED_MS = 250;
/** Paths that are kept between two calls of `take`. */
const MOST_PATHS = 20_000;

export const FILE_WATCH: FileWatch = {
  begin: () => {
    const paths = new Set<string>();
    const changed = ({ scheme, fsPath }: vscode.Uri) => {
      if (scheme === 'file' && paths.size < MOST_PATHS) paths.add(withSlashes(fsPath));
    };
    const watchers = (vscode.workspace.workspaceFolders ?? []).map((folder) =>
      vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '**/*')),
    );
    for (const watcher of watchers) {
      watcher.onDidCreate(changed);
      watcher.onDidChange(changed);
      watcher.onDidDelete(changed);
    }
    return {
      take: async () => {
        await sleep(SETTLED_MS);
        const taken = [...paths];
        paths.clear();
        return taken;
      },
      end: () => vscode.Disposable.from(...watchers).dispose(),
    };
  },
};
