/** A window with a thread on disk and a model that answers from a script. */
import path from 'node:path';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import type { AgentModel, CompactionEvent, ModelRequest, Tool } from '../../../src/core/agent/ports.ts';
import type { CompactionConfig } from '../../../src/core/compaction/config.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import type { Signal } from '../../../src/core/lang/signal.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { estimateMessage } from '../../../src/core/tokens/estimate.ts';
import { Agent } from '../../../src/extension/agent/agent.ts';
import type { AgentPorts } from '../../../src/extension/agent/agent-ports.ts';
import { Breakers } from '../../../src/extension/agent/breakers.ts';
import { keepPreview } from '../../../src/extension/agent/show-preview.ts';
import { modelStateOf } from '../../../src/extension/agent/turn-resources.ts';
import type { ChatModel, ModelProblem } from '../../../src/extension/models/chat-model.ts';
import { followChatModel } from '../../../src/extension/models/current-model.ts';
import { openKnowledge } from '../../../src/extension/models/knowledge-store.ts';
import { ThreadSession } from '../../../src/extension/session/thread-session.ts';
import { DISK, type Disk } from '../../../src/extension/storage/disk.ts';
import { openOutputs } from '../../../src/extension/storage/outputs.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { ENGLISH } from '../english.ts';
import { CONFIG } from '../session/long-thread.ts';
import { newRoot } from '../storage/sample-entries.ts';

export interface Script {
  /** What the model streams when it is called for the nth time, from 1; the usage and the end are put to it. */
  readonly reply: (
    n: number,
    request: ModelRequest,
    signal: Signal,
  ) => AsyncIterable<ModelEvent> | Iterable<ModelEvent>;
  readonly config?: Partial<CompactionConfig>;
  readonly window?: number;
  readonly disk?: Disk;
  readonly root?: string;
  readonly tools?: readonly Tool[];
  /** The provider's own compaction, where it has one. */
  readonly compact?: AgentModel['compact'];
  /** The pause before a failed call is made again; none unless it says otherwise. */
  readonly wait?: () => Promise<void>;
  /** Comes before a model is found, or says why none is. */
  readonly finding?: (model: string | undefined) => Promise<ModelProblem | undefined>;
  /** What new threads speak with; Birch unless it says otherwise. */
  readonly usual?: () => string;
}

export async function* said(text: string): AsyncGenerator<ModelEvent> {
  yield { type: 'text', text };
}

export function openWindow({
  reply,
  config,
  window = 32_000,
  disk = DISK,
  root = newRoot(),
  tools = [],
  compact,
  wait = async () => undefined,
  finding,
  usual = () => 'scripted/birch',
}: Script) {
  let now = 1_000_000;
  const requests: ModelRequest[] = [];
  const logged: CompactionEvent[] = [];
  const errors: string[] = [];
  const store = openStore(root, disk);
  const session = new ThreadSession(store, root, () => now++);
  session.configure({ config: { ...CONFIG, ...config }, problems: [] });
  const agent: AgentModel = {
    id: 'scripted/birch',
    modelKey: 'scripted/birch',
    tools,
    ...(compact && { compact }),
    stream: (request, signal) => stream(request, signal),
  };
  async function* stream(request: ModelRequest, signal: Signal): AsyncGenerator<ModelEvent> {
    requests.push(request);
    let calls = false;
    for await (const event of reply(requests.length, request, signal)) {
      if (signal.aborted) return yield { type: 'error', error: { kind: 'cancelled', message: '' } };
      yield event;
      if (event.type === 'error' || event.type === 'end') return;
      calls ||= event.type === 'call';
    }
    if (signal.aborted) return yield { type: 'error', error: { kind: 'cancelled', message: '' } };
    const input = request.messages.reduce((sum, { blocks }) => sum + estimateMessage(blocks), 0) + 1_000;
    yield { type: 'usage', usage: tokenUsage({ input, output: 5 }) };
    yield { type: 'end', reason: calls ? 'calls' : 'done' };
  }
  const chatModel: ChatModel = {
    head: { id: agent.id, name: 'Birch', provider: 'Scripted', isReplay: false },
    agent,
    reported: { window },
    prices: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  };
  /** Any other model is Birch by another name. */
  const find: AgentPorts['chatModels']['find'] = async (model = usual()) => {
    const problem = await finding?.(model);
    if (problem) return err(problem);
    const { head } = chatModel;
    return ok({
      ...chatModel,
      head: { ...head, id: model, isReplay: model.startsWith('replay/') },
      agent: { ...agent, id: model, modelKey: model },
    });
  };
  const memory = new Map<string, unknown>();
  const ports: AgentPorts = {
    session,
    chatModels: { find, onDidChange: () => () => undefined },
    knowledge: openKnowledge({
      get: (key) => memory.get(key),
      update: async (key, value) => void memory.set(key, value),
    }),
    breakers: new Breakers(),
    outputsOf: ({ id }) => openOutputs(path.join(root, 'threads', id)),
    regex: { start: async () => ({ ok: false, error: 'no regular expressions here' }) },
    log: {
      compaction: (event) => logged.push(event),
      turnEnd: () => undefined,
      error: (error) => errors.push(String(error)),
    },
    wait,
    now: () => now++,
    random: () => 0.5,
    l10n: ENGLISH,
    workspace: () => undefined,
  };
  const following = followChatModel(session, ports.chatModels, (one) =>
    modelStateOf(one, session.state.settings.config, ports),
  );
  keepPreview(ports);
  const birch = new Agent(ports);
  const close = async () => {
    following();
    await birch.close();
    await session.close();
  };
  return { agent: birch, session, store, root, requests, logged, errors, memory, close };
}
