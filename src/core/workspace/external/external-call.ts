/** Makes an external tool a tool of the agent: the input is checked, the person is asked about the arguments, then the tool is called. */
import type { Tool } from '../../agent/ports.ts';
import { copyJson } from '../../lang/cap-depth.ts';
import type { OfferedTool } from '../../thread/offered-tools.ts';
import { failed } from '../../tool-output/tool.ts';
import type { Authority } from '../authority.ts';
import { gated } from '../gate.ts';
import { finished, type Preparation, type WorkspaceTool } from '../workspace-tool.ts';
import { inputProblem } from './check-input.ts';
import { cleanSchema } from './clean-schema.ts';
import { externalOutcome } from './external-outcome.ts';
import type { ExternalTool, ExternalTools } from './external-tool.ts';

export interface ExternalCallParts {
  readonly tools: ExternalTools;
  /** Whether the person has this tool switched on, by its id. */
  readonly isOn: (id: string) => boolean;
  readonly authority: Authority;
}

/** The definition is the thread's, and the tool that is asked for and called is the one that VS Code lists at the time of the call. */
export function externalCall(offered: OfferedTool, parts: ExternalCallParts): Tool {
  const { name, description, inputSchema } = offered;
  const tool: WorkspaceTool = {
    name,
    description,
    inputSchema,
    // It may change any file: nobody knows.
    effect: 'changes',
    resource: () => ({ type: 'workspace', mayChange: true }),
    prepare: async (input) => prepared(offered, input, parts),
  };
  return gated(tool, parts.authority);
}

/** The tool as it is now, or why it can't be called. */
function found({ id, source }: OfferedTool, { tools, isOn }: ExternalCallParts): ExternalTool | string {
  if (!isOn(id)) return 'Nothing was done: the person has switched this tool off. Go on without it.';
  return (
    tools.list().find((tool) => tool.id === id) ??
    `Nothing was done: VS Code has no tool ${id} now, since ${source} no longer offers it or has not started. Go on without it, and tell the person.`
  );
}

async function prepared(offered: OfferedTool, given: unknown, parts: ExternalCallParts): Promise<Preparation> {
  const tool = found(offered, parts);
  if (typeof tool === 'string') return finished(failed(tool));
  const input = copyJson(given ?? {});
  const problem = inputProblem(input, cleanSchema(tool.inputSchema).checked);
  if (problem) return finished(failed(`Nothing was done: ${problem}`));
  const { id, source, hash, description } = tool;
  return {
    type: 'prepared',
    requests: [{ type: 'external', id, source, hash }],
    proposal: { type: 'external', id, source, description, input },
    act: async (_, signal) => {
      const now = found(offered, parts);
      if (typeof now === 'string') return finished(failed(now));
      // What was allowed is the tool as the question described it.
      if (now.hash !== hash) return { type: 'outdated' };
      return finished(externalOutcome(await parts.tools.invoke(id, input, signal), source));
    },
  };
}
