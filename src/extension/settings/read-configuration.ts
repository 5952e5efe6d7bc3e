/** VS Code's configuration as a source of settings. */
import * as vscode from 'vscode';
import { readModelSettings, type ScopedModelSettings } from './model-settings.ts';
import { readSettings, type ScopedSettings, type SettingScope } from './settings.ts';

/** The settings as they hold for a resource (a workspace folder); without one, for the window. */
export function readConfiguration(resource: vscode.Uri | undefined): ScopedSettings {
  const configuration = vscode.workspace.getConfiguration(undefined, resource);
  return readSettings((key) => ({ value: configuration.get<unknown>(key), scope: scopeOf(configuration, key) }));
}

/** The settings that choose a provider and a model, as they hold for the window. */
export function readModelConfiguration(): ScopedModelSettings {
  const configuration = vscode.workspace.getConfiguration();
  return readModelSettings((key) => configuration.inspect<unknown>(key));
}

function scopeOf(configuration: vscode.WorkspaceConfiguration, key: string): SettingScope {
  const found = configuration.inspect<unknown>(key);
  // A window of one folder has its settings as those of the workspace and of the folder.
  const hasFolders = vscode.workspace.workspaceFile !== undefined;
  if (hasFolders && found?.workspaceFolderValue !== undefined) return 'folder';
  if (found?.workspaceValue !== undefined) return 'workspace';
  return found?.globalValue === undefined ? 'default' : 'user';
}
