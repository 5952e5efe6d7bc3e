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
import { type ModelState, type RunContext, runContext } from '../session/run-context.ts';
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
  const { head, reported, agent, prices } = speaker;
  const base = baseFor(toolsFor({ speaker, config, outputs: NO_OUTPUTS, regex }));
  return { head, reported, learned: knowledge.read(agent.maker), base, ...(prices && { prices }) };
}

/** What the thread's next message is sent with, as of now. */
export function contextFor(
  { speaker, config }: Equipment,
  ports: Pick<AgentPorts, 'knowledge' | 'regex'>,
  thread: Thread,
): RunContext {
  return runContext(thread, config, modelStateOf(speaker, config, ports));
}

/** The same for the turns of the agent, which learn on the way how large the model is. */
export function setupFor(
  equipment: Equipment,
  ports: Pick<AgentPorts, 'knowledge' | 'regex' | 'now'>,
  thread: Thread,
): Setup {
  const { speaker, config } = equipment;
  const state = modelStateOf(speaker, config, ports);
  const context = runContext(thread, config, state);
  return {
    config: context.config,
    limits: (learned) => runContext(thread, config, { ...state, learned }).limits,
    base: state.base,
    ...(context.prices && { prices: context.prices }),
    cold: ports.now() - (thread.anchor?.entry.at ?? 0) > CACHE_MS,
  };
}
