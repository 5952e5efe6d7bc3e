/** One open thread: the acts that change it run one after the other, and what is shown is on disk. */
import type { ThreadLog } from '../../core/agent/ports.ts';
import type { Busy, Notice } from '../../core/protocol/panel-state.ts';
import type { Entry, Planned } from '../../core/thread/entry.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { ImportSource } from '../../core/transfer/import-types.ts';
import type { ThreadStore } from '../storage/thread-store.ts';
import { type CompactionTask, compactByPlan } from './compact-by-plan.ts';
import { editSummary, type SummaryEditOutcome } from './edit-summary.ts';
import {
  createThread,
  entriesOfQueue,
  type ImportChoices,
  importNewThread,
  type NewThreadOptions,
} from './new-thread.ts';
import { OpenLog, type QueueChange } from './open-log.ts';
import {
  type CompactOutcome,
  type CreateOutcome,
  type ImportThreadOutcome,
  type OpenOutcome,
  type ThreadWriteFailure,
  type UndoOutcome,
  writeFailureOf,
} from './outcome.ts';
import { runContext } from './run-context.ts';
import { SerialQueue } from './serial-queue.ts';
import type { OpenThread, SessionState, Settings } from './session-state.ts';
import { SessionStore, type SessionView } from './session-store.ts';
import { threadLog } from './thread-log.ts';
import { undoOrRedo } from './undo-redo.ts';

export class ThreadSession implements SessionView {
  readonly #threads: ThreadStore;
  readonly #root: string;
  readonly #now: () => number;
  readonly #shown = new SessionStore();
  readonly #acts = new SerialQueue();
  readonly #log: OpenLog;
  readonly #threadLog: ThreadLog;

  /** `root` names the store's folder in errors; `now` gives milliseconds since 1970. */
  constructor(threads: ThreadStore, root: string, now: () => number) {
    this.#threads = threads;
    this.#root = root;
    this.#now = now;
    this.#log = new OpenLog(threads, now, (open, appended) => this.#showLog(open, appended));
    this.#threadLog = threadLog(this.#log);
  }

  get state(): SessionState {
    return this.#shown.state;
  }

  /** Returns a function that removes the listener. */
  onDidChange(listener: (state: SessionState) => void): () => void {
    return this.#shown.onDidChange(listener);
  }

  /** See `SessionStore.continueAfter`. */
  continueAfter(state: SessionState): void {
    this.#shown.continueAfter(state);
  }

  configure(settings: Settings): void {
    this.#shown.change({ settings });
  }

  notify(notice: Notice | undefined): void {
    this.#shown.change({ notice });
  }

  showContext(): void {
    this.#shown.change({ showContext: this.state.showContext + 1 });
  }

  /** Changes what is shown beside the thread itself. */
  show(
    change: Partial<
      Pick<SessionState, 'busy' | 'notice' | 'model' | 'replyStream' | 'preview' | 'question' | 'mode' | 'others'>
    >,
  ): void {
    this.#shown.change(change);
  }

  create(workspace: string | undefined): Promise<CreateOutcome> {
    return this.#acts.run(() => this.#create(workspace, []));
  }

  /** Moves the queue of the open thread to a new thread of this model, or of the usual one. */
  createFromQueue(workspace: string | undefined, model?: string): Promise<CreateOutcome> {
    return this.#acts.run(() => {
      const queue = this.#log.thread?.queue ?? [];
      const entries = entriesOfQueue(queue, model, this.#now());
      // The messages are in the new log before they leave the old one, so that a crash between the two loses none.
      return this.#create(workspace, entries, async () => {
        for (const { id } of queue) await this.unqueue(id);
      });
    });
  }

  /** `takeOver` takes the lock from a window that writes the thread. The thread that was open stays open when this fails. */
  open(id: string, takeOver = false): Promise<OpenOutcome> {
    return this.#acts.run(() => this.#log.open(id, takeOver));
  }

  import(source: ImportSource, workspace: string | undefined, choices: ImportChoices): Promise<ImportThreadOutcome> {
    return this.#acts.run(() =>
      this.#shown.during({ type: 'importing', name: source.name }, async (): Promise<ImportThreadOutcome> => {
        const { id, outcome } = await importNewThread(this.#newThreadOptions(workspace), source, choices);
        if (outcome.type !== 'imported') return outcome;
        const opened = await this.#log.open(id);
        return opened.type === 'opened' ? { ...outcome, id, file: opened.file } : opened;
      }),
    );
  }

  /** Compacts the open thread by `by`; without it, by a plan that asks no model. */
  compact(by: CompactionTask = compactByPlan): Promise<CompactOutcome> {
    return this.#acts.run(async () => {
      const { open, settings, model } = this.state;
      const { failure } = this.#log;
      if (failure || !open) return failure ?? { type: 'no-thread' };
      const context = runContext(open.thread, settings.config, model);
      return this.#shown.during({ type: 'compacting', since: this.#now() }, async () => {
        const outcome = await by(context, this.#threadLog);
        return outcome.type === 'write-failed' ? writeFailureOf(outcome, open.file) : outcome;
      });
    });
  }

  /** Runs longer work on the open thread as one act. `work` shows its progress by `show`; others may `append` meanwhile. */
  work<T>(busy: Busy, work: (log: ThreadLog) => Promise<T>): Promise<T | ThreadWriteFailure> {
    return this.#acts.run(async () => this.#log.failure ?? this.#shown.during(busy, () => work(this.#threadLog)));
  }

  /**
   * Resolves to the id of the entry once it is on disk; only then it is in the thread. Entries are written in order, also
   * during other acts. A message whose queued entry was taken back is not written, and the id is the newest entry's.
   */
  append(planned: Planned): Promise<EntryId | ThreadWriteFailure> {
    return this.#log.append(planned);
  }

  /**
   * Takes a message back off the queue of the thread that is open at the call. Resolves to false when it was sent or another
   * thread was opened meanwhile, or the disk refuses.
   */
  unqueue(queued: EntryId): Promise<boolean> {
    return this.#log.unqueue(queued);
  }

  /** Changes a queued message: see `OpenLog.requeue`. */
  requeue(queued: EntryId, change: QueueChange): Promise<boolean> {
    return this.#log.requeue(queued, change);
  }

  /** Without `id`, undoes the newest live compaction. */
  undo(id?: number): Promise<UndoOutcome> {
    return this.#undoOrRedo('undo', id);
  }

  /** Without `id`, redoes the compaction that was undone last. */
  redo(id?: number): Promise<UndoOutcome> {
    return this.#undoOrRedo('redo', id);
  }

  /** Without `text`, puts the summaries back that the compaction was written with; without `edit`, changes the longest. */
  editSummary(compaction: number, text?: string, edit?: number): Promise<SummaryEditOutcome> {
    return this.#acts.run(async () => {
      const { open, settings, model } = this.state;
      if (!open) return { type: 'no-thread' };
      return editSummary(this.#log, runContext(open.thread, settings.config, model), compaction, text, edit);
    });
  }

  /** Leaves no thread open, if this one is. Resolves to whether it was. */
  leave(id: string): Promise<boolean> {
    return this.#acts.run(async () => {
      const wasOpen = await this.#log.leave(id);
      if (wasOpen)
        this.#shown.change({ open: undefined, notice: undefined, preview: undefined, replyStream: undefined });
      return wasOpen;
    });
  }

  /** Notices that another window took over, reads what it wrote, and writes again when it is gone. Nothing while busy. */
  async follow(): Promise<void> {
    if (this.state.busy) return;
    await this.#acts.run(() => this.#log.follow()).catch(() => undefined);
  }

  /** Gives the thread's lock back after what is being written; acts that run can write nothing more. */
  closeLog(): Promise<void> {
    return this.#log.close();
  }

  /** Gives the thread's lock back, after the acts before it. */
  close(): Promise<void> {
    return this.#acts.run(() => this.#log.close());
  }

  async #create(
    workspace: string | undefined,
    entries: readonly Entry[],
    made: () => Promise<void> = async () => {},
  ): Promise<CreateOutcome> {
    const created = await createThread(this.#newThreadOptions(workspace), entries);
    if (created.type !== 'created') return created;
    await made();
    return this.#log.open(created.id);
  }

  #newThreadOptions(workspace: string | undefined): NewThreadOptions {
    return { store: this.#threads, root: this.#root, workspace, at: this.#now() };
  }

  #undoOrRedo(act: 'undo' | 'redo', id: number | undefined): Promise<UndoOutcome> {
    return this.#acts.run(async () => {
      const outcome = await undoOrRedo(this.#log, act, id);
      if (outcome.type === 'undone' || outcome.type === 'redone') this.notify(undefined);
      return outcome;
    });
  }

  #showLog(open: OpenThread, appended: Entry | undefined): void {
    const notice = this.state.open?.id === open.id ? this.state.notice : undefined;
    // One change, so that a reply is never shown twice: as it is streamed, and as an entry.
    const isReply = appended?.type === 'message' && appended.origin === 'model';
    this.#shown.change({ open, notice, ...(isReply && { replyStream: undefined }) });
  }
}
