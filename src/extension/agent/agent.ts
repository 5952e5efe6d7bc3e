/** The agent of a window: what a person asks of it in the open thread, one turn at a time. */
import type { CompactRun } from '../../core/agent/compact-thread.ts';
import type { ThreadLog } from '../../core/agent/ports.ts';
import { runTurn, type TurnEnd } from '../../core/agent/run-turn.ts';
import type { Notice } from '../../core/protocol/panel.ts';
import { openText, writeFailureText } from '../commands/outcome-text.ts';
import type { CompactOutcome } from '../session/outcome.ts';
import type { AgentPorts } from './agent-ports.ts';
import { type CompactWish, compactWith, outcomeOf } from './compact-with.ts';
import { equip } from './equip.ts';
import { type Equipment, modelStateOf } from './equipment.ts';
import { previewFor } from './preview-for.ts';
import { Progress } from './progress.ts';
import { titleOf } from './title.ts';
import { endNotice, speakerNotice, waitingNotice } from './turn-notice.ts';
import { turnFor } from './turn-setup.ts';

export interface Sent {
  /** False: what was typed is the person's to keep; `why` says what to do. */
  readonly taken: boolean;
  readonly why?: string;
}

/** Waits for the running round, or is done when the turn is over. */
interface Asked {
  readonly wish: CompactWish;
  readonly done: (outcome: CompactOutcome) => void;
}

export class Agent {
  readonly #ports: AgentPorts;
  readonly progress: Progress;
  #turn: Promise<void> | undefined;
  #stop = new AbortController();
  #asked: Asked | undefined;
  /** A turn ended with a question, and what it was about to send waits for the answer. */
  #asks = false;

  constructor(ports: AgentPorts) {
    this.#ports = ports;
    this.progress = new Progress(ports.session, ports.now);
  }

  /** What is typed is in the log before anything is done with it; a thread is made where none is open. */
  async send(text: string): Promise<Sent> {
    const { session, workspace, l10n } = this.#ports;
    if (!session.state.open) {
      const made = await session.create(workspace());
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
    const written = await session.append({ type: 'unqueued', queued: queued.id });
    const [block] = queued.blocks;
    return typeof written === 'number' && block?.type === 'text' ? block.text : undefined;
  }

  /** Stops the turn, the compaction or the wait that runs; what came of it stays. */
  stop(): void {
    this.#stop.abort();
  }

  /** Sends what is queued, or goes on where the thread stands. One turn at a time: while one runs, nothing more. */
  goOn(wish: { readonly uncompacted?: true } = {}): Promise<void> {
    this.#turn ??= this.#whole(wish);
    return this.#turn;
  }

  /** Resolves when no turn runs. */
  async rest(): Promise<void> {
    while (this.#turn) await this.#turn;
  }

  async #whole(wish: { readonly uncompacted?: true }): Promise<void> {
    let end: TurnEnd['type'] | undefined;
    try {
      end = await this.#run(wish);
    } catch (error) {
      this.#fail(error);
    }
    this.#turn = undefined;
    // Typed after the turn looked for the last time, before it was over.
    if (end === 'done' && (this.#ports.session.state.open?.thread.queue.length ?? 0) > 0) void this.goOn();
  }

  /** While a turn runs it waits for the running round (R27); else at once. A message that waited for it is sent then. */
  async compact(wish: CompactWish = {}): Promise<CompactOutcome> {
    if (this.#turn) return new Promise((done) => (this.#asked = { wish, done }));
    const { signal } = this.#restart();
    const equipment = wish.withoutModel ? undefined : await this.#equip();
    const outcome = await this.#ports.session.compact(compactWith(wish, equipment, this.#ports, signal));
    if (this.#asks && outcome.type === 'compacted') void this.goOn();
    return outcome;
  }

  /** In the place of a compaction another one, by these instructions; the old one stands again where that can't be had. */
  async compactAgain(compaction: number, instructions: string): Promise<CompactOutcome> {
    const { session } = this.#ports;
    const undone = await session.undo(compaction);
    if (undone.type !== 'undone') return { type: 'unchanged', reason: 'nothing-old-enough' };
    const outcome = await this.compact({ instructions, force: true });
    if (outcome.type !== 'compacted') await session.redo(compaction);
    return outcome;
  }

  /** Shows what a compaction would do; else says why none can be shown. */
  async preview(): Promise<CompactOutcome | undefined> {
    const { session } = this.#ports;
    const made = previewFor(session.state, await this.#equip(), this.#ports, this.#asks ? 'ask' : 'manual');
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
      void this.goOn({ uncompacted: true });
      return undefined;
    }
    return this.compact({ ...(instructions && { instructions }) });
  }

  /** The thread goes on with another model. Undefined: it does. */
  async switchModel(model: string): Promise<Notice | undefined> {
    const { session, l10n } = this.#ports;
    const found = await this.#ports.speakers.find(model);
    if (!found.ok) return speakerNotice(found.error, l10n);
    if (!session.state.open) return undefined;
    const written = await session.append({ type: 'model', model });
    return typeof written === 'number' ? undefined : { severity: 'error', text: writeFailureText(written, l10n).text };
  }

  /** Stops, and waits until all that was done is on disk. */
  async close(): Promise<void> {
    this.stop();
    await this.rest();
  }

  async #run(wish: { readonly uncompacted?: true }): Promise<TurnEnd['type'] | undefined> {
    const { session, l10n } = this.#ports;
    const { signal } = this.#restart();
    this.#asks = false;
    const equipment = await this.#equip(true);
    if (!equipment) return undefined;
    const busy = { type: 'turn', phase: 'waiting', since: this.#ports.now() } as const;
    const end = await session.work(busy, (log) => this.#turns(log, equipment, wish, signal));
    this.progress.rest();
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked) {
      const later = compactWith(asked.wish, equipment, this.#ports, signal);
      asked.done(signal.aborted ? { type: 'cancelled' } : await session.compact(later));
    }
    if (end.type === 'no-thread' || end.type === 'held' || end.type === 'disk') {
      session.notify({ severity: 'error', text: writeFailureText(end, l10n).text });
      return undefined;
    }
    if (end.type === 'ask' && end.why !== 'too-large') {
      this.#asks = this.#isWaiting();
      await this.preview();
    }
    const notice = endNotice(end, l10n);
    if (notice) session.notify(notice);
    return end.type;
  }

  /** Turns until nothing is queued any more. */
  async #turns(
    log: ThreadLog,
    equipment: Equipment,
    wish: { readonly uncompacted?: true },
    signal: AbortSignal,
  ): Promise<TurnEnd> {
    const begun = await this.#begin(log, equipment);
    if (begun) return begun;
    for (;;) {
      const takeAsked = () => this.#takeAsked();
      const { input, ports, learn } = turnFor(equipment, this.#ports, this.progress, { log, takeAsked, ...wish });
      const { end, knowledge } = await runTurn(input, ports, signal);
      learn(knowledge);
      this.#ports.session.show({ model: modelStateOf(equipment.speaker, equipment.config, this.#ports) });
      if (end.type !== 'done' || log.thread.queue.length === 0) return end;
    }
  }

  /** The thread's model and title are in its log before its first call. */
  async #begin({ thread, append }: ThreadLog, { speaker }: Equipment): Promise<TurnEnd | undefined> {
    const title = thread.title === undefined ? titleOf(thread.queue[0]?.blocks ?? []) : undefined;
    const model = thread.model === speaker.agent.id ? undefined : speaker.agent.id;
    const titled = title === undefined ? undefined : await append({ type: 'title', title });
    if (titled && !titled.ok) return titled.error;
    const named = model === undefined ? undefined : await append({ type: 'model', model });
    return named && !named.ok ? named.error : undefined;
  }

  #takeAsked() {
    const asked = this.#asked;
    if (!asked || asked.wish.withoutModel) return undefined;
    this.#asked = undefined;
    const { instructions } = asked.wish;
    const file = this.#ports.session.state.open?.file ?? '';
    const done = (run: CompactRun) => asked.done(outcomeOf(run, file));
    return { ...(instructions !== undefined && { instructions }), done };
  }

  /** Whether something is still to be sent: what is queued, or results that the model has not seen. */
  #isWaiting(): boolean {
    const thread = this.#ports.session.state.open?.thread;
    return thread !== undefined && (thread.queue.length > 0 || thread.messages.at(-1)?.origin !== 'model');
  }

  /** Undefined: there is no model to speak with, which is said when `isNeeded`. */
  async #equip(isNeeded = false): Promise<Equipment | undefined> {
    const { session, l10n } = this.#ports;
    const found = await equip(this.#ports);
    if (found?.ok) return found.value;
    if (found && isNeeded) session.notify(speakerNotice(found.error, l10n));
    return undefined;
  }

  #restart(): AbortController {
    this.#stop = new AbortController();
    return this.#stop;
  }

  #fail(error: unknown): void {
    const { session, l10n, log } = this.#ports;
    log.error(error instanceof Error ? error : String(error));
    const text = l10n.t(
      'The agent stopped by a fault of Spool’s own. Nothing is lost; the log channel has the details.',
    );
    session.notify({ severity: 'error', text, actions: ['continue'] });
  }
}
