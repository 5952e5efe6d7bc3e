/** Prepares the turns of a sub-agent: the model of the thread that asked, a prompt and tools of its own, and a compaction that asks nobody. */
import { CLOSED_BREAKER } from '../../../core/agent/breaker.ts';
import { learnedFor } from '../../../core/agent/refusals/learned-limits.ts';
import { retrying } from '../../../core/agent/retry.ts';
import type { SubAgentInput, SubAgentPorts } from '../../../core/agent/sub-agent/run-sub-agent.ts';
import { SUB_AGENT_PROMPT } from '../../../core/agent/sub-agent/sub-agent-prompt.ts';
import type { TokenBudget } from '../../../core/agent/sub-agent/token-budget.ts';
import { modelSize } from '../../../core/tokens/window.ts';
import { TOOL_OUTPUT_CACHE } from '../../../core/tool-output/cache-tool.ts';
import { TOOL_OUTPUT_CACHE_GREP } from '../../../core/tool-output/grep-tool.ts';
import type { ChatModel } from '../../models/chat-model.ts';
import type { AgentPorts, SubAgentStores } from '../agent-ports.ts';
import { switchedOn } from '../compact-with.ts';
import { compactionModelsFor } from '../compaction-models.ts';
import { threadTools, toolNeeds, toolSizes } from '../own-tools.ts';
import { toolsetFor } from '../request-prefix.ts';
import { tellConcessions } from '../tell-concession.ts';
import { callContextFor, type TurnResources } from '../turn-resources.ts';
import type { SubThread } from './sub-thread.ts';

/** Of our own tools a sub-agent has those that read what was cut. */
const OWN_TOOLS: ReadonlySet<string> = new Set([TOOL_OUTPUT_CACHE.name, TOOL_OUTPUT_CACHE_GREP.name]);

export interface PreparedSubTurn {
  readonly input: SubAgentInput['turn'];
  readonly ports: SubAgentPorts['turn'];
}

/** `asking` is what the thread that asked is run with. */
export function prepareSubTurn(
  asking: TurnResources,
  ports: AgentPorts & { readonly subAgents: SubAgentStores },
  { id, log }: SubThread,
  tokenBudget: TokenBudget,
): PreparedSubTurn {
  const { subAgents, now, knowledge } = ports;
  const chatModel = counted(asking.chatModel, tokenBudget);
  const summarizer = asking.summarizer === asking.chatModel ? chatModel : counted(asking.summarizer, tokenBudget);
  const outputs = subAgents.outputsOf(asking.threadId, id);
  const needs = toolNeeds(asking.chatModel, asking.config);
  const own = threadTools(needs, { ...asking, outputs }).filter(({ name }) => OWN_TOOLS.has(name));
  const tools = [...own, ...(toolsetFor(asking, ports)?.readingTools?.(toolSizes(needs)) ?? [])];
  const prefix = { system: SUB_AGENT_PROMPT, hasInstructions: false, tools, own: tools, external: [] };
  const resources: TurnResources = { ...asking, threadId: id, chatModel, summarizer, outputs, prefix };
  const setup = callContextFor(resources, ports, log.thread);
  const { window } = modelSize(chatModel.agent.id, resources.config.contextWindows, chatModel.reported);
  const learned = learnedFor(knowledge.read(chatModel.agent.modelKey), window);
  return {
    input: {
      ...setup,
      // A person is asked about their own threads only.
      config: { ...switchedOn(setup.config), auto: true },
      knowledge: { breaker: CLOSED_BREAKER, learned },
      system: prefix.system,
      threadId: id,
    },
    ports: {
      agent: retrying(chatModel.agent, ports),
      tools,
      outputs,
      ...compactionModelsFor(resources, ports, false, () => log.thread),
      threadLog: log,
      log: { write: subAgents.log },
      now,
      onEvent: tellConcessions(chatModel, ports),
    },
  };
}

function counted(chatModel: ChatModel, tokenBudget: TokenBudget): ChatModel {
  return {
    ...chatModel,
    agent: tokenBudget.counted(chatModel.agent),
    get reported() {
      return chatModel.reported;
    },
  };
}
