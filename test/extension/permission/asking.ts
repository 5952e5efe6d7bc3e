/** A window's authority over a memory of its own, with questions of commands and changes to ask it. */
import type { PermissionRequest } from '../../../src/core/permission/request.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import type { Approval, Proposal } from '../../../src/core/workspace/authority.ts';
import { gated } from '../../../src/core/workspace/gate.ts';
import { finished, type Prepared, type WorkspaceTool } from '../../../src/core/workspace/workspace-tool.ts';
import { Permissions } from '../../../src/extension/permission/permissions.ts';
import { WindowAuthority } from '../../../src/extension/permission/window-authority.ts';
import { WorkspaceMemory } from '../../../src/extension/permission/workspace-memory.ts';
import { facts } from '../../core/permission/world.ts';

const FOLDERS = ['file:///ws'];

/** A memento in memory, as VS Code keeps one: values are JSON. */
export function memento(values = new Map<string, string>()) {
  return {
    values,
    get: (key: string): unknown => {
      const stored = values.get(key);
      return stored === undefined ? undefined : JSON.parse(stored);
    },
    update: async (key: string, value: unknown) => void values.set(key, JSON.stringify(value)),
  };
}

export function openWindow({ memory = memento(), folders = FOLDERS, isTrusted = true } = {}) {
  const failures: unknown[] = [];
  const shown: (number | undefined)[] = [];
  const permissions: Permissions = new Permissions(
    new WorkspaceMemory(
      memory,
      () => folders,
      (error) => failures.push(error),
    ),
    () => undefined,
  );
  const authority: WindowAuthority = new WindowAuthority({
    rules: permissions.rules,
    mode: () => permissions.mode,
    isTrusted: () => isTrusted,
    paths: facts(),
    ownFolders: [],
    onChange: () => shown.push(authority.questions[0]?.id),
  });
  permissions.authority = authority;
  /** Runs a call of a tool with these requests; resolves to what it was run with, or to what the model reads instead. */
  const call = async (
    requests: readonly PermissionRequest[],
    { thread = 't1', id = 'c1', signal = new AbortController().signal, proposal }: CallOptions = {},
  ): Promise<Approval | string> => {
    let ran: Approval | undefined;
    const tool: WorkspaceTool = {
      name: 'run_command',
      description: '',
      inputSchema: {},
      effect: 'reads',
      resource: () => undefined,
      prepare: async (): Promise<Prepared> => ({
        type: 'prepared',
        requests,
        ...(proposal && { proposal }),
        act: async (approval) => {
          ran = approval;
          return finished({ content: [] });
        },
      }),
    };
    const context = { thread: replay([]), call: id, signal };
    const { content } = await gated(tool, authority.ofThread(thread)).run({}, context);
    return ran ?? content.map((part) => (part.type === 'text' ? part.text : part.type)).join();
  };
  return { permissions, authority, call, shown, failures, memory };
}

interface CallOptions {
  readonly thread?: string;
  readonly id?: string;
  readonly signal?: AbortSignal;
  readonly proposal?: Proposal;
}
