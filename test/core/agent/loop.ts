/** A thread in memory whose agent plays from a script: what the real loop does with it, call by call. */
import { CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import type { Knowledge } from '../../../src/core/agent/make-room.ts';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import type {
  AgentModel,
  CompactionEvent,
  ModelRequest,
  NativeModel,
  SummaryModel,
  ThreadLog,
  Tool,
} from '../../../src/core/agent/ports.ts';
import { runTurn } from '../../../src/core/agent/run-turn.ts';
import type { TurnEnd } from '../../../src/core/agent/turn.ts';
import type { CompactionConfig } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import type { Signal } from '../../../src/core/lang/signal.ts';
import type { Block, Message, TokenUsage, ToolResultBlock } from '../../../src/core/message/message.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { takenCheckpoints, withCheckpoint } from '../../../src/core/thread/checkpoint.ts';
import type { Entry, Planned } from '../../../src/core/thread/entry.ts';
import type { InstructionFile } from '../../../src/core/thread/instructions.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { estimateMessage } from '../../../src/core/tokens/estimate.ts';
import { dueInstructions } from '../../../src/core/workspace/instructions/due-instructions.ts';

/** What the agent does when it is called: its blocks, and what its calls give back. */
export interface ScriptedReply {
  readonly blocks: readonly Block[];
  readonly results?: readonly ToolResultBlock[];
  /** Where the stream does not go straight to its end. */
  readonly ending?: 'length' | 'failed' | 'broken-off' | 'retried';
}

const BUSY = { kind: 'overloaded', message: '529' } as const;

export interface World {
  readonly config: CompactionConfig;
  /** As the settings say; the model's true one may be smaller. */
  readonly window: number;
  readonly trueWindow?: number;
  /** Tokens of the system prompt and the tools. */
  readonly fixed?: number;
  /** The provider counts so much more than we do. */
  readonly factor?: number;
  /** Tokens that it adds to every request. */
  readonly adds?: number;
  /** False: its replies carry no usage. */
  readonly reports?: boolean;
  /** What the nth reply reports for a request of so many tokens; undefined: what is true, and an output of 10. */
  readonly usage?: (turn: number, tokens: number) => TokenUsage | undefined;
  readonly summarizer?: SummaryModel;
  /** The provider's own compaction, read by the agent alone. */
  readonly native?: NativeModel;
  /** Beside the two that give what the reply says. */
  readonly tools?: readonly Tool[];
  /** What the nth reply streams, to the event, in place of `reply`. */
  readonly events?: (turn: number) => readonly ModelEvent[] | undefined;
  /** The nth reply, from 1. */
  readonly reply: (turn: number, thread: Thread) => ScriptedReply;
  readonly signal?: Signal;
  /** Whether writing the nth compaction fails. */
  readonly failsToWrite?: (attempt: number) => boolean;
  /** Whether writing the nth entry of any type fails. */
  readonly failsEntry?: (attempt: number) => boolean;
  /** In front of every event and tool; may stop the turn. */
  readonly watch?: (what: string) => void;
  /** The workspace's instruction files as they are now. */
  readonly instructions?: (thread: Thread, isTurnStart: boolean) => Promise<readonly InstructionFile[]>;
  /** What a person does while the turn makes room, or while a queued message is about to be written. */
  readonly meanwhile?: (what: 'room' | 'write') => void;
}

const MOST_CALLS = 40;

export class Loop {
  thread: Thread;
  knowledge: Knowledge = { breaker: CLOSED_BREAKER, learned: {} };
  readonly log: CompactionEvent[] = [];
  readonly requests: (readonly Message[])[] = [];
  /** The system prompts of the requests. */
  readonly systems: string[] = [];
  readonly ran: string[] = [];
  replies = 0;
  outputs = 0;
  #writes = 0;
  #compactions = 0;
  readonly #world: World;
  readonly #checkpoints: Set<string>;

  constructor(world: World, entries: readonly Entry[] = []) {
    this.#world = world;
    this.thread = replay(entries);
    this.#checkpoints = takenCheckpoints(entries);
  }

  /** As a restart does. */
  restart(world = this.#world): Loop {
    const next = new Loop(world, JSON.parse(JSON.stringify(this.thread.entries)));
    next.knowledge = { ...this.knowledge, breaker: CLOSED_BREAKER };
    next.replies = this.replies;
    return next;
  }

  queue(text: string): void {
    this.#append({ type: 'queued', blocks: [{ type: 'text', text }] });
  }

  /** Takes all queued messages back. */
  takeBack(): void {
    for (const { id } of this.thread.queue) this.#append({ type: 'unqueued', queued: id });
  }

  /** One turn: everything from a person's message to the agent's last word; without one it goes on. */
  async send(text?: string): Promise<TurnEnd> {
    const { config, window, instructions, signal = { aborted: false } } = this.#world;
    const { end, knowledge } = await runTurn(
      {
        ...(text !== undefined && { blocks: [{ type: 'text', text }] as const }),
        config,
        base: { system: this.#world.fixed ?? 0, tools: 0, instructions: 0 },
        limits: ({ limit }) => limitsFor({ window, ...(limit !== undefined && { learned: limit }) }, config),
        knowledge: this.knowledge,
        system: '',
        hasInstructions: instructions !== undefined,
        threadId: 'scripted',
        maxCalls: MOST_CALLS,
      },
      {
        agent: this.#agent,
        model: this.#world.summarizer,
        native: this.#world.native,
        tools: this.#tools,
        outputs: { put: async () => ok({ id: `o_${String(++this.outputs).padStart(8, '0')}`, byteSize: 1 }) },
        threadLog: this.#threadLog,
        log: { write: (event) => this.log.push(event) },
        now: () => this.thread.entries.length * 120_000,
        onEvent: (event) => this.#world.watch?.(event.type),
        ...(instructions && {
          dueEntries: async (thread: Thread, isTurnStart: boolean) =>
            dueInstructions(thread, await instructions(thread, isTurnStart), window),
        }),
        takeRequested: () => {
          this.#world.meanwhile?.('room');
          return undefined;
        },
      },
      signal,
    );
    this.knowledge = knowledge;
    return end;
  }

  /** Of the next request, by the provider's count. */
  tokensOf(messages: readonly Message[]): number {
    const counted = messages.reduce((sum, { blocks }) => sum + estimateMessage(blocks), this.#world.fixed ?? 0);
    return Math.round(counted * (this.#world.factor ?? 1)) + (this.#world.adds ?? 0);
  }

  #results: ToolResultBlock[] = [];

  /** The turn handles `compact` itself, but only where it is offered. */
  get #tools(): readonly Tool[] {
    const given = this.#world.tools ?? [];
    const scripted = ['read_file', 'run_command'].map((name) => this.#tool(name));
    return [...scripted, ...given, ...(given.some(({ name }) => name === 'compact') ? [] : [this.#tool('compact')])];
  }

  get #agent(): AgentModel {
    return { id: 'scripted', modelKey: 'scripted', stream: (request) => this.#stream(request) };
  }

  async *#stream({ messages, system }: ModelRequest): AsyncGenerator<ModelEvent> {
    this.requests.push(messages);
    this.systems.push(system);
    const tokens = this.tokensOf(messages);
    const most = this.#world.trueWindow ?? this.#world.window;
    if (tokens > most) {
      const message = `prompt is too long: ${tokens} tokens > ${most} maximum`;
      yield { type: 'error', error: { kind: 'overflow', message } };
      return;
    }
    this.replies++;
    const scripted = this.#world.events?.(this.replies);
    if (scripted) return yield* scripted;
    const { blocks, results = [], ending } = this.#world.reply(this.replies, this.thread);
    this.#results = [...results];
    if (ending === 'retried') {
      yield { type: 'text', text: 'void' };
      yield { type: 'usage', usage: tokenUsage({ input: 1, output: 1 }) };
      yield { type: 'retry', error: BUSY, attempt: 1, most: 4, at: 0 };
    }
    for (const block of blocks) {
      if (block.type === 'text') yield { type: 'text', text: block.text };
      if (block.type !== 'tool_use') continue;
      yield { type: 'call', id: block.id, name: block.name };
      yield { type: 'input', id: block.id, json: JSON.stringify(block.input) };
    }
    const usage = this.#world.usage?.(this.replies, tokens) ?? tokenUsage({ input: tokens, output: 10 });
    if (this.#world.reports !== false) yield { type: 'usage', usage };
    if (ending === 'failed') return yield { type: 'error', error: BUSY };
    if (ending === 'broken-off') return;
    yield { type: 'end', reason: ending === 'length' ? 'length' : results.length > 0 ? 'calls' : 'done' };
  }

  #tool(name: string): Tool {
    return {
      name,
      description: '',
      inputSchema: {},
      run: async (input) => {
        const result = this.#results.shift();
        this.#world.watch?.('tool');
        this.ran.push(JSON.stringify(input));
        return { content: result?.content ?? [] };
      },
    };
  }

  get #threadLog(): ThreadLog {
    const loop = this;
    return {
      get thread() {
        return loop.thread;
      },
      append: async (planned) => {
        const fails = planned.type === 'compaction' && this.#world.failsToWrite?.(++this.#compactions);
        if (fails || this.#world.failsEntry?.(++this.#writes)) return err({ type: 'write-failed', reason: 'ENOSPC' });
        if (planned.type !== 'message' || planned.queued === undefined) return ok(this.#append(planned));
        this.#world.meanwhile?.('write');
        // As the session's log: a message that was taken back is not written.
        const isQueued = this.thread.queue.some(({ id }) => id === planned.queued);
        return ok(isQueued ? this.#append(planned) : this.thread);
      },
    };
  }

  #append(planned: Planned): Thread {
    const id = nextId(this.thread);
    const entry = { ...planned, id, at: id };
    this.thread = append(this.thread, entry.type === 'message' ? withCheckpoint(entry, this.#checkpoints) : entry);
    return this.thread;
  }
}
