/** Builds an agent, and writes its thread's model into the session's state whenever it changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompactionEvent } from '../../core/agent/ports.ts';
import { SUB_AGENT_BUDGET } from '../../core/agent/sub-agent/budget.ts';
import type { Signal } from '../../core/lang/signal.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ChatModels } from '../models/chat-model.ts';
import { followChatModel } from '../models/current-model.ts';
import type { KnowledgeStore } from '../models/knowledge-store.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import type { Pulse } from '../storage/lock.ts';
import { openOutputs } from '../storage/outputs.ts';
import { subThreadFolder, threadFolder } from '../storage/thread-folder.ts';
import { openSubStore } from '../storage/thread-store.ts';
import { Agent } from './agent.ts';
import type { AgentPorts, CompactionHooks, WorkspaceToolset } from './agent-ports.ts';
import type { Breakers } from './breakers.ts';
import { keepPreview } from './show-preview.ts';
import type { LiveAgentList } from './sub-agent/live-agents.ts';
import { modelStateOf } from './turn-resources.ts';

/** The part of VS Code's log channel that is needed. */
export interface LogChannel {
  info(text: string): void;
  warn(text: string): void;
  error(error: Error | string): void;
}

export interface AgentParts {
  /** What was learned of models: one for all agents of a window. */
  readonly knowledge: KnowledgeStore;
  readonly breakers: Breakers;
  readonly session: ThreadSession;
  readonly chatModels: ChatModels;
  /** The extension's storage. */
  readonly root: string;
  readonly regex: AgentPorts['regex'];
  readonly log: AgentPorts['log'];
  readonly l10n: L10n;
  readonly workspace: () => string | undefined;
  readonly workspaceTools?: WorkspaceToolset;
  readonly hooks?: CompactionHooks;
  /** Sub-agents that run, for their rows. */
  readonly liveAgents: LiveAgentList;
  /** As in `openStore`, for the logs of sub-agents. */
  readonly pulse?: Pulse;
}

export interface CreatedAgent {
  readonly agent: Agent;
  /** Ends the following of the model. */
  readonly dispose: () => void;
}

export function createAgent(parts: AgentParts): CreatedAgent {
  const { knowledge, breakers, session, chatModels, root, regex, log, l10n, workspace, workspaceTools, hooks } = parts;
  const { liveAgents: live, pulse } = parts;
  const ports: AgentPorts = {
    session,
    chatModels,
    knowledge,
    breakers,
    outputsOf: ({ id }) => openOutputs(threadFolder(root, id)),
    regex,
    log: hooks ? telling(log, session, hooks) : log,
    wait,
    now: Date.now,
    random: Math.random,
    l10n,
    workspace,
    ...(workspaceTools && { workspaceTools }),
    ...(hooks && { hooks }),
    subAgents: {
      storeOf: (thread) => openSubStore(root, thread, pulse),
      outputsOf: (thread, subThread) => openOutputs(subThreadFolder(root, thread, subThread)),
      live,
      budget: SUB_AGENT_BUDGET,
      // Other extensions take part in the compactions of a person's threads only.
      log: log.compaction,
    },
  };
  const stateOf: Parameters<typeof followChatModel>[2] = (one) =>
    modelStateOf(one, session.state.settings.config, ports);
  keepPreview(ports);
  return {
    agent: new Agent(ports),
    dispose: followChatModel(session, chatModels, stateOf, workspaceTools?.onDidChange),
  };
}

/** The log, which also tells other extensions of each compaction. */
function telling(log: AgentPorts['log'], session: ThreadSession, hooks: CompactionHooks): AgentPorts['log'] {
  return {
    ...log,
    compaction: (event) => {
      log.compaction(event);
      const { open } = session.state;
      const newest = open?.thread.compactions.at(-1);
      if (event.type === 'compacted' && open && newest) hooks.tell(open.id, newest);
    },
  };
}

/** Writes what the agent does into a log channel. */
export function logInto(channel: LogChannel): AgentPorts['log'] {
  return {
    compaction: (event) => logCompaction(channel, event),
    turnEnd: (end) => channel.info(`turn ended: ${end}`),
    error: (error) => channel.error(error),
  };
}

/** R56. */
function logCompaction(log: LogChannel, event: CompactionEvent): void {
  log[LOG_LEVEL[event.type]](`compaction ${JSON.stringify(event)}`);
}

const LOG_LEVEL: Readonly<Record<CompactionEvent['type'], 'info' | 'warn'>> = {
  due: 'info',
  planned: 'info',
  asking: 'info',
  compacted: 'info',
  crowded: 'info',
  'not-compacted': 'warn',
  'no-limit': 'warn',
};

async function wait(ms: number, signal: Signal): Promise<void> {
  const options = signal instanceof AbortSignal ? { signal } : {};
  await sleep(ms, undefined, options).catch(() => undefined);
}
