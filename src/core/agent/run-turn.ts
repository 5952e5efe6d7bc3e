/** One turn of the agent: from what a person typed, through calls and tools, to its last word; every entry on disk before the next effect. */
import { compactHint, planCompactCall } from '../compaction/replace/compact-call.ts';
import { COMPACT_TOOL } from '../compaction/replace/compact-tool.ts';
import type { Signal } from '../lang/signal.ts';
import type { Block, Message, ToolResultBlock, ToolUseBlock } from '../message/message.ts';
import { projectContext } from '../thread/context.ts';
import type { MessageEntry, Planned } from '../thread/entry.ts';
import { append, nextId } from '../thread/thread.ts';
import { estimateMessage } from '../tokens/estimate.ts';
import { failed } from '../tool-output/tool.ts';
import { callsIn, callTools, lostResults, resultOf, type ToolRound } from './call-tools.ts';
import { type CompactRun, compactThread } from './compact-thread.ts';
import { baseOf, type CallContext, type Knowledge, makeRoom, type Room, type RoomPorts } from './make-room.ts';
import { CANCELLED, type ModelError, type ModelEvent, type Reply } from './model-event.ts';
import type { AgentModel, AppendFailure, ModelRequest, Tool } from './ports.ts';
import { queuedMessages, resumeMessages } from './queue.ts';
import { readReply } from './read-reply.ts';
import { recoverFromOverflow } from './recover.ts';
import { requestOf } from './request.ts';

export interface TurnInput extends CallContext {
  /** What the person typed; left out: the thread goes on from where it is. */
  readonly blocks?: readonly Block[];
  readonly knowledge: Knowledge;
  readonly system: string;
  /** Names the thread to the provider's cache. */
  readonly threadId: string;
  /** Calls after which the person is asked. */
  readonly maxCalls: number;
}

export interface TurnPorts extends RoomPorts {
  readonly agent: AgentModel;
  readonly tools: readonly Tool[];
  readonly outputs: ToolRound['outputs'];
  /** What is streamed, as it comes. */
  readonly onEvent: (event: ModelEvent) => void;
  /** Takes the compaction that the person asked for while the turn runs; it is done when the running round is over. */
  readonly takeRequested?: () => RequestedCompaction | undefined;
}

export interface RequestedCompaction {
  readonly instructions?: string;
  /** Hears how it ended. */
  readonly done: (run: CompactRun) => void;
}

export type TurnEnd =
  | { readonly type: 'done' | 'stopped' | 'call-limit' }
  | NonNullable<Room['obstacle']>
  /** The provider's refusal stands; where it is an overflow, compaction is off or could not help. */
  | { readonly type: 'failed'; readonly error: ModelError }
  | AppendFailure;

export interface TurnOutcome {
  readonly end: TurnEnd;
  readonly knowledge: Knowledge;
  /** What was typed is in the log: run again without it. False: it is still the caller's to keep. */
  readonly isTyped: boolean;
}

/** Whatever ends it, the thread is valid; run again, it goes on and does nothing twice. */
export async function runTurn(input: TurnInput, ports: TurnPorts, signal: Signal): Promise<TurnOutcome> {
  const turn = new Turn(input, ports, signal);
  const end = await turn.run();
  return { end, knowledge: turn.knowledge, isTyped: turn.isTyped };
}

class Turn {
  readonly #input: TurnInput;
  readonly #ports: TurnPorts;
  readonly #signal: Signal;
  knowledge: Knowledge;
  isTyped = false;
  #isMapGiven = false;

  constructor(input: TurnInput, ports: TurnPorts, signal: Signal) {
    this.#input = input;
    this.#ports = ports;
    this.#signal = signal;
    this.knowledge = input.knowledge;
  }

  async run(): Promise<TurnEnd> {
    const lost = lostResults(this.#thread.items.map(({ message }) => message));
    const begun = (lost.length > 0 && (await this.#append(results(lost)))) || (await this.#type());
    if (begun) return begun;
    for (let calls = 0; calls < this.#input.maxCalls; calls++) {
      const end = await this.#step();
      if (end) return end;
    }
    return { type: 'call-limit' };
  }

  /** What is about to be said counts before it is appended, so that it is in no summary (R27, R28); the queue goes first. */
  async #type(): Promise<TurnEnd | undefined> {
    const { blocks } = this.#input;
    const waiting = [...queuedMessages(this.#thread), ...(blocks ? [typed(blocks)] : [])];
    // A request can't end with the model's own words.
    const isAnswered =
      waiting.length === 0 &&
      projectContext(this.#thread, this.#ports.agent.modelKey).messages.at(-1)?.role === 'assistant';
    const said = isAnswered ? resumeMessages(this.#thread) : waiting;
    const room = await this.#makeRoom(said.reduce((sum, message) => sum + estimateMessage(message.blocks), 0));
    if (room.obstacle) return room.obstacle;
    if (said.length === 0) return room.compacted ? this.#appendAll(resumeMessages(this.#thread)) : undefined;
    const { queue, messages } = this.#thread;
    const left = said.filter(({ queued }) => queued === undefined || queue.some(({ id }) => id === queued));
    const stopped = await this.#appendAll(this.#withMap(left));
    this.isTyped = stopped === undefined && blocks !== undefined;
    // All of it was taken back meanwhile.
    return stopped ?? (this.#thread.messages.length === messages.length ? { type: 'done' } : undefined);
  }

  /** One call with what follows from it; undefined when the turn goes on. */
  async #step(): Promise<TurnEnd | undefined> {
    if (this.#signal.aborted) return { type: 'stopped' };
    const reply = await this.#call();
    if ('reason' in reply) return reply;
    const { blocks, usage, end } = reply;
    // A reply that says nothing is in the log for what it cost.
    if (blocks.length > 0 || usage) {
      const model = this.#ports.agent.id;
      const cut = cutOf(end);
      const said = { type: 'message', origin: 'model', model, blocks } as const;
      const written = await this.#append({ ...said, ...(usage && { usage }), ...(cut && { cut }) });
      if (written) return written;
    }
    if (end.type === 'error')
      return end.error.kind === 'cancelled' ? { type: 'stopped' } : { type: 'failed', error: end.error };
    const calls = callsIn(blocks);
    return calls.length > 0 ? this.#useTools(calls, reply) : this.#rest();
  }

  /** The reply; a request that was too long is sent once more after room was made. */
  async #call(): Promise<Reply | AppendFailure> {
    const reply = await this.#stream();
    if (reply.end.type !== 'error' || reply.end.error.kind !== 'overflow') return reply;
    const { message } = reply.end.error;
    const { config, limits, prices } = this.#input;
    const { learned: known, breaker } = this.knowledge;
    const found = limits(known);
    const base = baseOf(this.#input, known);
    const request = { thread: this.#thread, config, base, ...(prices && { prices }) };
    const window = found.ok ? found.value.window : Number.POSITIVE_INFINITY;
    const recovery = await recoverFromOverflow(
      { request, message, window, known, limits, breaker },
      this.#ports,
      this.#signal,
    );
    this.knowledge = { ...this.knowledge, learned: recovery.learned, breaker: recovery.run?.breaker ?? breaker };
    if (recovery.run?.outcome.type === 'write-failed') return recovery.run.outcome;
    if (this.#signal.aborted) return { ...reply, end: { type: 'error', error: CANCELLED } };
    return recovery.next === 'retry' ? this.#stream() : reply;
  }

  #stream(): Promise<Reply> {
    const { agent, onEvent } = this.#ports;
    return readReply(agent, this.#request(), this.#signal, onEvent);
  }

  async #count(): Promise<number | undefined> {
    const { agent } = this.#ports;
    const request = this.#request();
    // What is about to be said is not in it yet, and no provider takes a request that ends with its own words.
    const isOpen = request.messages.at(-1)?.role === 'user';
    const messages = isOpen ? request.messages : [...request.messages, NEXT];
    const counted = await agent.count?.({ ...request, messages }, this.#signal);
    return counted?.ok ? counted.value : undefined;
  }

  #request(): ModelRequest {
    const { agent, tools } = this.#ports;
    const { system, threadId, limits } = this.#input;
    const found = limits(this.knowledge.learned);
    const reserve = found.ok ? found.value.reserve : undefined;
    return requestOf({ thread: this.#thread, modelKey: agent.modelKey, system, tools, reserve, threadId });
  }

  async #useTools(calls: readonly ToolUseBlock[], { unreadable }: Reply): Promise<TurnEnd | undefined> {
    const { tools, outputs } = this.#ports;
    const { config } = this.#input;
    const compact = calls.find(({ name }) => name === COMPACT_TOOL.name);
    const others = calls.filter(({ name }) => name !== COMPACT_TOOL.name);
    const round = { calls: others, unreadable, tools, outputs, config: config.toolOutput, thread: this.#thread };
    const given = await callTools(round, this.#signal);
    // By their order: a model may give two calls one id.
    const left = given.values();
    const answered = calls.flatMap((call) =>
      call.name === COMPACT_TOOL.name ? compactResult(call, compact) : (left.next().value ?? []),
    );
    const own = compact && this.#planOwn(compact, answered);
    const written = await this.#append(results(own && !own.ok ? withRefusal(answered, compact, own.error) : answered));
    if (written) return written;
    if (own?.ok) {
      const failed = await this.#append(own.value);
      if (failed) return failed;
      const { strategy, tokensBefore: before, tokensAfter: after } = own.value;
      this.#ports.log.write({ type: 'compacted', strategy, before, after });
    }
    if (this.#signal.aborted) return { type: 'stopped' };
    const room = await this.#makeRoom(0);
    if (room.obstacle) return room.obstacle;
    if (own?.ok || room.compacted) {
      this.#isMapGiven = false;
      return this.#appendAll(resumeMessages(this.#thread));
    }
    return this.#appendAll(this.#withMap([]));
  }

  /** The map of what the model could compact, once it is due: with what is said, else alone, and once in a turn (R16). */
  #withMap(said: readonly Planned<MessageEntry>[]): readonly Planned<MessageEntry>[] {
    const last = said.at(-1);
    if (!last && this.#isMapGiven) return said;
    const { learned } = this.knowledge;
    const limits = this.#input.limits(learned);
    const base = baseOf(this.#input, learned);
    const text = limits.ok ? compactHint(this.#thread, this.#input.config, limits.value, base) : '';
    if (text === '') return said;
    this.#isMapGiven = true;
    const map = { type: 'reminder', text } as const;
    if (!last) return [{ type: 'message', origin: 'program', blocks: [map] }];
    return [...said.slice(0, -1), { ...last, blocks: [...last.blocks, map] }];
  }

  /** Planned on the thread as it will be with all results in it, so that no range leaves half a round behind (R12). */
  #planOwn({ id: callId, input }: ToolUseBlock, answered: readonly ToolResultBlock[]) {
    const { config } = this.#input;
    const id = nextId(this.#thread);
    const thread = append(this.#thread, { ...results(answered), id, at: 0 });
    return planCompactCall({ thread, config, input, callId, base: baseOf(this.#input, this.knowledge.learned) });
  }

  /** The turn is over, but for what was typed meanwhile (R29, R50). */
  async #rest(): Promise<TurnEnd | undefined> {
    const { obstacle } = await this.#makeRoom(0);
    if (obstacle) return obstacle;
    const { queue, isModelChosen, model } = this.#thread;
    // What is queued after another model was chosen is that one's to answer, in a turn of its own.
    const isOurs = !isModelChosen || model === this.#ports.agent.id;
    return queue.length > 0 && isOurs ? this.#appendAll(queuedMessages(this.#thread)) : { type: 'done' };
  }

  async #makeRoom(pendingTokens: number): Promise<Room> {
    const asked = await this.#compactAsAsked();
    if (asked === 'stopped') return { compacted: false, knowledge: this.knowledge, obstacle: { type: 'stopped' } };
    const ports = { ...this.#ports, threadLog: this.#ports.threadLog, count: () => this.#count() };
    const room = await makeRoom(this.#input, this.knowledge, pendingTokens, ports, this.#signal);
    this.knowledge = room.knowledge;
    return asked === 'compacted' ? { ...room, compacted: true } : room;
  }

  /** Undefined: nobody asked, or it changed nothing, and the turn goes on as if nobody had. */
  async #compactAsAsked(): Promise<'compacted' | 'stopped' | undefined> {
    const { config, prices, cold } = this.#input;
    const { learned, breaker } = this.knowledge;
    const limits = this.#input.limits(learned);
    const asked = limits.ok ? this.#ports.takeRequested?.() : undefined;
    if (!asked || !limits.ok) return undefined;
    const { instructions } = asked;
    const options = {
      ...(instructions !== undefined && { instructions }),
      ...(prices && { prices }),
      ...(cold && { cold }),
    };
    const base = baseOf(this.#input, learned);
    const request = {
      thread: this.#thread,
      config,
      base,
      limits: limits.value,
      trigger: 'manual',
      ...options,
    } as const;
    const run = await compactThread(request, this.#ports, this.#signal, breaker);
    this.knowledge = { ...this.knowledge, breaker: run.breaker };
    asked.done(run);
    if (run.outcome.type === 'cancelled') return 'stopped';
    return run.outcome.type === 'compacted' ? 'compacted' : undefined;
  }

  async #appendAll(planned: readonly Planned[]): Promise<TurnEnd | undefined> {
    for (const one of planned) {
      const written = await this.#append(one);
      if (written) return written;
    }
    return undefined;
  }

  async #append(planned: Planned): Promise<AppendFailure | undefined> {
    const written = await this.#ports.threadLog.append(planned);
    return written.ok ? undefined : written.error;
  }

  get #thread() {
    return this.#ports.threadLog.thread;
  }
}

/** Stands for a person's next message where only the rest is counted. */
const NEXT: Message = { role: 'user', blocks: [{ type: 'text', text: 'Go on.' }] };

function cutOf(end: Reply['end']): Planned<MessageEntry>['cut'] {
  if (end.type === 'error') return end.error.kind === 'cancelled' ? 'stopped' : 'failed';
  return end.reason === 'length' ? 'length' : undefined;
}

function typed(blocks: readonly Block[]): Extract<Planned, { type: 'message' }> {
  return { type: 'message', origin: 'typed', blocks };
}

function results(blocks: readonly ToolResultBlock[]): Extract<Planned, { type: 'message' }> {
  return { type: 'message', origin: 'tools', blocks };
}

/** What stands for the result of a `compact` call until it is planned, or for a second one in the same reply. */
function compactResult(call: ToolUseBlock, first: ToolUseBlock | undefined): ToolResultBlock {
  if (call === first) return resultOf(call, { content: [{ type: 'text', text: 'Accepted.' }] });
  return resultOf(call, failed('Only the first compact call of a reply is done: give all replacements in one call.'));
}

function withRefusal(
  answered: readonly ToolResultBlock[],
  compact: ToolUseBlock,
  refusal: string,
): readonly ToolResultBlock[] {
  return answered.map((result) => (result.toolUseId === compact.id ? resultOf(compact, failed(refusal)) : result));
}
