/** Adapts a model whose provider compacts threads itself to the interface by which a compaction calls it (R57). */
import { err } from '../lang/result.ts';
import type { AgentModel, NativeModel } from './ports.ts';
import { modelFailureOf, type SummaryModelInput } from './summary-model.ts';

export type NativeModelInput = Pick<SummaryModelInput, 'prices' | 'reserve' | 'system' | 'tools' | 'threadId'>;

/** Returns undefined when the provider can't compact for this model. Its request is a prefix of the thread's own requests. */
export function nativeModelOf(agent: AgentModel, input: NativeModelInput): NativeModel | undefined {
  const { compact } = agent;
  if (!compact) return undefined;
  const { prices, reserve, system, threadId } = input;
  const fixed = { toolChoice: 'none', maxTokens: Math.max(1, reserve), thread: threadId } as const;
  return {
    id: agent.id,
    modelKey: agent.modelKey,
    prices,
    compact: async (request, signal) => {
      const made = await compact({ ...fixed, tools: input.tools, system: system(), ...request }, signal);
      return made.ok ? made : err(modelFailureOf(made.error));
    },
  };
}
