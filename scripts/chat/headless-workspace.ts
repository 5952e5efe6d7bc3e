/** A workspace without VS Code: its files, search and commands, and the answer to each question, which is no. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { decide } from '../../src/core/permission/decide.ts';
import { isSecretPath } from '../../src/core/permission/judge-path.ts';
import type { PermissionState } from '../../src/core/permission/request.ts';
import type { RegexEngine } from '../../src/core/tool-output/finder.ts';
import type { Authority } from '../../src/core/workspace/authority.ts';
import { reportChanges } from '../../src/core/workspace/report-changes.ts';
import { askNobody, unansweredText } from '../../src/core/workspace/unanswered.ts';
import type { WorkspaceToolset } from '../../src/extension/agent/agent-ports.ts';
import { Sealer } from '../../src/extension/storage/seal-key.ts';
import { createWorkspaceTools } from '../../src/extension/workspace/create-workspace-tools.ts';
import { NodeCommands } from '../../src/extension/workspace/node/commands/node-commands.ts';
import { NodeCopies } from '../../src/extension/workspace/node/node-copies.ts';
import { NodeFiles } from '../../src/extension/workspace/node/node-files.ts';
import { createNodeSearch } from '../../src/extension/workspace/node/node-search.ts';
import { createPathFacts } from '../../src/extension/workspace/node/path-facts.ts';
import { secretAttributesIn } from '../../src/extension/workspace/node/secret-attributes.ts';
import type { WorkspaceOptions } from './workspace-options.ts';

export interface HeadlessWorkspace {
  readonly tools: WorkspaceToolset;
  /** Ends the commands that still run. */
  readonly close: () => Promise<void>;
}

const HOW =
  'The person can allow changes of files with --mode edit, and commands with rules in the file that --allow names.';

/** `root` holds the threads. */
export function openHeadlessWorkspace(
  { folder, mode, rules }: WorkspaceOptions,
  root: string,
  regex: RegexEngine,
): HeadlessWorkspace {
  const folders = () => [{ name: path.basename(folder), path: folder }];
  const changed = new Set<string>();
  const state: PermissionState = {
    mode,
    rules,
    // The command line names it.
    isTrusted: true,
    paths: createPathFacts(folders, secretAttributesIn(root)),
    ownFolders: [realpathSync.native(root)],
    // The rules were given when the command began.
    changedSince: () => [...changed],
  };
  const authority: Authority = {
    decide: (request) => decide(request, state),
    ask: async (question) => ({ type: 'unanswered', text: unansweredText(question, HOW) }),
  };
  const sealer = new Sealer(root);
  const commands = new NodeCommands({ env: process.env, folders: () => [folder] });
  const tools = createWorkspaceTools({
    files: reportChanges(new NodeFiles(folders), ({ given }) => changed.add(given)),
    search: createNodeSearch({ folders, ripgrep: async () => undefined, regex, isSecret: isSecretPath }),
    commands,
    authorityOf: () => authority,
    subAgentAuthority: { decide: (request) => decide(request, { ...state, rules: [] }), ask: askNobody },
    copiesOf: (thread) => new NodeCopies({ root, thread, sealer, folders }),
  });
  return { tools, close: () => commands.dispose() };
}
