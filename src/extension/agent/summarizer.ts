/** Who compacts a thread: the model that writes its summaries, its own or the one that the settings name (R45), and its provider (R57). */
import { nativeOf } from '../../core/agent/native-model.ts';
import type { NativeCompactor, SummaryModel, Tool } from '../../core/agent/ports.ts';
import { type RetryPorts, retrying } from '../../core/agent/retry.ts';
import { summaryModelOf } from '../../core/agent/summary-model.ts';
import { SYSTEM_PROMPT } from '../../core/agent/system-prompt.ts';
import { DEFAULT_PRICES } from '../../core/compaction/price.ts';
import { threadLimits } from '../session/session-state.ts';
import type { AgentPorts } from './agent-ports.ts';
import { type Equipment, modelStateOf } from './turn-setup.ts';

/** Undefined where there is none that could: a recording, or a model whose window nobody knows. */
export function summarizerFor(
  equipment: Equipment,
  ports: Pick<AgentPorts, 'knowledge' | 'regex'> & RetryPorts,
  { tools, cold }: { readonly tools: readonly Tool[]; readonly cold: boolean },
): SummaryModel | undefined {
  const { speaker, summarizer, config, threadId } = equipment;
  if (!summarizer || summarizer.head.isReplay) return undefined;
  const state = modelStateOf(summarizer, config, ports);
  const limits = threadLimits({ model: summarizer.agent.id }, config, state);
  if (!limits.ok) return undefined;
  const { window, reserve } = limits.value;
  return summaryModelOf(retrying(summarizer.agent, ports), {
    window,
    reserve,
    prices: summarizer.prices ?? DEFAULT_PRICES,
    warm: !cold && summarizer.agent.id === speaker.agent.id,
    system: SYSTEM_PROMPT,
    tools,
    threadId,
  });
}

/** Undefined where the provider compacts nothing for the thread's model. */
export function nativeFor(
  { speaker, config, threadId }: Equipment,
  ports: Pick<AgentPorts, 'knowledge' | 'regex'> & RetryPorts,
  tools: readonly Tool[],
): NativeCompactor | undefined {
  const limits = threadLimits({ model: speaker.agent.id }, config, modelStateOf(speaker, config, ports));
  if (!limits.ok) return undefined;
  const { reserve } = limits.value;
  const prices = speaker.prices ?? DEFAULT_PRICES;
  return nativeOf(retrying(speaker.agent, ports), { reserve, prices, system: SYSTEM_PROMPT, tools, threadId });
}
