/** What the calls of a thread are made with: model, settings, limits, prices and tools, and what is sent beside the messages. */
import type { Setup } from '../../core/agent/make-room.ts';
import { ownTools } from '../../core/agent/own-tools.ts';
import type { Tool } from '../../core/agent/ports.ts';
import { SYSTEM_PROMPT } from '../../core/agent/system-prompt.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import { err } from '../../core/lang/result.ts';
import type { BaseTokens } from '../../core/thread/measure.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { estimateText } from '../../core/tokens/estimate.ts';
import type { RegexEngine } from '../../core/tool-output/finder.ts';
import type { OutputStore } from '../../core/tool-output/output-store.ts';
import type { Speaker } from '../models/chat-model.ts';
import { type ModelState, threadConfig, threadLimits } from '../session/session-state.ts';
import type { AgentPorts } from './agent-ports.ts';

/** Milliseconds after which a provider has forgotten what it cached of a thread, where nobody asked for longer. */
const CACHE_MS = 5 * 60_000;

/** What one thread is run with. */
export interface Equipment {
  readonly threadId: string;
  readonly speaker: Speaker;
  /** Writes the summaries; the speaker itself unless the settings name another (R45). */
  readonly summarizer: Speaker;
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
