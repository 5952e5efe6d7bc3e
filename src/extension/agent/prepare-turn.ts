/** Prepares a turn: joins the resources of the open thread with the ports that show, log and keep what the turn does. */
import { CLOSED_BREAKER } from '../../core/agent/breaker.ts';
import { callBase, type Knowledge } from '../../core/agent/make-room.ts';
import type { AgentModel, ThreadLog } from '../../core/agent/ports.ts';
import { type Learned, learnedFor, learnFromReports } from '../../core/agent/refusals/learned-limits.ts';
import { retrying } from '../../core/agent/retry.ts';
import type { RequestedCompaction, TurnInput, TurnPorts } from '../../core/agent/turn.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import { type BaseTokens, measure } from '../../core/thread/measure.ts';
import { modelSize } from '../../core/tokens/window.ts';
import { dueTools } from '../../core/workspace/external/due-tools.ts';
import { dueInstructions } from '../../core/workspace/instructions/due-instructions.ts';
import { crowdedNotice } from '../words/room-notice.ts';
import type { AgentPorts } from './agent-ports.ts';
import { adviceFor, switchedOn } from './compact-with.ts';
import { compactionModelsFor } from './compaction-models.ts';
import type { Progress } from './progress.ts';
import { canAskAgents, chosenTools, runningPrefix, toolsetFor } from './request-prefix.ts';
import { subAgentTool } from './sub-agent/sub-agent-tool.ts';
import { tellConcessions } from './tell-concession.ts';
import { tellOfTools } from './tell-of-tools.ts';
import { callContextFor, type TurnResources } from './turn-resources.ts';

/** Calls of one turn after which the person is asked: a loop without end costs real money. */
const MOST_CALLS = 50;

export interface TurnOptions {
  readonly log: ThreadLog;
  readonly takeRequested: () => RequestedCompaction | undefined;
  /** As in `TurnPorts`. */
  readonly isClosing: () => boolean;
  /** The person chose: to send without compacting first, or to compact as far as is needed to send, whatever the settings say. */
  readonly chosen?: 'uncompacted' | 'compacting';
}

export interface PreparedTurn {
  readonly input: TurnInput;
  readonly ports: TurnPorts;
  /** Keeps what the turn taught. */
  readonly learn: (knowledge: Knowledge) => void;
}

export function prepareTurn(
  resources: TurnResources,
  ports: AgentPorts,
  progress: Progress,
  options: TurnOptions,
): PreparedTurn {
  const { chatModel, threadId, outputs } = resources;
  const { log, takeRequested, isClosing, chosen } = options;
  const { knowledge, now } = ports;
  const setup = callContextFor(resources, ports, log.thread);
  const { window } = modelSize(chatModel.agent.id, resources.config.contextWindows, chatModel.reported);
  const before = learnedFor(knowledge.read(chatModel.agent.modelKey), window);
  const agent = retrying(chatModel.agent, {
    ...ports,
    wait: async (ms, signal) => {
      await ports.wait(ms, signal);
      progress.calling();
    },
  });
  const asking = canAskAgents(resources, ports) ? [subAgentTool(resources, ports, log)] : [];
  const prefixOfThread = runningPrefix(resources, ports, log, asking);
  const begun = prefixOfThread(log.thread);
  return {
    input: {
      ...setup,
      config: configFor(setup.config, chosen),
      knowledge: { breaker: chosen === 'compacting' ? CLOSED_BREAKER : ports.breakers.read(threadId), learned: before },
      system: begun.system,
      threadId,
      maxCalls: MOST_CALLS,
    },
    ports: {
      agent: shown(agent, progress),
      tools: begun.tools,
      runningPrefix: prefixOfThread,
      outputs,
      ...compactionModelsFor(resources, ports, setup.cold ?? false, () => log.thread),
      threadLog: log,
      ...hearingPorts(chatModel, ports, progress),
      now,
      ...adviceFor(threadId, ports),
      dueEntries: dueEntriesFor(resources, ports, window),
      takeRequested,
      isClosing,
    },
    learn: learningFor(resources, ports, log, {
      base: (learned) => callBase(setup, learned, log.thread),
      before,
      window,
    }),
  };
}

/** What hears how the turn goes on. */
function hearingPorts(
  chatModel: TurnResources['chatModel'],
  ports: AgentPorts,
  progress: Progress,
): Pick<TurnPorts, 'log' | 'onEvent'> {
  const tell = tellConcessions(chatModel, ports);
  return {
    log: {
      write: (event) => {
        ports.log.compaction(event);
        progress.compaction(event);
        if (event.type === 'crowded') ports.session.notify(crowdedNotice(event.by, ports.l10n));
      },
    },
    onEvent: (event) => {
      progress.event(event);
      tell(event);
    },
  };
}

/** What is new in the workspace's instruction files, and in the tools that the person selected. */
function dueEntriesFor(
  resources: TurnResources,
  ports: AgentPorts,
  window: number | undefined,
): NonNullable<TurnPorts['dueEntries']> {
  return async (thread, isTurnStart) => {
    const read = toolsetFor(resources, ports)?.instructionsOf;
    const files = await read?.(resources.threadId, thread, isTurnStart);
    const choice = chosenTools(resources, ports);
    const tools = choice ? dueTools(thread, choice) : [];
    if (choice && tools.some(({ type }) => type === 'tools')) tellOfTools(choice, resources, ports);
    return [...(files ? dueInstructions(thread, files, window) : []), ...tools];
  };
}

interface KnownBefore {
  readonly base: (learned: Learned) => BaseTokens;
  /** What was learned of the model before the turn. */
  readonly before: Learned;
  /** Tokens, by settings, provider and table. */
  readonly window: number | undefined;
}

/** Keeps the breaker's state for the thread, and what the turn taught of its model for all threads. */
function learningFor(
  { chatModel, threadId }: TurnResources,
  { breakers, knowledge }: AgentPorts,
  log: ThreadLog,
  { base, before, window }: KnownBefore,
): PreparedTurn['learn'] {
  const { id, modelKey } = chatModel.agent;
  const newest = log.thread.entries.at(-1)?.id ?? 0;
  return ({ learned, breaker }) => {
    breakers.write(threadId, breaker);
    const { anchor, model } = log.thread;
    const isNews = anchor !== undefined && anchor.entry.id > newest && model === id;
    const { factor, isFactorOwn, finding } = measure(log.thread, base(learned));
    const reported = { factor: isFactorOwn ? factor : undefined, finding };
    const below = learned.limit === before.limit ? learned.below : (window ?? 'unknown');
    const known = { ...learned, ...(below !== undefined && { below }) };
    knowledge.write(modelKey, isNews ? learnFromReports(reported, known) : known);
  };
}

function configFor(config: CompactionConfig, chosen: TurnOptions['chosen']): CompactionConfig {
  if (chosen === 'uncompacted') return { ...config, auto: false };
  return chosen === 'compacting' ? { ...switchedOn(config), auto: true } : config;
}

function shown(agent: AgentModel, progress: Progress): AgentModel {
  return {
    ...agent,
    stream: (request, signal) => {
      progress.calling();
      return agent.stream(request, signal);
    },
  };
}
