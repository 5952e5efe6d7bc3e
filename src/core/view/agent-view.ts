/** What the row of a call shows of the sub-agent that it began. */
import type { SubAgentEntry } from '../thread/entry.ts';
import type { SubAgent } from '../thread/sub-agent.ts';
import { agentCost } from './cost.ts';

export interface AgentView {
  /** The id of its thread. */
  readonly thread: string;
  readonly state: SubAgent['state'];
  /** These are known when it has ended: replies of its model, tokens that it read in all its calls, and US dollars by the list. */
  readonly rounds?: number;
  readonly read?: number;
  readonly cost?: number;
}

export function agentView(entry: SubAgentEntry): AgentView {
  const { thread, state, rounds, usage } = entry;
  const cost = agentCost(entry);
  return {
    thread,
    state,
    ...(rounds !== undefined && { rounds }),
    ...(usage && { read: usage.total - usage.output }),
    ...(cost !== undefined && { cost }),
  };
}
