/** Reads and writes the person's own settings: never those of a workspace. */
import * as vscode from 'vscode';
import { err, ok, type Result } from '../../core/lang/result.ts';

export interface OwnSettings {
  /** As the person set it; undefined where they did not. */
  read(key: string): unknown;
  /** The error says in VS Code's words why the value is not in use afterwards. */
  save(key: string, value: unknown): Promise<Result<void, string>>;
}

export const OWN_SETTINGS: OwnSettings = {
  read: (key) => vscode.workspace.getConfiguration().inspect(key)?.globalValue,
  async save(key, value) {
    const { Global } = vscode.ConfigurationTarget;
    try {
      // In a remote window VS Code itself writes a machine's setting into the settings of that machine.
      await vscode.workspace.getConfiguration().update(key, value, Global);
    } catch (error) {
      return err(error instanceof Error ? error.message : String(error));
    }
    // A settings file with an error, or one that is edited elsewhere, may be written and not be read.
    const isRead = JSON.stringify(OWN_SETTINGS.read(key)) === JSON.stringify(value);
    return isRead ? ok(undefined) : err(vscode.l10n.t('VS Code did not take the value.'));
  },
};
