/** An agent: what a person can ask of it in the open thread of its session. It runs one turn at a time; agent-state.ts has its states. */
import type { RequestedCompaction } from '../../core/agent/turn.ts';
import { SharedRuns } from '../../core/lang/shared-runs.ts';
import type { Attached } from '../../core/message/attachment.ts';
import type { Notice } from '../../core/protocol/panel-state.ts';
import { firstQueuedIds } from '../../core/thread/queue-order.ts';
import type { CompactOutcome, CreateOutcome } from '../session/outcome.ts';
import { waitingNotice } from '../words/turn-notice.ts';
import { AbortGroup } from './abort-group.ts';
import type { AgentPorts } from './agent-ports.ts';
import {
  type ActiveState,
  type AgentState,
  ended,
  type GoOnOptions,
  goneOn,
  IDLE,
  isActive,
  RUNNING,
  requested,
  restsAs,
  stopped,
  switched,
  takePending,
} from './agent-state.ts';
import { compactAgain } from './compact-again.ts';
import { type CompactOptions, compactWith, outcomeOf } from './compact-with.ts';
import { findResources } from './find-resources.ts';
import { MessageQueue, type Sent, type Unsent } from './message-queue.ts';
import { Progress } from './progress.ts';
import { openRecordingThread } from './recording-thread.ts';
import { showPreview } from './show-preview.ts';
import { forgetLearnedWindow, useSuggestedWindow } from './suspected-limit.ts';
import { takeTurn } from './take-turn.ts';
import { unlessAborted } from './unless-aborted.ts';
import { writeModel } from './write-model.ts';

const CANCELLED: CompactOutcome = { type: 'cancelled' };

export class Agent {
  readonly progress: Progress;
  readonly #ports: AgentPorts;
  readonly #queue: MessageQueue;
  /** The turn and the compactions that run: Stop ends all of them. */
  readonly #work = new AbortGroup();
  #state: AgentState = IDLE;
  #isClosing = false;
  readonly #compactions = new SharedRuns<CompactOutcome>();
  /** Messages that are being written to the log. */
  #sending = 0;
  /** Resolves when the turn that was begun last has ended. */
  #turn: Promise<void> = Promise.resolve();

  constructor(ports: AgentPorts) {
    this.#ports = ports;
    this.#queue = new MessageQueue(ports);
    this.progress = new Progress(ports.session, ports.now);
  }

  /** Queues the message in the log, then begins a turn unless one runs. */
  async send(text: string, attached: readonly Attached[] = []): Promise<Sent> {
    this.#sending++;
    try {
      const sent = await this.#queue.add(text, attached);
      // While a turn runs or stops, its end decides by the queue whether another one begins.
      if (sent.taken && !isActive(this.#state)) void this.goOn();
      return sent;
    } finally {
      this.#sending--;
    }
  }

  /** Takes a queued message back: see `MessageQueue.remove`. */
  unqueue(id: number): Promise<Unsent | undefined> {
    return this.#queue.remove(id);
  }

  /** Replaces the text of a queued message: see `MessageQueue.edit`. */
  editQueued(id: number, text: string): Promise<boolean> {
    return this.#queue.edit(id, text);
  }

  /** Changes the place of a queued message: see `MessageQueue.move`. */
  moveQueued(id: number, by: -1 | 1): Promise<boolean> {
    return this.#queue.move(id, by);
  }

  /** Stops the turn, the compaction or the wait that runs. What was received until then stays in the thread. */
  stop(): void {
    this.#state = stopped(this.#state, this.#open?.thread.entries.at(-1)?.id ?? 0);
    this.#work.abort();
  }

  /**
   * Sends the queued messages, or continues an unfinished turn. Resolves when the turn has ended. While one runs it begins no other;
   * while one stops, another begins when it has stopped.
   */
  goOn(options: GoOnOptions = {}): Promise<void> {
    if (isActive(this.#state)) {
      if (!this.#isClosing) this.#state = goneOn(this.#state, options);
      return this.whenIdle();
    }
    this.#state = RUNNING;
    this.#turn = this.#runTurn(options);
    return this.#turn;
  }

  /** Whether a turn or a compaction runs, or a message is about to begin one. */
  get isAtWork(): boolean {
    return isActive(this.#state) || !this.#work.isEmpty || this.#sending > 0;
  }

  /** Resolves when no turn runs. */
  async whenIdle(): Promise<void> {
    while (isActive(this.#state)) await this.#turn;
  }

  /** Compacts at once, or after the running round (R27); then sends the message that waits for it. A double click is one wish. */
  compact(options: CompactOptions = {}): Promise<CompactOutcome> {
    return this.#compactions.run(JSON.stringify([this.#open?.id, options]), () => this.#compact(options));
  }

  async #compact(options: CompactOptions): Promise<CompactOutcome> {
    const state = this.#state;
    if (isActive(state))
      return new Promise((done) => {
        this.#state = requested(state, { options, done });
      });
    const thread = this.#open?.id;
    const outcome = await this.#work.run((signal) =>
      this.#ports.session.compact(async (context, log) => {
        const found = options.withoutModel ? undefined : await unlessAborted(findResources(this.#ports), signal);
        if (signal.aborted || this.#open?.id !== thread) return CANCELLED;
        const resources = found?.ok ? found.value : undefined;
        return compactWith(options, resources, this.#ports, signal)(context, log);
      }),
    );
    if (outcome.type === 'compacted' && restsAs(this.#state, 'asking', this.#open?.id)) void this.goOn();
    return outcome;
  }

  /** Replaces a compaction by another one that follows these instructions. Brings the old one back when that fails. */
  compactAgain(compaction: number, instructions: string): Promise<CompactOutcome> {
    return compactAgain(this.#ports.session, (options) => this.compact(options), compaction, instructions);
  }

  /** Shows what a compaction would do, with `upTo` that of `PlanInput`; or returns why there is nothing to show. */
  preview(upTo?: CompactOptions['upTo']): Promise<CompactOutcome | undefined> {
    return showPreview(this.#ports, restsAs(this.#state, 'asking', this.#open?.id) ? 'ask' : 'manual', upTo);
  }

  async answerPreview(
    answer: 'compact' | 'without' | 'dismiss',
    instructions?: string,
  ): Promise<CompactOutcome | undefined> {
    const { session, l10n } = this.#ports;
    // A second press may come before the panel has closed the card.
    if (!session.state.preview) return undefined;
    const { preview, upTo } = session.state.preview;
    session.show({ preview: undefined });
    if (answer === 'compact') return this.compact({ ...(instructions && { instructions }), ...(upTo && { upTo }) });
    if (answer === 'without') void this.goOn({ chosen: 'uncompacted' });
    else if (preview.why === 'ask') session.notify(waitingNotice(l10n));
    return undefined;
  }

  /** Continues the thread with another model, at once when a message or the retry of a call waits for one. Returns why that is impossible. */
  async switchModel(model: string): Promise<Notice | undefined> {
    const written = await writeModel(model, this.#ports);
    if (written !== 'written') return written;
    // To wait for another try with the model before has no use any more.
    if (this.#ports.session.state.busy?.type === 'retrying' && isActive(this.#state)) {
      this.#state = switched(this.#state, this.#open?.thread.entries.at(-1)?.id ?? 0);
      this.#work.abort();
    } else if (this.lacksModel) void this.goOn();
    return undefined;
  }

  /** The window that reports suggest becomes that of the thread's model at its endpoint. */
  useSuggestedWindow(): Promise<void> {
    return useSuggestedWindow(this.#ports);
  }

  forgetLearnedWindow(): Promise<void> {
    return forgetLearnedWindow(this.#ports);
  }

  /** Whether the last turn of the open thread ended because no model can be used. */
  get lacksModel(): boolean {
    return restsAs(this.#state, 'needs-model', this.#open?.id);
  }

  /** Opens a new thread in which the recording plays, and sends there what is queued in the open thread. */
  async playRecording(): Promise<CreateOutcome> {
    const created = await openRecordingThread(this.#ports);
    await this.whenIdle();
    if (created.type === 'opened' && this.#queued.length > 0) void this.goOn();
    return created;
  }

  /** Stops, and resolves when everything is on disk. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.stop();
    await this.whenIdle();
  }

  async #runTurn(options: GoOnOptions): Promise<void> {
    const takeRequested = () => this.#takeRequested();
    const result = await this.#work.run((signal) =>
      takeTurn({ takeRequested, isClosing: () => this.#isClosing, ...options }, this.#ports, this.progress, signal),
    );
    const { state, pending, pendingAre, startsNextTurn, nextOptions } = ended(this.#active, result, this.#queued);
    this.#state = state;
    for (const { options, done } of pending) done(pendingAre === 'run' ? this.#compact(options) : CANCELLED);
    if (startsNextTurn) void this.goOn(nextOptions);
  }

  #takeRequested(): RequestedCompaction | undefined {
    const { state, taken } = takePending(this.#state);
    this.#state = state;
    if (!taken) return undefined;
    const { instructions } = taken.options;
    const file = this.#open?.file ?? '';
    return {
      ...(instructions !== undefined && { instructions }),
      done: (run) => taken.done(outcomeOf(run, file)),
    };
  }

  get #open() {
    return this.#ports.session.state.open;
  }

  /** The queued messages, each by the id that it had first. */
  get #queued(): readonly number[] {
    return this.#open ? firstQueuedIds(this.#open.thread) : [];
  }

  /** The state while a turn runs. */
  get #active(): ActiveState {
    if (!isActive(this.#state)) throw new Error(`No turn runs: the agent is ${this.#state.type}`);
    return this.#state;
  }
}
