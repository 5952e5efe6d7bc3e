/** Builds what a window needs for the tools of its workspace: what a person allowed, the open questions, and the tools themselves. */
import * as vscode from 'vscode';
import type { ShownMode } from '../core/protocol/panel-state.ts';
import type { RegexEngine } from '../core/tool-output/finder.ts';
import type { RunnerPool } from './agent/runner-pool.ts';
import type { ExtensionInstructions } from './api/extension-instructions.ts';
import type { L10n } from './l10n/l10n.ts';
import { Permissions } from './permission/permissions.ts';
import { WorkspaceMemory } from './permission/workspace-memory.ts';
import type { ThreadStore } from './storage/thread-store.ts';
import { LazyWorkspace } from './workspace/lazy-workspace.ts';
import { LiveCommandList } from './workspace/live-commands.ts';
import { storedArchive } from './workspace/stored-archive.ts';

export interface CreatedWorkspace extends vscode.Disposable {
  readonly permissions: Permissions;
  readonly tools: LazyWorkspace;
  readonly live: LiveCommandList;
  /** What the panel shows of the mode. */
  readonly mode: () => ShownMode | undefined;
}

export function createWorkspace(
  context: vscode.ExtensionContext,
  threads: () => RunnerPool,
  regex: RegexEngine,
  log: vscode.LogOutputChannel,
  l10n: L10n,
  instructions: ExtensionInstructions,
  store: ThreadStore,
): CreatedWorkspace {
  const onFailure = (error: unknown) => log.error(error instanceof Error ? error : String(error));
  const folders = () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
  const hasFolder = () => (vscode.workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme === 'file');
  const isAvailable = () => vscode.workspace.isTrusted && hasFolder();
  const memory = new WorkspaceMemory(context.globalState, folders, onFailure);
  const mode = () => tools.mode() ?? (hasFolder() ? 'restricted' : undefined);
  const showMode = () => {
    for (const { session } of threads().all) session.show({ mode: mode() });
  };
  const permissions: Permissions = new Permissions(memory, showMode, () => tools.changed());
  const live = new LiveCommandList();
  const tools = new LazyWorkspace({
    isAvailable,
    mode: () => permissions.mode,
    instructions: (again) => instructions.read(again),
    onFailure,
    open: async () => {
      const { openWorkspace, createQuestionShow, closeReviews } = (await import('./workspace-parts.ts')).workspaceParts;
      const showQuestions = createQuestionShow(() => threads().all.map(({ session }) => session), l10n);
      return openWorkspace({
        permissions,
        live,
        regex,
        l10n,
        root: context.globalStorageUri.fsPath,
        ownFolders: ownFoldersOf(context),
        archive: storedArchive(store, () => folders()[0]),
        isOpen: (thread) => threads().sessionOf(thread) !== undefined,
        onQuestions: (questions) => {
          showQuestions(questions);
          closeReviews(questions).catch(onFailure);
        },
      });
    },
  });
  const changed = () => {
    showMode();
    tools.changed();
  };
  const following = [
    vscode.workspace.onDidGrantWorkspaceTrust(changed),
    vscode.workspace.onDidChangeWorkspaceFolders(changed),
  ];
  return { permissions, tools, live, mode, dispose: () => vscode.Disposable.from(...following, live).dispose() };
}

/** Folders with Spool's own files, which may not exist yet. */
export function ownFoldersOf({ globalStorageUri, storageUri, logUri }: vscode.ExtensionContext): readonly string[] {
  return [globalStorageUri, storageUri, logUri].flatMap((uri) => (uri ? [uri.fsPath] : []));
}
