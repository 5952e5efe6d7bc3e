/** What the calls of a thread are made with: model, settings, limits, prices and tools, and what is sent beside the messages. */
import { builtInTools } from '../../core/agent/built-in-tools.ts';
import type { CallContext } from '../../core/agent/make-room.ts';
import type { Tool } from '../../core/agent/ports.ts';
import { SYSTEM_PROMPT } from '../../core/agent/system-prompt.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import { configForModel } from '../../core/compaction/model-config.ts';
import { err } from '../../core/lang/result.ts';
import type { BaseTokens } from '../../core/thread/measure.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { estimateText } from '../../core/tokens/estimate.ts';
import type { RegexEngine } from '../../core/tool-output/finder.ts';
import type { OutputStore } from '../../core/tool-output/output-store.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { type ModelState, type RunContext, runContext } from '../session/run-context.ts';
import type { AgentPorts } from './agent-ports.ts';

/** Milliseconds after which a provider has forgotten what it cached of a thread, where nobody asked for longer. */
const CACHE_MS = 5 * 60_000;

/** What one thread is run with. */
export interface TurnResources {
  readonly threadId: string;
  readonly chatModel: ChatModel;
  /** Writes the summaries; the chatModel itself unless the settings name another (R45). */
  readonly summarizer: ChatModel;
  readonly config: CompactionConfig;
  readonly outputs: OutputStore;
  readonly regex: RegexEngine;
}

/** Our own tools, and those that come with the model. */
export function toolsFor({
  chatModel,
  config,
  outputs,
  regex,
}: Pick<TurnResources, 'chatModel' | 'config' | 'outputs' | 'regex'>): readonly Tool[] {
  const own = configForModel(config, chatModel.head.id);
  return [...builtInTools({ config: own, outputs, regex }), ...(chatModel.agent.tools ?? [])];
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
  chatModel: ChatModel,
  config: CompactionConfig,
  { knowledge, regex }: Pick<AgentPorts, 'knowledge' | 'regex'>,
): ModelState {
  const { head, reported, agent, prices } = chatModel;
  const base = baseFor(toolsFor({ chatModel, config, outputs: NO_OUTPUTS, regex }));
  return { head, reported, learned: knowledge.read(agent.modelKey), base, ...(prices && { prices }) };
}

/** What the thread's next message is sent with, as of now. */
export function contextFor(
  { chatModel, config }: TurnResources,
  ports: Pick<AgentPorts, 'knowledge' | 'regex'>,
  thread: Thread,
): RunContext {
  return runContext(thread, config, modelStateOf(chatModel, config, ports));
}

/** The same for the turns of the agent, which learn on the way how large the model is. */
export function callContextFor(
  resources: TurnResources,
  ports: Pick<AgentPorts, 'knowledge' | 'regex' | 'now'>,
  thread: Thread,
): CallContext {
  const { chatModel, config } = resources;
  const state = modelStateOf(chatModel, config, ports);
  const context = runContext(thread, config, state);
  return {
    config: context.config,
    limits: (learned) => runContext(thread, config, { ...state, reported: chatModel.reported, learned }).limits,
    base: state.base,
    ...(context.prices && { prices: context.prices }),
    cold: ports.now() - (thread.anchor?.entry.at ?? 0) > CACHE_MS,
  };
}
