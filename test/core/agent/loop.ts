/** A small loop over the agent's parts, in memory: a person sends, a scripted agent answers and uses tools, the thread makes room. */
import { type Breaker, CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import { type CompactPorts, compactThread } from '../../../src/core/agent/compact-thread.ts';
import type { Learned } from '../../../src/core/agent/learned.ts';
import { nextCall } from '../../../src/core/agent/next-call.ts';
import type { CompactionEvent, SummaryModel } from '../../../src/core/agent/ports.ts';
import { queuedMessages, resumeMessages } from '../../../src/core/agent/queue.ts';
import { recoverFromOverflow } from '../../../src/core/agent/recover.ts';
import { applyBoundary } from '../../../src/core/compaction/apply.ts';
import type { CompactionConfig } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import type { PlannedCompaction } from '../../../src/core/compaction/plan.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import type { Signal } from '../../../src/core/lang/signal.ts';
import { withCheckpoint } from '../../../src/core/thread/checkpoint.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import type { Entry, MessageEntry, Planned } from '../../../src/core/thread/entry.ts';
import type { Block, Message } from '../../../src/core/thread/message.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { estimateMessage } from '../../../src/core/tokens/estimate.ts';
import { NO_BASE } from '../../../src/core/tokens/measure.ts';
import { tokenUsage } from '../../../src/core/tokens/usage.ts';

/** What the agent does when it is called: its blocks, and what its calls give back. */
export interface Reply {
  readonly blocks: readonly Block[];
  readonly results?: readonly Block[];
}

export interface World {
  readonly config: CompactionConfig;
  /** As the settings say; the model's true one may be smaller. */
  readonly window: number;
  readonly trueWindow?: number;
  /** The provider counts so much more than we do. */
  readonly factor?: number;
  /** False: its replies carry no usage. */
  readonly reports?: boolean;
  readonly summarizer?: SummaryModel;
  readonly reply: (turn: number) => Reply;
  readonly signal?: Signal;
  /** True: writing the nth compaction fails. */
  readonly failsToWrite?: (attempt: number) => boolean;
}

export type TurnEnd = 'done' | 'cannot-fit' | 'asked' | 'overflow' | 'steps';

const MOST_CALLS = 40;

export class Loop {
  thread: Thread = replay([]);
  breaker: Breaker = CLOSED_BREAKER;
  learned: Learned = {};
  readonly log: CompactionEvent[] = [];
  readonly requests: (readonly Message[])[] = [];
  replies = 0;
  writes = 0;
  readonly #world: World;
  readonly #checkpoints = new Set<string>();

  constructor(world: World, entries: readonly Entry[] = []) {
    this.#world = world;
    this.thread = replay(entries);
  }

  /** As a restart does. */
  restart(world = this.#world): Loop {
    const next = new Loop(world, JSON.parse(JSON.stringify(this.thread.entries)));
    next.learned = this.learned;
    return next;
  }

  add(planned: Planned<MessageEntry>): void {
    const id = nextId(this.thread);
    this.thread = append(this.thread, withCheckpoint({ ...planned, id, at: id }, this.#checkpoints));
  }

  queue(text: string): void {
    const id = nextId(this.thread);
    this.thread = append(this.thread, { type: 'queued', id, at: id, blocks: [{ type: 'text', text }] });
  }

  /** One turn: everything from a person's message to the agent's last word. */
  async send(text: string): Promise<TurnEnd> {
    const blocks: readonly Block[] = [{ type: 'text', text }];
    const refused = await this.#makeRoom(estimateMessage(blocks));
    if (refused) return refused;
    this.add({ type: 'message', origin: 'typed', blocks });
    return this.#turn();
  }

  async #turn(): Promise<TurnEnd> {
    for (let step = 0; step < MOST_CALLS; step++) {
      if (!this.#call()) {
        const next = await this.#recover();
        if (next !== 'retry') return next;
        if (!this.#call()) return 'overflow';
      }
      const { blocks, results } = this.#world.reply(++this.replies);
      const usage = this.#world.reports === false ? undefined : tokenUsage({ input: this.tokens, output: 10 });
      this.add({ type: 'message', origin: 'model', model: 'scripted', blocks, ...(usage && { usage }) });
      if (results) this.add({ type: 'message', origin: 'tools', blocks: results });
      const before = this.thread.compactions.length;
      const refused = await this.#makeRoom(0);
      if (refused) return refused;
      if (!results && this.thread.queue.length === 0) return 'done';
      if (!results) for (const message of queuedMessages(this.thread)) this.add(message);
      else if (this.thread.compactions.length > before)
        for (const message of resumeMessages(this.thread)) this.add(message);
    }
    return 'steps';
  }

  /** By the provider's count. */
  get tokens(): number {
    const { messages } = projectContext(this.thread);
    const counted = messages.reduce((sum, { blocks }) => sum + estimateMessage(blocks), 0);
    return Math.round(counted * (this.#world.factor ?? 1));
  }

  /** False: the provider refuses it as too long. */
  #call(): boolean {
    this.requests.push(projectContext(this.thread).messages);
    return this.tokens <= this.#trueWindow;
  }

  async #makeRoom(pendingTokens: number): Promise<TurnEnd | undefined> {
    const { config } = this.#world;
    const limits = this.#limits(this.learned);
    const base = { ...NO_BASE, ...(this.learned.factor !== undefined && { factor: this.learned.factor }) };
    const { thread, breaker } = this;
    const next = nextCall({ thread, config, limits, base, pendingTokens, breaker, now: this.#now() });
    if (next.type === 'cannot-fit') return 'cannot-fit';
    if (next.type === 'ask') return 'asked';
    if (next.type === 'trim') this.#write(next.plan.draft);
    if (next.type !== 'compact' || !limits.ok) return undefined;
    const strategy = next.strategy ?? config.strategy;
    const request = { thread, config: { ...config, strategy }, limits: limits.value, base, trigger: 'auto' } as const;
    const run = await compactThread(request, this.#ports, this.#signal, breaker);
    this.breaker = run.breaker;
    return undefined;
  }

  async #recover(): Promise<'retry' | TurnEnd> {
    const { config, window } = this.#world;
    const recovery = await recoverFromOverflow(
      {
        request: { thread: this.thread, config },
        message: `prompt is too long: ${this.tokens} tokens > ${this.#trueWindow} maximum`,
        window,
        known: this.learned,
        limits: (learned) => this.#limits(learned),
        breaker: this.breaker,
      },
      this.#ports,
      this.#signal,
    );
    this.learned = recovery.learned;
    this.breaker = recovery.run?.breaker ?? this.breaker;
    if (recovery.next === 'retry') return 'retry';
    return recovery.next === 'offer' ? 'asked' : 'overflow';
  }

  get #trueWindow(): number {
    return this.#world.trueWindow ?? this.#world.window;
  }

  get #signal(): Signal {
    return this.#world.signal ?? { aborted: false };
  }

  #limits({ limit }: Learned) {
    return limitsFor(
      { window: this.#world.window, ...(limit !== undefined && { learned: limit }) },
      this.#world.config,
    );
  }

  #now(): number {
    return this.thread.entries.length * 120_000;
  }

  get #ports(): CompactPorts {
    return {
      model: this.#world.summarizer,
      log: { write: (event) => this.log.push(event) },
      now: () => this.#now(),
      threadLog: {
        write: async (planned) => {
          if (this.#world.failsToWrite?.(++this.writes)) return err({ type: 'write-failed', reason: 'ENOSPC' });
          return ok(this.#write(planned));
        },
      },
    };
  }

  #write(planned: PlannedCompaction): Thread {
    this.thread = append(this.thread, applyBoundary(this.thread, planned, nextId(this.thread)));
    return this.thread;
  }
}
