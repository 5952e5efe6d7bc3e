/** Joins the tools of a window of VS Code: files, search, commands, outlines and diagnostics, and the authority that asks the person. */
import * as vscode from 'vscode';
import { isSecretPath } from '../../../core/permission/judge-path.ts';
import type { RegexEngine } from '../../../core/tool-output/finder.ts';
import { reportChanges } from '../../../core/workspace/report-changes.ts';
import type { ThreadArchive } from '../../../core/workspace/threads/thread-archive.ts';
import type { WorkspaceToolset } from '../../agent/agent-ports.ts';
import type { L10n } from '../../l10n/l10n.ts';
import type { Permissions } from '../../permission/permissions.ts';
import type { WaitingQuestion } from '../../permission/question-queue.ts';
import { WindowAuthority } from '../../permission/window-authority.ts';
import { Sealer } from '../../storage/seal-key.ts';
import { createWorkspaceTools } from '../create-workspace-tools.ts';
import type { LiveCommandList } from '../live-commands.ts';
import { checkedFile, realFolder } from '../node/check-path.ts';
import { showInAll } from '../node/commands/command-view.ts';
import { NodeCommands } from '../node/commands/node-commands.ts';
import { findRipgrep } from '../node/find-ripgrep.ts';
import { NodeCopies } from '../node/node-copies.ts';
import { createNodeSearch } from '../node/node-search.ts';
import { createPathFacts } from '../node/path-facts.ts';
import { secretAttributesIn } from '../node/secret-attributes.ts';
import { CommandTerminals } from './command-terminals.ts';
import { EDITOR_OF_COPIES } from './vscode-copies.ts';
import { diskFolders, VsCodeFiles } from './vscode-files.ts';
import { createSymbols, DIAGNOSTICS } from './vscode-symbols.ts';
import { vscodeTools } from './vscode-tools.ts';
import { FILE_WATCH } from './vscode-watch.ts';

export interface OpenWorkspaceParts {
  readonly permissions: Permissions;
  readonly live: LiveCommandList;
  readonly regex: RegexEngine;
  readonly l10n: L10n;
  /** The folder of the extension's storage. */
  readonly root: string;
  /** Folders with Spool's own files, which may not exist yet. */
  readonly ownFolders: readonly string[];
  /** Whether a thread is open in this window. */
  readonly isOpen: (thread: string) => boolean;
  readonly archive?: ThreadArchive;
  /** Called with all open questions whenever they change. */
  readonly onQuestions: (questions: readonly WaitingQuestion[]) => void;
}

export interface OpenedWorkspace {
  readonly tools: WorkspaceToolset;
  /** Ends the commands that still run. */
  readonly close: () => Promise<void>;
}

export function openWorkspace({
  permissions,
  live,
  regex,
  l10n,
  root,
  ownFolders,
  isOpen,
  archive,
  onQuestions,
}: OpenWorkspaceParts): OpenedWorkspace {
  const authority: WindowAuthority = new WindowAuthority({
    rules: permissions.rules,
    mode: () => permissions.mode,
    isTrusted: () => vscode.workspace.isTrusted,
    paths: createPathFacts(diskFolders, secretAttributesIn(root)),
    ownFolders: ownFolders.map(realFolder),
    onChange: () => onQuestions(authority.questions),
  });
  permissions.authority = authority;
  const files = reportChanges(new VsCodeFiles(), (path) => permissions.rules.changed(path));
  const terminals = new CommandTerminals(l10n);
  live.reveal = (id) => terminals.reveal(id);
  const commands = new NodeCommands({
    env: process.env,
    folders: () => diskFolders().map(({ path }) => path),
    show: showInAll(terminals.show, live.show),
  });
  const sealer = new Sealer(root);
  let ripgrep: Promise<string | undefined> | undefined;
  const tools = createWorkspaceTools({
    files,
    search: createNodeSearch({
      folders: diskFolders,
      ripgrep: () => {
        ripgrep ??= findRipgrep(vscode.env.appRoot);
        return ripgrep;
      },
      regex,
      isSecret: isSecretPath,
    }),
    symbols: createSymbols(files),
    diagnostics: DIAGNOSTICS,
    commands,
    ...(archive && { archive }),
    isOpen,
    authorityOf: (threadId) => authority.ofThread(threadId),
    subAgentAuthority: authority.ofSubAgents(),
    watch: FILE_WATCH,
    onChangeByCommand: (paths) => permissions.rules.changed(...paths.map((path) => checkedFile(path, diskFolders()))),
    external: { tools: vscodeTools(), selection: () => permissions.tools },
    copiesOf: (thread) => new NodeCopies({ root, thread, sealer, editor: EDITOR_OF_COPIES, folders: diskFolders }),
  });
  const close = async () => {
    await commands.dispose();
    terminals.dispose();
  };
  return { tools, close };
}
