/** The thread's own model as the one that compacts, by its provider's own means (R57). */
import { err } from '../lang/result.ts';
import type { AgentModel, NativeCompactor } from './ports.ts';
import { modelFailureOf, type SummaryModelInput } from './summary-model.ts';

export type NativeModelInput = Pick<SummaryModelInput, 'prices' | 'reserve' | 'system' | 'tools' | 'threadId'>;

/** Undefined where the provider compacts nothing for this model. What it is sent is the beginning of the thread's own requests. */
export function nativeCompactorOf(agent: AgentModel, input: NativeModelInput): NativeCompactor | undefined {
  const { compact } = agent;
  if (!compact) return undefined;
  const { prices, reserve, system, tools, threadId } = input;
  const prefix = { system, tools, toolChoice: 'none', maxTokens: Math.max(1, reserve), thread: threadId } as const;
  return {
    id: agent.id,
    modelKey: agent.modelKey,
    prices,
    compact: async (request, signal) => {
      const made = await compact({ ...prefix, ...request }, signal);
      return made.ok ? made : err(modelFailureOf(made.error));
    },
  };
}
