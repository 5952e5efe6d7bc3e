/** Finds the models that a compaction of a thread may call: the provider's own compaction, and the model that writes summaries (R45, R57). */

import { nativeModelOf } from '../../core/agent/native-model.ts';
import type { NativeModel, SummaryModel } from '../../core/agent/ports.ts';
import { type RetryPorts, retrying } from '../../core/agent/retry.ts';
import { summaryModelOf } from '../../core/agent/summary-model.ts';
import { withInstructionText } from '../../core/thread/instruction-text.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { DEFAULT_PRICES } from '../../core/tokens/prices.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { runLimits } from '../session/run-context.ts';
import type { AgentPorts } from './agent-ports.ts';
import { describePrefix } from './request-prefix.ts';
import { tellConcessions } from './tell-concession.ts';
import { modelStateOf, type TurnResources } from './turn-resources.ts';

export interface FoundModels {
  /** Undefined for a recording, and for a model whose window nobody knows. */
  readonly model: SummaryModel | undefined;
  readonly native: NativeModel | undefined;
}

/** `thread` returns the thread as it is when a model is called. `cold`: the provider's cache of the thread has expired. */
export function compactionModelsFor(
  resources: TurnResources,
  ports: Pick<AgentPorts, 'knowledge' | 'regex' | 'session' | 'l10n' | 'workspaceTools' | 'subAgents'> & RetryPorts,
  cold: boolean,
  thread: () => Thread,
): FoundModels {
  const { chatModel, summarizer, config, threadId } = resources;
  const { hasInstructions } = describePrefix(resources, ports);
  const prefix = () => describePrefix(resources, ports, thread());
  const inputFor = (chat: ChatModel, state: ReturnType<typeof modelStateOf>) => {
    const { head, agent, prices = DEFAULT_PRICES } = chat;
    const { limits } = runLimits({ model: agent.id }, config, state);
    if (!limits.ok || head.isReplay) return undefined;
    const { window, reserve } = limits.value;
    const warm = !cold && agent.id === chatModel.agent.id;
    const system = () => {
      const { system: prompt } = prefix();
      return hasInstructions ? withInstructionText(prompt, thread().instructions, window) : prompt;
    };
    const onEvent = tellConcessions(chat, ports);
    return {
      window,
      reserve,
      prices,
      warm,
      system,
      get tools() {
        return prefix().tools;
      },
      threadId,
      onEvent,
    };
  };
  const stateOf = (chat: ChatModel) => modelStateOf(chat, config, ports, resources.prefix);
  const own = inputFor(chatModel, stateOf(chatModel));
  const other = summarizer === chatModel ? own : inputFor(summarizer, stateOf(summarizer));
  return {
    model: other && summaryModelOf(retrying(summarizer.agent, ports), other),
    native: own && nativeModelOf(retrying(chatModel.agent, ports), own),
  };
}
