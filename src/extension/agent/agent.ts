/** The agent of a window: what a person asks of it in the open thread, one turn at a time. */
import type { CompactRun } from '../../core/agent/compact-thread.ts';
import type { ThreadLog } from '../../core/agent/ports.ts';
import { runTurn, type TurnEnd } from '../../core/agent/run-turn.ts';
import type { Notice } from '../../core/protocol/panel.ts';
import { chosenModel, forThread } from '../models/current-model.ts';
import type { CompactOutcome, CreateOutcome } from '../session/outcome.ts';
import { openText, writeFailureText } from '../words/outcome-text.ts';
import { endNotice, modelProblemNotice, waitingNotice } from '../words/turn-notice.ts';
import type { AgentPorts } from './agent-ports.ts';
import { type CompactOptions, compactWith, outcomeOf } from './compact-with.ts';
import { findResources } from './find-resources.ts';
import { prepareTurn } from './prepare-turn.ts';
import { previewFor } from './preview-for.ts';
import { Progress } from './progress.ts';
import { titleOf } from './title.ts';
import { modelStateOf, type TurnResources } from './turn-resources.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface Sent {
  /** False: what was typed is the person's to keep; `why` says what to do. */
  readonly taken: boolean;
  readonly why?: string;
}

/** Waits for the running round, or is done when the turn is over. */
interface PendingCompaction {
  readonly options: CompactOptions;
  readonly done: (outcome: CompactOutcome | PromiseLike<CompactOutcome>) => void;
}

type ChosenOptions = Pick<Parameters<typeof prepareTurn>[3], 'chosen'>;

const CANCELLED: CompactOutcome = { type: 'cancelled' };

/** The recording that ships with the extension. */
const RECORDING = 'replay/upload-queue';

export class Agent {
  readonly #ports: AgentPorts;
  readonly progress: Progress;
  #turn: Promise<void> | undefined;
  /** All that Stop ends. */
  readonly #running = new Set<AbortController>();
  /** The newest entry when Stop was pressed last. */
  #stoppedAt = 0;
  #pending: PendingCompaction[] = [];
  #making: Promise<CreateOutcome> | undefined;
  /** The thread whose turn ended with a question: what it was about to send waits for the answer. */
  #asksIn: string | undefined;
  /** The thread whose turn ended for want of a model. */
  #lacksModelIn: string | undefined;

  constructor(ports: AgentPorts) {
    this.#ports = ports;
    this.progress = new Progress(ports.session, ports.now);
  }

  /** What is typed is in the log before anything is done with it; a thread is made where none is open. */
  async send(text: string): Promise<Sent> {
    const { session, workspace, l10n } = this.#ports;
    if (!session.state.open) {
      this.#making ??= session.create(workspace()).finally(() => {
        this.#making = undefined;
      });
      const made = await this.#making;
      if (made.type !== 'opened') return { taken: false, why: openText(made, l10n)?.text ?? '' };
    }
    const written = await session.append({ type: 'queued', blocks: [{ type: 'text', text }] });
    if (typeof written !== 'number') return { taken: false, why: writeFailureText(written, l10n).text };
    void this.goOn();
    return { taken: true };
  }

  /** Takes back what was queued; undefined where it was sent meanwhile, or can't be taken back. */
  async unqueue(id: number): Promise<string | undefined> {
    const { session } = this.#ports;
    const queued = session.state.open?.thread.queue.find((one) => one.id === id);
    if (!queued) return undefined;
    const [block] = queued.blocks;
    return (await session.unqueue(queued.id)) && block?.type === 'text' ? block.text : undefined;
  }

  /** Stops the turn, the compaction or the wait that runs; what came of it stays. */
  stop(): void {
    this.#stoppedAt = this.#ports.session.state.open?.thread.entries.at(-1)?.id ?? 0;
    for (const one of this.#running) one.abort();
  }

  /** Sends what is queued, or goes on where the thread stands. One turn at a time: while one runs, nothing more. */
  goOn(options: ChosenOptions = {}): Promise<void> {
    this.#turn ??= this.#whole(options);
    return this.#turn;
  }

  /** Resolves when no turn runs. */
  async rest(): Promise<void> {
    while (this.#turn) await this.#turn;
  }

  async #whole(options: ChosenOptions): Promise<void> {
    const { end, isStopped } = await this.#stoppable(async (signal) => {
      const end = await this.#run(options, signal).catch((error: unknown) => this.#fail(error));
      return { end, isStopped: signal.aborted };
    });
    this.#turn = undefined;
    for (const { options: asked, done } of this.#pending.splice(0)) done(isStopped ? CANCELLED : this.compact(asked));
    // Typed after the turn looked for the last time, before it was over; or after Stop, which holds for what was before it.
    const queue = this.#ports.session.state.open?.thread.queue ?? [];
    const isNews = end === 'done' || (end === 'stopped' && queue.some(({ id }) => id > this.#stoppedAt));
    if (isNews && queue.length > 0) void this.goOn();
  }

  /** While a turn runs it waits for the running round (R27); else at once. A message that waited for it is sent then. */
  async compact(options: CompactOptions = {}): Promise<CompactOutcome> {
    if (this.#turn) return new Promise((done) => this.#pending.push({ options, done }));
    const { session } = this.#ports;
    const thread = session.state.open?.id;
    const outcome = await this.#stoppable((signal) =>
      session.compact(async (request, log) => {
        const resources = options.withoutModel ? undefined : await this.#resources(signal);
        if (signal.aborted || session.state.open?.id !== thread) return CANCELLED;
        return compactWith(options, resources, this.#ports, signal)(request, log);
      }),
    );
    if (this.#isAsking() && outcome.type === 'compacted') void this.goOn();
    return outcome;
  }

  /** In the place of a compaction another one, by these instructions; the old one stands again where that can't be had. */
  async compactAgain(compaction: number, instructions: string): Promise<CompactOutcome> {
    const { session } = this.#ports;
    const undone = await session.undo(compaction);
    if (undone.type === 'no-thread' || undone.type === 'held' || undone.type === 'disk') return undone;
    if (undone.type !== 'undone') return { type: 'unchanged', reason: 'nothing-old-enough' };
    const outcome = await this.compact({ instructions, force: true });
    if (outcome.type !== 'compacted') await session.redo(compaction);
    return outcome;
  }

  /** Shows what a compaction would do; else says why none can be shown. */
  async preview(): Promise<CompactOutcome | undefined> {
    const { session } = this.#ports;
    const resources = await this.#resources();
    const made = previewFor(session.state, resources, this.#ports, this.#isAsking() ? 'ask' : 'manual');
    if (made.type !== 'preview') return made;
    session.show({ preview: made.shown });
    return undefined;
  }

  async answerPreview(
    answer: 'compact' | 'without' | 'dismiss',
    instructions?: string,
  ): Promise<CompactOutcome | undefined> {
    const { session, l10n } = this.#ports;
    const why = session.state.preview?.preview.why;
    session.show({ preview: undefined });
    if (answer === 'dismiss') {
      if (why === 'ask') session.notify(waitingNotice(l10n));
      return undefined;
    }
    if (answer === 'without') {
      void this.goOn({ chosen: 'uncompacted' });
      return undefined;
    }
    return this.compact({ ...(instructions && { instructions }) });
  }

  /** The thread goes on with another model, at once where a message waits for one. Undefined: it does. */
  async switchModel(model: string): Promise<Notice | undefined> {
    const { session, l10n } = this.#ports;
    const { open } = session.state;
    const found = forThread(await this.#ports.chatModels.find(model), open?.thread);
    if (!found.ok) return modelProblemNotice(found.error, l10n);
    // Another thread was opened meanwhile, for which nobody chose.
    if (!open || session.state.open?.id !== open.id) return undefined;
    const written = await session.append({ type: 'model', model });
    if (typeof written !== 'number') return { severity: 'error', text: writeFailureText(written, l10n).text };
    if (this.lacksModel) void this.goOn();
    return undefined;
  }

  /** Whether the last turn of the open thread ended because there was no model. */
  get lacksModel(): boolean {
    return this.#lacksModelIn !== undefined && this.#lacksModelIn === this.#ports.session.state.open?.id;
  }

  /** Opens a new thread in which the recording plays, and sends there what is queued here. */
  async playRecording(): Promise<CreateOutcome> {
    const { session, chatModels, workspace } = this.#ports;
    const usual = await chatModels.find(undefined);
    // Where it plays for want of a model anyway, the thread stays free for the first model that there is.
    const isUsual = usual.ok && usual.value.head.isReplay;
    const made = await session.createFromQueue(workspace(), isUsual ? undefined : RECORDING);
    await this.rest();
    if (made.type === 'opened' && this.#isQueued()) void this.goOn();
    return made;
  }

  /** Stops, and waits until all that was done is on disk. */
  async close(): Promise<void> {
    this.stop();
    await this.rest();
  }

  async #run(options: ChosenOptions, signal: AbortSignal): Promise<TurnEnd['type'] | undefined> {
    const { session, l10n } = this.#ports;
    const thread = session.state.open?.id;
    this.#asksIn = this.#lacksModelIn = undefined;
    const busy = { type: 'turn', phase: 'waiting', since: this.#ports.now() } as const;
    const end = await session.work(busy, async (log) =>
      session.state.open?.id === thread ? this.#turns(log, options, signal) : undefined,
    );
    this.progress.rest();
    if (!end) return undefined;
    if (end.type === 'no-thread' || end.type === 'held' || end.type === 'disk') {
      session.notify({ severity: 'error', text: writeFailureText(end, l10n).text });
      return undefined;
    }
    if (end.type === 'ask' && end.why !== 'too-large') {
      this.#asksIn = this.#isWaiting() ? thread : undefined;
      // Where nothing can be taken out there is nothing to ask about.
      if ((await this.preview()) && this.#isAsking()) return this.#run({ chosen: 'uncompacted' }, signal);
    }
    const notice = endNotice(end, l10n);
    if (notice) session.notify(notice);
    return end.type;
  }

  /** Turns until nothing is queued any more, each with the model that is chosen then. Undefined: there is none. */
  async #turns(log: ThreadLog, options: ChosenOptions, signal: AbortSignal): Promise<TurnEnd | undefined> {
    for (;;) {
      const resources = await this.#resources(signal, true);
      if (signal.aborted) return { type: 'stopped' };
      if (!resources) return undefined;
      const begun = await this.#begin(log, resources);
      if (begun) return begun;
      const takeRequested = () => this.#takeRequested();
      const { input, ports, learn } = prepareTurn(resources, this.#ports, this.progress, {
        log,
        takeRequested,
        ...options,
      });
      const { end, knowledge } = await runTurn(input, ports, signal);
      learn(knowledge);
      this.#showModel(resources);
      if (end.type !== 'done' || log.thread.queue.length === 0) return end;
    }
  }

  /** Unless another one was chosen meanwhile. */
  #showModel({ chatModel, config }: TurnResources): void {
    const { session } = this.#ports;
    const { open } = session.state;
    if (open && (chosenModel(open) ?? chatModel.agent.id) === chatModel.agent.id)
      session.show({ model: modelStateOf(chatModel, config, this.#ports) });
  }

  /** The thread's model and title are in its log before its first call. */
  async #begin({ thread, append }: ThreadLog, { chatModel }: TurnResources): Promise<TurnEnd | undefined> {
    const title = thread.title === undefined ? titleOf(thread.queue[0]?.blocks ?? []) : undefined;
    // A recording that plays for want of a model binds nobody to it: once there is one, the thread goes on with that.
    const isBound = thread.model !== undefined || !chatModel.head.isReplay;
    const model = thread.model !== chatModel.agent.id && isBound ? chatModel.agent.id : undefined;
    const titled = title === undefined ? undefined : await append({ type: 'title', title });
    if (titled && !titled.ok) return titled.error;
    const named = model === undefined ? undefined : await append({ type: 'model', model });
    return named && !named.ok ? named.error : undefined;
  }

  #takeRequested() {
    const asked = this.#pending.find(({ options }) => !options.withoutModel && !options.force);
    if (!asked) return undefined;
    this.#pending = this.#pending.filter((one) => one !== asked);
    const { instructions } = asked.options;
    const file = this.#ports.session.state.open?.file ?? '';
    const done = (run: CompactRun) => asked.done(outcomeOf(run, file));
    return { ...(instructions !== undefined && { instructions }), done };
  }

  /** Whether something is still to be sent: what is queued, or results that the model has not seen. */
  #isWaiting(): boolean {
    const thread = this.#ports.session.state.open?.thread;
    return thread !== undefined && (thread.queue.length > 0 || thread.messages.at(-1)?.origin !== 'model');
  }

  #isQueued(): boolean {
    return (this.#ports.session.state.open?.thread.queue.length ?? 0) > 0;
  }

  #isAsking(): boolean {
    return this.#asksIn !== undefined && this.#asksIn === this.#ports.session.state.open?.id;
  }

  /** Undefined: there is no model to speak with, which is said when `isNeeded`; or it was stopped before one was found. */
  async #resources(signal?: AbortSignal, isNeeded = false): Promise<TurnResources | undefined> {
    const { session, l10n } = this.#ports;
    const finding = findResources(this.#ports);
    const found = await (signal ? unlessAborted(finding, signal) : finding);
    if (found?.ok) return found.value;
    if (found && isNeeded) {
      this.#lacksModelIn = session.state.open?.id;
      session.notify(modelProblemNotice(found.error, l10n));
    }
    return undefined;
  }

  async #stoppable<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    this.#running.add(stop);
    try {
      return await run(stop.signal);
    } finally {
      this.#running.delete(stop);
    }
  }

  #fail(error: unknown): undefined {
    const { session, l10n, log } = this.#ports;
    log.error(error instanceof Error ? error : String(error));
    const text = l10n.t(
      'The agent stopped by a fault of Spool’s own. Nothing is lost; the log channel has the details.',
    );
    session.notify({ severity: 'error', text, actions: ['continue'] });
  }
}
