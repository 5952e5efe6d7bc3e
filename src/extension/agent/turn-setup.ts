/** What the calls of a thread are made with: model, settings, limits, prices and tools, and what is sent beside the messages. */
import type { Knowledge, Setup } from '../../core/agent/make-room.ts';
import { ownTools } from '../../core/agent/own-tools.ts';
import type { AgentModel, ThreadLog, Tool } from '../../core/agent/ports.ts';
import { retrying } from '../../core/agent/retry.ts';
import type { AskedCompaction, TurnInput, TurnPorts } from '../../core/agent/run-turn.ts';
import { SYSTEM_PROMPT } from '../../core/agent/system-prompt.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import { err } from '../../core/lang/result.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { estimateText } from '../../core/tokens/estimate.ts';
import { type BaseTokens, measure } from '../../core/tokens/measure.ts';
import type { RegexEngine } from '../../core/tool-output/finder.ts';
import type { OutputStore } from '../../core/tool-output/output-store.ts';
import { type ModelState, threadConfig, threadLimits } from '../session/session-state.ts';
import type { AgentPorts } from './agent-ports.ts';
import type { Progress } from './progress.ts';
import type { Speaker } from './speaker.ts';
import { nativeFor, summarizerFor } from './summarizer.ts';

/** Milliseconds after which a provider has forgotten what it cached of a thread, where nobody asked for longer. */
const CACHE_MS = 5 * 60_000;
/** Calls of one turn after which the person is asked: a loop without end costs real money. */
const MOST_CALLS = 50;

/** What one thread is run with. */
export interface Equipment {
  readonly threadId: string;
  readonly speaker: Speaker;
  /** Writes the summaries; the speaker itself unless the settings name another (R45). */
  readonly summarizer: Speaker | undefined;
  readonly config: CompactionConfig;
  readonly outputs: OutputStore;
  readonly regex: RegexEngine;
}

/** Our own tools, and those that come with the model. */
export function toolsFor({
  speaker,
  config,
  outputs,
  regex,
}: Pick<Equipment, 'speaker' | 'config' | 'outputs' | 'regex'>): readonly Tool[] {
  return [...ownTools({ config, outputs, regex }), ...(speaker.agent.tools ?? [])];
}

/** Estimated tokens of what is sent beside the messages. */
export function baseFor(tools: readonly Tool[]): BaseTokens {
  const texts = tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }));
  return {
    system: estimateText(SYSTEM_PROMPT),
    tools: texts.reduce((sum, text) => sum + estimateText(text), 0),
    instructions: 0,
  };
}

/** Nothing is put there: it stands where tools are only described. */
const NO_OUTPUTS: OutputStore = { put: async () => err({ reason: 'ENOENT' }), open: async () => undefined };

/** A model as the limits and the panel need it, with what is known of it now. */
export function modelStateOf(
  speaker: Speaker,
  config: CompactionConfig,
  { knowledge, regex }: Pick<AgentPorts, 'knowledge' | 'regex'>,
): ModelState {
  const { head, reported, agent } = speaker;
  const base = baseFor(toolsFor({ speaker, config, outputs: NO_OUTPUTS, regex }));
  return { head, reported, learned: knowledge.read(agent.maker), base };
}

/** Settings, limits and prices as they hold for the model that the thread speaks with. */
export function setupFor(
  equipment: Equipment,
  ports: Pick<AgentPorts, 'knowledge' | 'regex' | 'now'>,
  thread: Thread,
): Setup {
  const { speaker, config } = equipment;
  const state = modelStateOf(speaker, config, ports);
  const spoken = { model: speaker.agent.id };
  return {
    config: threadConfig(spoken, config, state),
    limits: (learned) => threadLimits(spoken, config, { ...state, learned }),
    base: state.base,
    ...(speaker.prices && { prices: speaker.prices }),
    cold: ports.now() - (thread.anchor?.entry.at ?? 0) > CACHE_MS,
  };
}

export interface TurnWish {
  readonly log: ThreadLog;
  readonly takeAsked: () => AskedCompaction | undefined;
  /** The person chose to send without compacting first. */
  readonly uncompacted?: true;
}

export interface ReadyTurn {
  readonly input: TurnInput;
  readonly ports: TurnPorts;
  /** Keeps what the turn taught. */
  readonly learn: (knowledge: Knowledge) => void;
}

export function turnFor(equipment: Equipment, ports: AgentPorts, progress: Progress, wish: TurnWish): ReadyTurn {
  const { speaker, threadId, outputs } = equipment;
  const { log, takeAsked, uncompacted } = wish;
  const { knowledge, now } = ports;
  const { maker } = speaker.agent;
  const setup = setupFor(equipment, ports, log.thread);
  const agent = retrying(speaker.agent, ports);
  const tools = toolsFor(equipment);
  return {
    input: {
      ...setup,
      ...(uncompacted && { config: { ...setup.config, auto: false } }),
      knowledge: { breaker: ports.breakers.read(threadId), learned: knowledge.read(maker) },
      system: SYSTEM_PROMPT,
      threadId,
      maxCalls: MOST_CALLS,
    },
    ports: {
      agent: shown(agent, progress),
      tools,
      outputs,
      model: summarizerFor(equipment, ports, { tools, cold: setup.cold ?? false }),
      native: nativeFor(equipment, ports, tools),
      threadLog: log,
      log: {
        write: (event) => {
          ports.log.compaction(event);
          progress.compaction(event);
        },
      },
      now,
      onEvent: (event) => progress.event(event),
      takeAsked,
    },
    learn: ({ learned, breaker }) => {
      ports.breakers.write(threadId, breaker);
      const { thread } = log;
      const { factor } = measure(thread, setup.base);
      knowledge.write(maker, { ...learned, ...(thread.anchor && { factor }) });
    },
  };
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
