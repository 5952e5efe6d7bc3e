/** A thread that is talked through the real loop, adapters and libraries; who speaks may change on the way. */
import { expect } from 'vitest';
import { CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import { builtInTools } from '../../../src/core/agent/built-in-tools.ts';
import { type CompactPorts, type CompactRun, compactThread } from '../../../src/core/agent/compact-thread.ts';
import type { Knowledge } from '../../../src/core/agent/make-room.ts';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import { nativeModelOf } from '../../../src/core/agent/native-model.ts';
import type { AgentModel, CompactionEvent, ThreadLog, Tool } from '../../../src/core/agent/ports.ts';
import type { Learned } from '../../../src/core/agent/refusals/learned-limits.ts';
import { retrying } from '../../../src/core/agent/retry.ts';
import { runTurn } from '../../../src/core/agent/run-turn.ts';
import { summaryModelOf } from '../../../src/core/agent/summary-model.ts';
import { SYSTEM_PROMPT } from '../../../src/core/agent/system-prompt.ts';
import { sumOfTools } from '../../../src/core/agent/tool-tokens.ts';
import type { TurnEnd } from '../../../src/core/agent/turn.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { configForModel } from '../../../src/core/compaction/model-config.ts';
import { lastLive, planRedo, planUndo } from '../../../src/core/compaction/undo.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import type { Signal } from '../../../src/core/lang/signal.ts';
import type { Block } from '../../../src/core/message/message.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { takenCheckpoints, withCheckpoint } from '../../../src/core/thread/checkpoint.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { decodeEntry } from '../../../src/core/thread/decode-entry.ts';
import type { Entry, MessageEntry, Planned } from '../../../src/core/thread/entry.ts';
import { type BaseTokens, type Measure, measure, withWindow } from '../../../src/core/thread/measure.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { estimateText } from '../../../src/core/tokens/estimate.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { modelSize } from '../../../src/core/tokens/window.ts';
import type { OutputStore } from '../../../src/core/tool-output/output-store.ts';
import type { ToolOutcome } from '../../../src/core/tool-output/tool.ts';
import { LOOK } from '../drive.ts';
import type { ChatModel } from './chat-models.ts';
import { Growth } from './growth.ts';

export interface Manner {
  /** Tokens, in place of what the provider and the tables say. */
  readonly window?: number;
  readonly config?: Partial<CompactionConfig>;
  /** What `look` gives; the path where nothing is said. */
  readonly look?: (path: string) => ToolOutcome | Promise<ToolOutcome>;
  /** Hears each event before the loop goes on. */
  readonly watch?: (event: ModelEvent) => void;
  readonly system?: string;
}

const MOST_CALLS = 40;
const THREAD = 'herons';

export class Talk {
  thread: Thread;
  chatModel: ChatModel;
  /** Of its chatModel, as of the last turn. */
  knowledge: Knowledge = { breaker: CLOSED_BREAKER, learned: {} };
  readonly #learned = new Map<string, Learned>();
  readonly log: CompactionEvent[] = [];
  /** Of the last turn. */
  events: ModelEvent[] = [];
  /** Milliseconds that were waited before a call was made again. */
  readonly waits: number[] = [];
  readonly looked: string[] = [];
  #manner: Manner;
  readonly #growth = new Growth();
  readonly #checkpoints: Set<string>;
  #outputs = 0;

  constructor(chatModel: ChatModel, manner: Manner = {}, entries: readonly Entry[] = []) {
    this.chatModel = chatModel;
    this.#manner = manner;
    this.thread = replay(entries);
    this.#checkpoints = takenCheckpoints(entries);
  }

  /** As a restart of the window does: all that is left is the log. */
  restart(): Talk {
    const entries = this.thread.entries.map((entry) => {
      const decoded = decodeEntry(JSON.parse(JSON.stringify(entry)));
      if (!decoded.ok) throw new Error(decoded.error);
      return decoded.value;
    });
    const next = new Talk(this.chatModel, this.#manner, entries);
    next.#growth.inherit(this.#growth);
    return next;
  }

  /** From now on. */
  settle(manner: Manner): void {
    this.#manner = { ...this.#manner, ...manner };
  }

  /** One turn; without words the thread goes on from where it is. */
  async send(words?: string | readonly Block[], signal: Signal = new AbortController().signal): Promise<TurnEnd> {
    const blocks = typeof words === 'string' ? [{ type: 'text', text: words } as const] : words;
    const { agent } = this.chatModel;
    if (this.thread.model !== agent.id) this.append({ type: 'model', model: agent.id });
    this.events = [];
    const { end, knowledge } = await runTurn(
      {
        ...(blocks && { blocks }),
        config: this.#config,
        limits: ({ limit }) => this.limits(limit),
        base: this.base,
        knowledge: { ...this.knowledge, learned: this.#learned.get(agent.modelKey) ?? {} },
        system: this.#system,
        threadId: THREAD,
        maxCalls: MOST_CALLS,
      },
      {
        ...this.#compactPorts,
        agent: retrying(this.#heard(agent), this.#clock),
        tools: this.#tools,
        outputs: this.#store,
        threadLog: this.#threadLog,
        onEvent: (event) => {
          this.events.push(event);
          this.#manner.watch?.(event);
        },
      },
      signal,
    );
    this.knowledge = knowledge;
    this.#learned.set(agent.modelKey, knowledge.learned);
    return end;
  }

  /** As a person asks for it; to so many tokens. */
  async compact(target: number): Promise<CompactRun['outcome']> {
    const limits = this.limits();
    if (!limits.ok) throw new Error(limits.error.type);
    const { thread, base } = this;
    const request = {
      thread,
      base,
      config: this.#config,
      limits: { ...limits.value, target },
      trigger: 'manual',
    } as const;
    const signal = new AbortController().signal;
    return (await compactThread(request, { ...this.#compactPorts, threadLog: this.#threadLog }, signal, CLOSED_BREAKER))
      .outcome;
  }

  limits(learned?: number): ReturnType<typeof limitsFor> {
    const { agent, info } = this.chatModel;
    const size = modelSize(agent.id, this.#config.contextWindows, info.size);
    return limitsFor({ ...size, ...(learned !== undefined && { learned }) }, this.#config, agent.id);
  }

  append(planned: Planned): Thread {
    const id = nextId(this.thread);
    const entry = { ...planned, id, at: id };
    this.thread = append(this.thread, entry.type === 'message' ? withCheckpoint(entry, this.#checkpoints) : entry);
    return this.thread;
  }

  /** The thread as something else made it. */
  adopt(thread: Thread): void {
    this.thread = thread;
    for (const id of takenCheckpoints(thread.entries.slice())) this.#checkpoints.add(id);
  }

  undo(): void {
    const live = lastLive(this.thread);
    const planned = live && planUndo(this.thread, live.id);
    if (!planned?.ok) throw new Error('nothing to undo');
    this.append(planned.value);
  }

  redo(id: number): void {
    const found = this.thread.compactions.find((one) => one.id === id);
    const planned = found && planRedo(this.thread, found.id);
    if (planned?.ok) this.append(planned.value);
  }

  /** What its provider refuses by its rules, what is no valid thread, and bytes that changed between two boundaries. */
  check(...others: readonly ChatModel[]): void {
    for (const { fake, offer } of [this.chatModel, ...others])
      expect({ of: offer.name, rejections: fake.rejections }).toEqual({ of: offer.name, rejections: [] });
    expect(checkContext(projectContext(this.thread, this.chatModel.agent.modelKey).messages)).toEqual([]);
    this.#growth.check();
  }

  /** The replies in the log, newest last. */
  get replies(): readonly MessageEntry[] {
    return this.thread.messages.filter(({ origin }) => origin === 'model');
  }

  /** The words that a person reads, in order. */
  get said(): readonly string[] {
    return this.thread.messages.flatMap(({ blocks }) => blocks.flatMap((b) => (b.type === 'text' ? [b.text] : [])));
  }

  /** Of the next request, as the gauge shows it. */
  get tokens(): number {
    return this.measure.tokens;
  }

  get measure(): Measure {
    const limits = this.limits();
    return measure(this.thread, withWindow(this.base, limits.ok ? limits.value.window : undefined));
  }

  get base(): BaseTokens {
    return { system: estimateText(this.#system), tools: sumOfTools(this.#tools), instructions: 0 };
  }

  get #compactPorts(): Omit<CompactPorts, 'threadLog'> {
    const { agent, offer } = this.chatModel;
    const limits = this.limits();
    const { window, reserve } = limits.ok ? limits.value : { window: 200_000, reserve: 8_000 };
    const retried = retrying(agent, this.#clock);
    const beside = {
      prices: DEFAULT_PRICES,
      reserve,
      system: () => this.#system,
      tools: this.#tools,
      threadId: THREAD,
    };
    return {
      model: offer.lacks.summaries ? undefined : summaryModelOf(retried, { ...beside, window, warm: true }),
      native: nativeModelOf(retried, beside),
      log: { write: (event) => this.log.push(event) },
      now: this.#clock.now,
    };
  }

  get #system(): string {
    return this.#manner.system ?? SYSTEM_PROMPT;
  }

  get #config(): CompactionConfig {
    const { window, config } = this.#manner;
    const contextWindows = window === undefined ? {} : { [this.chatModel.agent.id]: window };
    return configForModel({ ...DEFAULT_CONFIG, contextWindows, ...config }, this.chatModel.agent.id);
  }

  get #tools(): readonly Tool[] {
    const regex = { start: async () => err('no regular expressions here') };
    const run: Tool['run'] = async (input) => {
      const path = typeof input === 'object' && input !== null && 'path' in input ? String(input.path) : '';
      this.looked.push(path);
      return (await this.#manner.look?.(path)) ?? { content: [{ type: 'text', text: `In ${path}: herons.` }] };
    };
    return [...builtInTools({ config: this.#config, outputs: this.#store, regex }), { ...LOOK, run }];
  }

  get #store(): OutputStore {
    const put = async () => ok({ id: `o_${String(++this.#outputs).padStart(8, '0')}`, byteSize: 1 });
    return { put, open: async () => undefined };
  }

  get #clock() {
    return {
      wait: async (ms: number) => void this.waits.push(ms),
      now: () => this.thread.entries.length * 1_000,
      random: () => 0.5,
    };
  }

  /** Each call with the body that the fake got of it. */
  #heard(agent: AgentModel): AgentModel {
    const { chatModel } = this;
    const { requests } = chatModel.fake;
    return {
      ...agent,
      stream: (request, signal) => {
        const { boundary } = this.thread;
        const at = requests.length;
        this.#growth.add({ modelKey: agent.modelKey, boundary, body: () => requests[at] });
        return agent.stream(request, signal);
      },
    };
  }

  get #threadLog(): ThreadLog {
    const talk = this;
    return {
      get thread() {
        return talk.thread;
      },
      append: async (planned) => ok(talk.append(planned)),
    };
  }
}
