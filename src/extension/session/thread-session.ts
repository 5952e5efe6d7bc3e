/** The open thread of a window: every act that changes it, one after the other, each on disk before it is seen. */
import type { ThreadLog } from '../../core/agent/ports.ts';
import { lastLive, lastUndone, planRedo, planUndo } from '../../core/compaction/undo.ts';
import { err, ok } from '../../core/lang/result.ts';
import type { Busy, Notice } from '../../core/protocol/panel-state.ts';
import { takenCheckpoints, withCheckpoint } from '../../core/thread/checkpoint.ts';
import type { Entry, Planned, RedoEntry, UndoEntry } from '../../core/thread/entry.ts';
import { type EntryId, entryId } from '../../core/thread/entry-id.ts';
import { append, nextId, replay, type Thread } from '../../core/thread/thread.ts';
import type { ImportSource } from '../../core/transfer/source.ts';
import { errorCodeOf } from '../storage/disk.ts';
import type { ImportRequest } from '../storage/import-file.ts';
import type { LogWriter } from '../storage/log-writer.ts';
import type { OpenedLog } from '../storage/open-thread.ts';
import { newThreadId } from '../storage/thread-folder.ts';
import type { ThreadStore } from '../storage/thread-store.ts';
import { type Compactor, compactByPlan } from './compactor.ts';
import { holds, LOG_REASONS, LOG_REOPENED, unreadableReason } from './log-reasons.ts';
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
import { INITIAL_STATE, type OpenThread, type SessionState, type Settings } from './session-state.ts';

export class ThreadSession {
  readonly #store: ThreadStore;
  readonly #root: string;
  readonly #now: () => number;
  readonly #listeners = new Set<(state: SessionState) => void>();
  #state = INITIAL_STATE;
  #writer: LogWriter | undefined;
  #bytes = 0;
  /** Of the next entry. */
  #leastId = 0;
  #checkpoints = new Set<string>();
  #lastAppend: Promise<unknown> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();

  /** `root` names the store's folder in errors; `now` gives milliseconds since 1970. */
  constructor(store: ThreadStore, root: string, now: () => number) {
    this.#store = store;
    this.#root = root;
    this.#now = now;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Returns what ends it. */
  onDidChange(listener: (state: SessionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  configure(settings: Settings): void {
    this.#change({ settings });
  }

  notify(notice: Notice | undefined): void {
    this.#change({ notice });
  }

  showContext(): void {
    this.#change({ showContext: this.#state.showContext + 1 });
  }

  create(workspace: string | undefined): Promise<CreateOutcome> {
    return this.#next(() => this.#create(workspace, []));
  }

  /** A new thread of this model, or of the usual one, in which everything goes on that is queued in the open thread. */
  createFromQueue(workspace: string | undefined, model?: string): Promise<CreateOutcome> {
    return this.#next(async () => {
      const queue = this.#state.open?.thread.queue ?? [];
      const planned: readonly Planned[] = [
        ...(model === undefined ? [] : [{ type: 'model', model } as const]),
        ...queue,
      ];
      const at = this.#now();
      // The messages are in the new log before they leave the old one: a crash between the two costs nothing.
      return this.#create(
        workspace,
        planned.map((entry, index) => ({ ...entry, id: entryId(index + 1), at })),
        async () => {
          for (const { id } of queue) await this.unqueue(id);
        },
      );
    });
  }

  /** With `takeOver` from a window that writes it. The thread that was open stays open when this fails. */
  open(id: string, takeOver = false): Promise<OpenOutcome> {
    return this.#next(() => this.#open(id, takeOver));
  }

  import(
    source: ImportSource,
    workspace: string | undefined,
    options: Pick<ImportRequest, 'format' | 'thread' | 'signal' | 'noteFor'>,
  ): Promise<ImportThreadOutcome> {
    return this.#next(() =>
      this.#during({ type: 'importing', name: source.name }, async (): Promise<ImportThreadOutcome> => {
        const id = newThreadId();
        const at = this.#now();
        const header = { thread: id, createdAt: at, ...(workspace !== undefined && { workspace }) };
        const outcome = await this.#store
          .import(source, { ...options, header, at })
          .catch((error: unknown) => ({ type: 'disk', reason: errorCodeOf(error), file: source.name }) as const);
        if (outcome.type !== 'imported') return outcome;
        const opened = await this.#open(id, false);
        return opened.type === 'opened' ? { ...outcome, id, file: opened.file } : opened;
      }),
    );
  }

  /** Compacts the open thread with what `by` makes of it; it works without a model unless told otherwise. */
  compact(by: Compactor = compactByPlan): Promise<CompactOutcome> {
    return this.#next(async () => {
      const { open, settings, model } = this.#state;
      if (!open) return { type: 'no-thread' };
      if (!this.#writer) return this.#unwritable(open);
      const { thread } = open;
      const context = runContext(thread, settings.config, model);
      const busy = { type: 'compacting', since: this.#now() } as const;
      return this.#during(busy, async () => {
        const outcome = await by(context, this.threadLog);
        return outcome.type === 'write-failed' ? writeFailureOf(outcome, open.file) : outcome;
      });
    });
  }

  /**
   * Does something longer with the open thread, as one act after those before it: `work` shows what it does by `show`. What
   * is typed meanwhile can be queued by `append`.
   */
  work<T>(busy: Busy, work: (log: ThreadLog) => Promise<T>): Promise<T | ThreadWriteFailure> {
    return this.#next(async () => {
      const { open } = this.#state;
      if (!open) return { type: 'no-thread' };
      if (!this.#writer) return this.#unwritable(open);
      return this.#during(busy, () => work(this.threadLog));
    });
  }

  /** Changes what is shown beside the thread itself. */
  show(change: Partial<Pick<SessionState, 'busy' | 'notice' | 'model' | 'replyStream' | 'preview'>>): void {
    this.#change(change);
  }

  /** The open thread as the engine's log. */
  get threadLog(): ThreadLog {
    const session = this;
    return {
      get thread() {
        const { open } = session.#state;
        if (!open) throw new Error('No thread is open');
        return open.thread;
      },
      append: async (planned) => {
        const written = await session.append(planned);
        if (typeof written === 'number') return ok(this.threadLog.thread);
        return err({ type: 'write-failed', reason: written.type === 'disk' ? written.reason : written.type });
      },
    };
  }

  /**
   * The id of the entry once it is on disk; then, and only then, it is in the thread. One after the other, also during other
   * acts. A queued message that was taken back meanwhile is not sent: the id is the newest entry's.
   */
  append(planned: Planned): Promise<EntryId | ThreadWriteFailure> {
    return this.#inOrder(() => this.#append(planned));
  }

  /** Takes a message back off the queue of the thread that is open now. False: it was sent meanwhile, another thread was opened, or the disk refuses. */
  unqueue(queued: EntryId): Promise<boolean> {
    const thread = this.#state.open?.id;
    return this.#inOrder(async () => {
      const { open } = this.#state;
      const isQueued = open?.id === thread && open?.thread.queue.some(({ id }) => id === queued);
      return isQueued === true && typeof (await this.#append({ type: 'unqueued', queued })) === 'number';
    });
  }

  /** Without `id` the newest live compaction. */
  undo(id?: number): Promise<UndoOutcome> {
    return this.#next(async () => {
      const { open } = this.#state;
      if (!open) return { type: 'no-thread' };
      const compaction = id === undefined ? lastLive(open.thread)?.id : entryId(id);
      if (compaction === undefined) return { type: 'nothing-to-undo' };
      const draft = planUndo(open.thread, compaction);
      return draft.ok ? this.#flip('undone', draft.value) : { type: 'impossible', problem: draft.error };
    });
  }

  /** Without `id` the compaction that was undone last. */
  redo(id?: number): Promise<UndoOutcome> {
    return this.#next(async () => {
      const { open } = this.#state;
      if (!open) return { type: 'no-thread' };
      const compaction = id === undefined ? lastUndone(open.thread)?.id : entryId(id);
      if (compaction === undefined) return { type: 'nothing-to-redo' };
      const draft = planRedo(open.thread, compaction);
      return draft.ok ? this.#flip('redone', draft.value) : { type: 'impossible', problem: draft.error };
    });
  }

  /** Looks what other windows did to the thread: notices a take-over, follows what they write, writes when they are gone. */
  async follow(): Promise<void> {
    if (this.#state.busy) return;
    await this.#next(async () => {
      const { open } = this.#state;
      if (!open || open.access.type === 'refused') return;
      const stale = this.#writer ? !(await this.#writer.isHeld()) : await this.#store.isStale(open.id, this.#bytes);
      if (stale) await this.#inOrder(() => this.#reopen(open.id));
    }).catch(() => undefined);
  }

  /** Gives the thread free for other windows. */
  async close(): Promise<void> {
    await this.#next(() => this.#inOrder(() => this.#release()));
  }

  async #create(
    workspace: string | undefined,
    entries: readonly Entry[],
    made: () => Promise<void> = async () => {},
  ): Promise<CreateOutcome> {
    const id = newThreadId();
    const header = { thread: id, createdAt: this.#now(), ...(workspace !== undefined && { workspace }) };
    try {
      await this.#store.create(header, entries);
    } catch (error) {
      return { type: 'disk', reason: errorCodeOf(error), file: this.#root };
    }
    await made();
    return this.#open(id, false);
  }

  async #open(id: string, takeOver: boolean): Promise<OpenOutcome> {
    const { open } = this.#state;
    if (open?.id === id && this.#writer && (await this.#writer.isHeld()))
      return { type: 'opened', id, file: open.file, readOnly: false };
    const opened = await this.#store.open(id, { takeOver });
    if (!opened.ok) return opened.error;
    await this.#inOrder(async () => {
      await this.#release();
      this.#show(opened.value);
    });
    return { type: 'opened', id, file: opened.value.file, readOnly: !this.#writer };
  }

  /**
   * Opens the thread again after something else had its log. False: what this window wrote is not in the log any more; then it
   * stays shown, nothing more is written, and `reason` says why.
   */
  async #reopen(id: string, reason?: string): Promise<boolean> {
    const written = this.#writer && this.#state.open?.thread.entries;
    await this.#release();
    const opened = await this.#store.open(id);
    const { open } = this.#state;
    if (opened.ok && holds(opened.value.entries, written ?? [])) {
      this.#show(opened.value);
      return true;
    }
    if (opened.ok && opened.value.access.type === 'writer') await opened.value.access.writer.close();
    const refused = { type: 'refused', reason: reason ?? (opened.ok ? LOG_REASONS.cut : 'ENOENT') } as const;
    if (open) this.#change({ open: { ...open, access: refused } });
    return false;
  }

  #show({ id, file, bytes, access, entries, header, skipped, leastId = 0 }: OpenedLog): void {
    this.#writer = access.type === 'writer' ? access.writer : undefined;
    this.#bytes = bytes;
    this.#leastId = leastId;
    const known = this.#state.open;
    const thread = replay(entries);
    this.#checkpoints = takenCheckpoints(entries);
    const notice = known?.id === id ? this.#state.notice : undefined;
    const shown = access.type === 'writer' ? { type: access.type } : access;
    const open: OpenThread = { id, file, thread, workspace: header?.workspace, access: shown, skipped };
    this.#change({ open, notice });
  }

  async #flip(type: 'undone' | 'redone', draft: Planned<UndoEntry | RedoEntry>): Promise<UndoOutcome> {
    const written = await this.append(draft);
    if (typeof written === 'number') this.#change({ notice: undefined });
    return typeof written === 'number' ? { type, compaction: draft.compaction } : written;
  }

  async #append(planned: Planned): Promise<EntryId | ThreadWriteFailure> {
    const { open } = this.#state;
    if (!open) return { type: 'no-thread' };
    if (!this.#writer) return this.#unwritable(open);
    const { thread } = open;
    const isGone =
      planned.type === 'message' &&
      planned.queued !== undefined &&
      thread.queue.every(({ id }) => id !== planned.queued);
    if (isGone) return thread.entries.at(-1)?.id ?? entryId(0);
    const entry = this.#placed(thread, planned);
    const written = await this.#writer.append(entry);
    if (written.ok) {
      // A reply that is in the thread is no longer being streamed.
      const isReply = entry.type === 'message' && entry.origin === 'model';
      this.#change({ open: { ...open, thread: append(thread, entry) }, ...(isReply && { replyStream: undefined }) });
      return entry.id;
    }
    const { error } = written;
    if (error.type === 'disk') return { type: 'disk', reason: error.reason, file: open.file };
    if (error.type === 'unreadable') return { type: 'disk', reason: unreadableReason(error.field), file: open.file };
    const how = error.type === 'changed' ? LOG_REASONS[error.how] : undefined;
    if (!(await this.#reopen(open.id, how))) return this.#unwritable(this.#state.open ?? open);
    return how === undefined ? { type: 'held' } : { type: 'disk', reason: LOG_REOPENED, file: open.file };
  }

  /** With its place and time, and a user's message with its checkpoint (R1). */
  #placed(thread: Thread, planned: Planned): Entry {
    const id = entryId(Math.max(nextId(thread), this.#leastId));
    const entry = { ...planned, id, at: this.#now() };
    return entry.type === 'message' ? withCheckpoint(entry, this.#checkpoints) : entry;
  }

  #unwritable({ access, file }: OpenThread): ThreadWriteFailure {
    return access.type === 'refused' ? { type: 'disk', reason: access.reason, file } : { type: 'held' };
  }

  async #release(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    await writer?.close().catch(() => undefined);
  }

  /** Shows that work goes on, and gives the panel a moment to draw it before the work begins. */
  async #during<T>(busy: Busy, work: () => Promise<T>): Promise<T> {
    this.#change({ busy, notice: undefined });
    try {
      await new Promise((resolve) => setTimeout(resolve, 0));
      return await work();
    } finally {
      this.#change({ busy: undefined });
    }
  }

  /** After all that is being written: what is written belongs to the thread that is open. */
  #inOrder<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#lastAppend.then(act);
    this.#lastAppend = result.catch(() => undefined);
    return result;
  }

  #next<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#last.then(act, act);
    this.#last = result.catch(() => undefined);
    return result;
  }

  #change(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change, version: this.#state.version + 1 };
    for (const listener of this.#listeners) listener(this.#state);
  }
}
