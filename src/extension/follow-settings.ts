/** Keeps the session's settings as they are in VS Code, and says once in the log what was refused. */
import * as vscode from 'vscode';
import { describeProblem } from '../core/lang/setting.ts';
import { scopeOf } from './documents/provider.ts';
import type { ThreadSession } from './session/thread-session.ts';
import { readConfiguration } from './settings/read-configuration.ts';

export function followSettings(session: ThreadSession, log: vscode.LogOutputChannel): vscode.Disposable {
  const said = new Set<string>();
  let workspace = session.state.open?.workspace;
  const read = () => {
    const settings = readConfiguration(scopeOf(workspace));
    for (const problem of settings.problems.map(describeProblem)) {
      if (!said.has(problem)) log.warn(problem);
      said.add(problem);
    }
    session.configure(settings);
  };
  const following = session.onDidChange(({ open }) => {
    if (open?.workspace === workspace) return;
    workspace = open?.workspace;
    read();
  });
  read();
  return vscode.Disposable.from(
    { dispose: following },
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('spool') && read()),
    vscode.workspace.onDidChangeWorkspaceFolders(read),
  );
}
