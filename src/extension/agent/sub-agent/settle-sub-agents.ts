/** Notes the end of sub-agents that ran when their window was killed, so that what they used is counted. */
import type { AppendFailure, ThreadLog } from '../../../core/agent/ports.ts';
import { unendedSubAgents } from '../../../core/thread/sub-agents.ts';
import type { SubAgentStores } from '../agent-ports.ts';
import { workIn } from './sub-thread.ts';

/** To be called while no turn of the thread runs. */
export async function settleSubAgents(
  thread: string,
  log: ThreadLog,
  stores: Pick<SubAgentStores, 'storeOf'> | undefined,
): Promise<AppendFailure | undefined> {
  if (!stores) return undefined;
  for (const { call, thread: own } of unendedSubAgents(log.thread.entries)) {
    const read = await stores
      .storeOf(thread)
      .read(own)
      .catch(() => undefined);
    const work = read ? workIn(read.entries) : {};
    const written = await log.append({ type: 'sub_agent', call, thread: own, state: 'closed', ...work });
    if (!written.ok) return written.error;
  }
  return undefined;
}
