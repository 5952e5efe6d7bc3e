/** Tells VS Code which commands make sense now. */
import * as vscode from 'vscode';
import { lastLive, lastUndone } from '../core/compaction/undo.ts';
import type { SessionState } from './session/session-state.ts';

/** Sends only what changed. */
export function createContextKeys(): (state: SessionState) => void {
  const sent = new Map<string, boolean>();
  return ({ open, busy, mode, model }) => {
    const keys = {
      'spool.hasModel': model !== undefined && !model.head.isReplay,
      'spool.hasThread': open !== undefined,
      'spool.canUndo': open !== undefined && lastLive(open.thread) !== undefined,
      'spool.canRedo': open !== undefined && lastUndone(open.thread) !== undefined,
      'spool.isReadOnly': open?.access.type === 'held',
      'spool.isBusy': busy !== undefined,
      'spool.hasTools': mode !== undefined,
    };
    for (const [key, value] of Object.entries(keys)) {
      if (sent.get(key) === value) continue;
      sent.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  };
}

/** While the keyboard focus is in the panel, some keys of VS Code are the panel's own. */
export function setFocusKey(isFocused: boolean): void {
  void vscode.commands.executeCommand('setContext', 'spool.hasFocus', isFocused);
}
