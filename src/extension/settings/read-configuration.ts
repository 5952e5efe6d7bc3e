/** VS Code's configuration as a source of settings. */
import * as vscode from 'vscode';
import { type PlacedModelSettings, readModelSettings } from './model-settings.ts';
import { type PlacedSettings, readSettings, type SettingPlace } from './settings.ts';

/** The settings as they hold for a resource (a workspace folder); without one, for the window. */
export function readConfiguration(scope: vscode.Uri | undefined): PlacedSettings {
  const configuration = vscode.workspace.getConfiguration(undefined, scope);
  return readSettings((key) => ({ value: configuration.get<unknown>(key), place: placeOf(configuration, key) }));
}

/** The settings that choose a provider and a model, as they hold for the window. */
export function readModelConfiguration(): PlacedModelSettings {
  const configuration = vscode.workspace.getConfiguration();
  return readModelSettings((key) => configuration.inspect<unknown>(key));
}

function placeOf(configuration: vscode.WorkspaceConfiguration, key: string): SettingPlace {
  const found = configuration.inspect<unknown>(key);
  // A window of one folder has its settings as those of the workspace and of the folder.
  const hasFolders = vscode.workspace.workspaceFile !== undefined;
  if (hasFolders && found?.workspaceFolderValue !== undefined) return 'folder';
  if (found?.workspaceValue !== undefined) return 'workspace';
  return found?.globalValue === undefined ? 'default' : 'user';
}
