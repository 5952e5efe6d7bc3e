/** Keeps the settings of sessions as they are in VS Code, and says once in the log what was refused. */
import * as vscode from 'vscode';
import { describeProblem } from '../core/lang/setting.ts';
import { scopeOf } from './documents/provider.ts';
import type { ThreadSession } from './session/thread-session.ts';
import { readConfiguration } from './settings/read-configuration.ts';

/** The value is to be called with each session; its own ends the following. */
export function createSettingsFollower(
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): (session: ThreadSession) => vscode.Disposable {
  const said = new Set<string>();
  return (session) =>
    followSettings(session, (problem) => {
      if (!said.has(problem)) log.warn(problem);
      said.add(problem);
    });
}

function followSettings(session: ThreadSession, say: (problem: string) => void): vscode.Disposable {
  let workspace = session.state.open?.workspace;
  const read = () => {
    const settings = readConfiguration(scopeOf(workspace));
    for (const problem of settings.problems) say(describeProblem(problem));
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
