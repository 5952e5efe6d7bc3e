/** The tool `ask_agent` in a window: it makes the sub-agent's thread, runs it beside the thread that asked, and notes there how it ended. */
import type { ThreadLog, Tool, ToolContext } from '../../../core/agent/ports.ts';
import { askAgentTool } from '../../../core/agent/sub-agent/ask-agent-tool.ts';
import { runSubAgent } from '../../../core/agent/sub-agent/run-sub-agent.ts';
import type { AskedEnd, SubAgentEnd } from '../../../core/agent/sub-agent/sub-agent-end.ts';
import { TokenBudget } from '../../../core/agent/sub-agent/token-budget.ts';
import type { SubAgentEntry } from '../../../core/thread/entry.ts';
import type { AgentPorts, SubAgentStores } from '../agent-ports.ts';
import type { TurnResources } from '../turn-resources.ts';
import { prepareSubTurn } from './prepare-sub-turn.ts';
import { recoveredEnd } from './settle-sub-agents.ts';
import { createSubThread, type SubThread, workIn } from './sub-thread.ts';

type Ports = AgentPorts & { readonly subAgents: SubAgentStores };

/** For one turn. `resources` and `log` are of the thread that asks. */
export function subAgentTool(resources: TurnResources, ports: Ports, log: ThreadLog): Tool {
  const { budget } = ports.subAgents;
  return askAgentTool(budget, {
    ask: (task, context) => ask(task, context, resources, ports, log),
    endOf: (context) => recoveredEnd(resources.threadId, context, ports.subAgents),
  });
}

async function ask(
  task: string,
  { call, signal }: ToolContext,
  resources: TurnResources,
  ports: Ports,
  log: ThreadLog,
): Promise<AskedEnd> {
  const stop = abortSignal(signal);
  const { threadId } = resources;
  const { storeOf, live } = ports.subAgents;
  const made = await createSubThread(storeOf(threadId), task, ports.now, (id, thread) => live.moved(id, thread));
  if (!made.ok) return notBegun(made.error);
  const own = made.value;
  try {
    // The entry comes before the first request, so that a killed window leaves no work that nobody finds.
    const begun = await log.append({ type: 'sub_agent', call, thread: own.id, state: 'begun' });
    if (!begun.ok) return notBegun(begun.error.reason);
    live.begun(own.id, threadId);
    return await run(task, call, stop, { own, resources, ports, log });
  } finally {
    live.ended(own.id);
    await own.close();
  }
}

function notBegun(reason: string): AskedEnd {
  return { type: 'nothing', why: `No sub-agent was begun: its log could not be written (${reason}).` };
}

interface Run {
  readonly own: SubThread;
  readonly resources: TurnResources;
  readonly ports: Ports;
  readonly log: ThreadLog;
}

async function run(task: string, call: string, stop: AbortSignal, { own, resources, ports, log }: Run) {
  const { budget } = ports.subAgents;
  const tokenBudget = new TokenBudget(budget.tokens);
  const turn = prepareSubTurn(resources, ports, own, tokenBudget);
  const end = await runSubAgent(
    { task, turn: turn.input, budget },
    {
      turn: turn.ports,
      tokenBudget,
      stop,
      work: AbortSignal.any([stop, AbortSignal.timeout(Math.max(0, budget.time - budget.answerTime))]),
      answer: AbortSignal.any([stop, AbortSignal.timeout(budget.time)]),
    },
  ).catch((error: unknown): SubAgentEnd => {
    ports.log.error(error instanceof Error ? error : String(error));
    return { type: 'failed', why: 'Spool made a mistake, which its log names', text: '' };
  });
  const work = { ...workIn(own.log.thread.entries), ...(tokenBudget.used.total > 0 && { usage: tokenBudget.used }) };
  const written = await log.append({ type: 'sub_agent', call, thread: own.id, ...noteOf(end), ...work });
  // The next turn writes what is missing.
  if (!written.ok) ports.log.error(`The end of a sub-agent was not written: ${written.error.reason}`);
  return end;
}

/** The fields of the log's entry on how it ended. */
function noteOf(end: SubAgentEnd): Pick<SubAgentEntry, 'state' | 'limit' | 'why'> {
  if (end.type === 'limited') return { state: end.type, limit: end.limit };
  return end.type === 'failed' ? { state: end.type, why: end.why } : { state: end.type };
}

/** Throws for any other signal: its abort could not be heard, and Stop would be lost. */
function abortSignal(signal: ToolContext['signal']): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  throw new TypeError('The call has no AbortSignal.');
}
