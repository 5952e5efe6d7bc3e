/** Runs the tools for commands as the agent does, in a workspace folder of its own, with everything allowed. */
import { callTools } from '../../../../../src/core/agent/call-tools.ts';
import type { Json } from '../../../../../src/core/lang/json.ts';
import type { PermissionRequest } from '../../../../../src/core/permission/request.ts';
import { replay } from '../../../../../src/core/thread/thread.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG } from '../../../../../src/core/tool-output/config.ts';
import type { OutputStore } from '../../../../../src/core/tool-output/output-store.ts';
import type { Authority } from '../../../../../src/core/workspace/authority.ts';
import { commandOutput } from '../../../../../src/core/workspace/commands/command-output.ts';
import type { Commands } from '../../../../../src/core/workspace/commands/ports.ts';
import { runCommand } from '../../../../../src/core/workspace/commands/run-command.ts';
import { stopCommand } from '../../../../../src/core/workspace/commands/stop-command.ts';
import { gated } from '../../../../../src/core/workspace/gate.ts';
import { MemoryOutputs } from '../../../../core/tool-output/samples.ts';

export interface AgentOfCommands {
  readonly requests: readonly PermissionRequest[];
  /** The texts of the result, with line ends between them. */
  call(name: string, input: Json, signal?: AbortSignal): Promise<CallOutcome>;
  run(command: string, more?: { readonly [key: string]: Json }, signal?: AbortSignal): Promise<CallOutcome>;
}

export interface CallOutcome {
  readonly text: string;
  readonly isError: boolean;
  /** The id in the result. */
  readonly id: string;
}

/** `env` is what the permission rests on. */
export function agentOfCommands(
  commands: Commands,
  folder: string,
  { env, outputs = new MemoryOutputs() }: { env?: Record<string, string>; outputs?: Pick<OutputStore, 'put'> } = {},
): AgentOfCommands {
  const requests: PermissionRequest[] = [];
  const authority: Authority = {
    decide: (request) => {
      requests.push(request);
      return { type: 'allow', ...(env && { env }) };
    },
    ask: async () => ({ type: 'denied' }),
  };
  const checkFolder = async (given = '.') => ({
    given,
    real: given === '.' ? folder : `${folder}/${given}`,
    inside: '',
  });
  const tools = [runCommand(commands, checkFolder), commandOutput(commands), stopCommand(commands)];
  const call: AgentOfCommands['call'] = async (name, input, signal = new AbortController().signal) => {
    const [result] = await callTools(
      {
        calls: [{ type: 'tool_use', id: 'c1', name, input }],
        unreadable: new Set(),
        tools: tools.map((tool) => gated(tool, authority)),
        thread: replay([]),
        config: DEFAULT_TOOL_OUTPUT_CONFIG,
        outputs,
      },
      signal,
    );
    const text = (result?.content ?? []).map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
    return { text, isError: result?.isError === true, id: /\bc_[0-9a-f]{8}\b/.exec(text)?.[0] ?? '' };
  };
  return { requests, call, run: (command, more = {}, signal) => call('run_command', { command, ...more }, signal) };
}
