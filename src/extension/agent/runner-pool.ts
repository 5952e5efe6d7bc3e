/** The threads of a window that are open at once: one is shown, others work in the background, each with a session and an agent of its own. */
import type { OtherThreads, ReplyPieces } from '../../core/protocol/panel-state.ts';
import type { ImportSource } from '../../core/transfer/import-types.ts';
import type { ImportChoices } from '../session/new-thread.ts';
import type { CreateOutcome, ImportThreadOutcome, OpenOutcome } from '../session/outcome.ts';
import { SerialQueue } from '../session/serial-queue.ts';
import type { SessionState } from '../session/session-state.ts';
import type { SessionView } from '../session/session-store.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import { openedIn, type Runner, type WorkStatus, workStatusOf } from './runner.ts';
import { UnseenEnds } from './unseen-ends.ts';

/** As a view it is the session of the shown thread, whichever that is. */
export class RunnerPool<R extends Runner = Runner> implements SessionView {
  /** Threads whose turns ended while the person did not see them. */
  readonly unseen: UnseenEnds;
  readonly #make: () => R;
  /** Which thread is in which runner changes by one act at a time, so that no thread is opened in two. */
  readonly #acts = new SerialQueue();
  readonly #shownListeners = new Set<(state: SessionState) => void>();
  readonly #pieceListeners = new Set<(pieces: ReplyPieces) => void>();
  readonly #statusListeners = new Set<() => void>();
  readonly #followed = new Map<R, () => void>();
  /** Runners that import a thread, which is not open yet. */
  readonly #claimed = new Set<R>();
  /** Idle ones whose thread's lock was given back: what they show is read again before it is shown. */
  readonly #released = new Set<R>();
  #shown: R;
  #statuses = '';
  #isClosing = false;

  /** `isVisible` says whether a panel of the window is visible. */
  constructor(make: () => R, isVisible: () => boolean = () => true) {
    this.#make = make;
    this.#shown = this.#add();
    const isSeen = (id: string) => isVisible() && id === this.state.open?.id;
    this.unseen = new UnseenEnds(isSeen, () => this.#changed());
  }

  get shown(): R {
    return this.#shown;
  }

  /** The shown one among them; those that were shown last are last. */
  get all(): readonly R[] {
    return [...this.#followed.keys()];
  }

  get state(): SessionState {
    return this.#shown.session.state;
  }

  /** Hears of changes of the shown thread, and when another one is shown. Returns a function that removes the listener. */
  onDidChange(listener: (state: SessionState) => void): () => void {
    this.#shownListeners.add(listener);
    return () => this.#shownListeners.delete(listener);
  }

  /** Hears the pieces of replies in the shown thread. Returns a function that removes the listener. */
  onPieces(listener: (pieces: ReplyPieces) => void): () => void {
    this.#pieceListeners.add(listener);
    return () => this.#pieceListeners.delete(listener);
  }

  /** Hears when a thread begins or ends to work, when such an end is seen, and of each question. Returns a function that removes the listener. */
  onDidChangeStatus(listener: () => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  /** Undefined where the agent does nothing in the thread. */
  statusOf(id: string): WorkStatus | undefined {
    const runner = this.#holderOf(id);
    return runner && workStatusOf(runner);
  }

  /** What the threads do that are not shown. */
  get others(): OtherThreads {
    const statuses = this.all.map((runner) => runner !== this.#shown && workStatusOf(runner));
    const count = (status: WorkStatus) => statuses.filter((one) => one === status).length;
    const ended = this.unseen.all.filter((id) => id !== this.state.open?.id).length;
    return { working: count('working'), asking: count('asking'), ended };
  }

  /** The session that writes the thread; undefined where none of this window does. */
  sessionOf(id: string): ThreadSession | undefined {
    const runner = this.#holderOf(id);
    return runner && !this.#released.has(runner) ? runner.session : undefined;
  }

  /** Shows a thread: where it is at work it goes on; else it is opened in a runner that does nothing. */
  open(id: string): Promise<OpenOutcome> {
    return this.#acts.run(async () => {
      const runner = this.#holderOf(id) ?? this.#free();
      return this.#shownWhenOpen(runner, openedIn(runner, id) ?? (await runner.session.open(id)));
    });
  }

  create(workspace: string | undefined): Promise<CreateOutcome> {
    return this.#acts.run(async () => {
      const runner = this.#free();
      return this.#shownWhenOpen(runner, await runner.session.create(workspace));
    });
  }

  /** Other threads can be opened meanwhile. */
  async import(
    source: ImportSource,
    workspace: string | undefined,
    choices: ImportChoices,
  ): Promise<ImportThreadOutcome> {
    const runner = await this.#acts.run(async () => this.#claim());
    try {
      const outcome = await runner.session.import(source, workspace, choices);
      return await this.#acts.run(async () => this.#shownWhenOpen(runner, outcome));
    } finally {
      this.#claimed.delete(runner);
      void this.#tidy();
    }
  }

  /** Leaves the thread open nowhere; nothing where it is at work. */
  leave(id: string): Promise<void> {
    return this.#acts.run(async () => {
      this.unseen.forget(id);
      const runner = this.#holderOf(id);
      if (runner && workStatusOf(runner) === undefined) await runner.session.leave(id);
    });
  }

  /** Each session notices what other windows did to its thread: see `ThreadSession.follow`. */
  async follow(): Promise<void> {
    await Promise.all(this.all.map(({ session }) => session.follow()));
  }

  /**
   * Stops all agents, and resolves when everything is on disk. `beforeSessions` runs when no agent works any more. A thread that
   * asks is closed before its agent, so that the question stays open in its log and is asked again.
   */
  async close(beforeSessions: () => Promise<void>): Promise<void> {
    this.#isClosing = true;
    for (const runner of this.all) if (workStatusOf(runner) === 'asking') await runner.session.closeLog();
    await Promise.all(this.all.map(({ agent }) => agent.close()));
    await beforeSessions();
    await Promise.all(this.all.map(({ session }) => session.close()));
  }

  dispose(): void {
    for (const [runner, end] of this.#followed) {
      end();
      runner.dispose();
    }
    this.#followed.clear();
  }

  #holderOf(id: string): R | undefined {
    return this.all.find(({ session }) => session.state.open?.id === id);
  }

  #isFree(runner: R): boolean {
    return workStatusOf(runner) === undefined && !this.#claimed.has(runner);
  }

  /** A runner that does nothing: the shown one, else one in the background, else a new one. */
  #free(): R {
    return [this.#shown, ...this.all].find((runner) => this.#isFree(runner)) ?? this.#add();
  }

  #claim(): R {
    const runner = this.#free();
    this.#claimed.add(runner);
    return runner;
  }

  #add(): R {
    const runner = this.#make();
    const session = runner.session.onDidChange((state) => {
      if (runner === this.#shown) for (const listener of this.#shownListeners) listener(state);
      this.#changed();
      // The agent becomes idle a moment after its session.
      if (runner !== this.#shown && !state.busy) void runner.agent.whenIdle().then(() => this.#tidy());
    });
    const pieces = runner.agent.progress.onPieces((some) => {
      if (runner === this.#shown) for (const listener of this.#pieceListeners) listener(some);
    });
    this.#followed.set(runner, () => {
      session();
      pieces();
    });
    return runner;
  }

  #shownWhenOpen<T extends { readonly type: string }>(runner: R, outcome: T): T {
    if (outcome.type === 'opened' || outcome.type === 'imported') {
      this.#released.delete(runner);
      this.#show(runner);
      this.unseen.update();
    }
    void this.#tidy();
    return outcome;
  }

  #show(runner: R): void {
    const before = this.#shown;
    if (runner === before) return;
    this.#shown = runner;
    const end = this.#followed.get(before);
    this.#followed.delete(before);
    if (end) this.#followed.set(before, end);
    runner.session.continueAfter(before.session.state);
  }

  #changed(): void {
    const statuses = JSON.stringify([
      this.all.map((runner) => {
        const { open, question } = runner.session.state;
        return [open?.id, runner === this.#shown, workStatusOf(runner), question?.view.id];
      }),
      this.unseen.all,
    ]);
    if (statuses === this.#statuses) return;
    this.#statuses = statuses;
    for (const listener of this.#statusListeners) listener();
  }

  /** Of idle runners in the background one is kept, without the lock of its thread, so that other windows can write that. */
  #tidy(): Promise<void> {
    return this.#acts.run(async () => {
      this.#changed();
      if (this.#isClosing) return;
      const idle = this.all.filter((runner) => runner !== this.#shown && this.#isFree(runner));
      const kept = idle.pop();
      for (const runner of idle) await this.#drop(runner);
      // A preview asks the person, and is of the thread as it is in memory.
      if (!kept || this.#released.has(kept) || kept.session.state.preview) return;
      this.#released.add(kept);
      await kept.session.closeLog();
    });
  }

  async #drop(runner: R): Promise<void> {
    this.#followed.get(runner)?.();
    this.#followed.delete(runner);
    this.#released.delete(runner);
    runner.dispose();
    await runner.session.close();
  }
}
