/** The log of a window's open thread: every read and write of its file, one after the other (states: log-state.ts). */
import { assertNever } from '../../core/lang/assert-never.ts';
import type { Block } from '../../core/message/message.ts';
import type { Entry, Planned } from '../../core/thread/entry.ts';
import { type EntryId, entryId } from '../../core/thread/entry-id.ts';
import { append, type Thread } from '../../core/thread/thread.ts';
import type { LogWriteFailure } from '../storage/log-writer.ts';
import type { ThreadStore } from '../storage/thread-store.ts';
import { holds, LOG_REASONS, LOG_REOPENED, unreadableReason } from './log-reasons.ts';
import {
  failureOf,
  type LogState,
  type OpenState,
  openThreadOf,
  stateOf,
  threadOf,
  writtenEntries,
} from './log-state.ts';
import { isTakenBack, nextEntry } from './next-entry.ts';
import type { OpenOutcome, ThreadWriteFailure } from './outcome.ts';
import { SerialQueue } from './serial-queue.ts';
import type { OpenThread } from './session-state.ts';

/** Is called with what is shown after each change, and with the entry that was appended, if one was. */
export type LogListener = (open: OpenThread, appended?: Entry) => void;

/** What a person changes of a queued message. `swapsWith` is the one that changes places with it. */
export interface QueueChange {
  readonly blocks?: readonly Block[];
  readonly swapsWith?: EntryId;
}

export class OpenLog {
  readonly #store: ThreadStore;
  readonly #now: () => number;
  readonly #onChange: LogListener;
  /** Every change of the state runs in it, so that an entry belongs to the thread that is open when it is written. */
  readonly #changes = new SerialQueue();
  #state: LogState = { type: 'none' };

  /** `now` gives milliseconds since 1970. */
  constructor(store: ThreadStore, now: () => number, onChange: LogListener) {
    this.#store = store;
    this.#now = now;
    this.#onChange = onChange;
  }

  get state(): LogState {
    return this.#state;
  }

  /** The open thread as it is on disk; undefined when no thread was opened yet. */
  get thread(): Thread | undefined {
    return threadOf(this.#state);
  }

  /** Why nothing can be appended now; undefined when this window writes the log. */
  get failure(): ThreadWriteFailure | undefined {
    return this.#state.type === 'writer' ? undefined : failureOf(this.#state);
  }

  /**
   * Opens a thread in place of the open one, which stays open when this fails; `takeOver` takes the lock from another window.
   * The log is read beside other changes: entries that are appended meanwhile go to the thread that was open.
   */
  async open(id: string, takeOver = false): Promise<OpenOutcome> {
    const state = this.#state;
    if (state.type === 'writer' && state.log.id === id && (await state.writer.isHeld()))
      return { type: 'opened', id, file: state.log.file, readOnly: false };
    const opened = await this.#store.open(id, { takeOver });
    if (!opened.ok) return opened.error;
    await this.#changes.run(async () => {
      await release(this.#store, this.#state);
      this.#enter(stateOf(opened.value));
    });
    const { file, access } = opened.value;
    return { type: 'opened', id, file, readOnly: access.type !== 'writer' };
  }

  /**
   * Resolves to the id of the entry once it is on disk; only then it is in the thread. A message whose queued entry was taken
   * back is not written, and the id is the newest entry's.
   */
  append(planned: Planned): Promise<EntryId | ThreadWriteFailure> {
    return this.#changes.run(() => this.#append(planned));
  }

  /**
   * Takes a message back off the queue of the thread that is open at the call. Resolves to false when it was sent or another
   * thread was opened meanwhile, or the entry can't be written.
   */
  unqueue(queued: EntryId): Promise<boolean> {
    const asked = idOf(this.#state);
    return this.#changes.run(async () => {
      const isSameThread = idOf(this.#state) === asked;
      if (!isSameThread || this.thread?.queue.some(({ id }) => id === queued) !== true) return false;
      return typeof (await this.#append({ type: 'unqueued', queued })) === 'number';
    });
  }

  /**
   * Changes a message in the queue of the thread that is open at the call: its text, its place, or both. Resolves to false
   * where `unqueue` would.
   */
  requeue(queued: EntryId, change: QueueChange): Promise<boolean> {
    const asked = idOf(this.#state);
    return this.#changes.run(async () => {
      const entry = this.thread?.queue.find(({ id }) => id === queued);
      if (idOf(this.#state) !== asked || !entry) return false;
      const { blocks = entry.blocks, swapsWith } = change;
      const planned = {
        type: 'queued',
        blocks,
        replaces: queued,
        ...(swapsWith !== undefined && { swapsWith }),
      } as const;
      return typeof (await this.#append(planned)) === 'number';
    });
  }

  /** Opens the thread again when another window took over, wrote, or is gone. Rejects when the disk can't be read. */
  async follow(): Promise<void> {
    const seen = this.#state;
    if (!(await this.#isStale(seen))) return;
    await this.#changes.run(async () => {
      const state = this.#state;
      // An entry that was appended meanwhile has met the same change.
      if (state === seen && (state.type === 'writer' || state.type === 'held')) await this.#reopen(state);
    });
  }

  /** Leaves no thread open, if this one is; its lock is free then. Resolves to whether it was open. */
  leave(id: string): Promise<boolean> {
    return this.#changes.run(async () => {
      if (idOf(this.#state) !== id) return false;
      await release(this.#store, this.#state);
      this.#state = { type: 'none' };
      return true;
    });
  }

  /** Gives the lock back after all that is being written. */
  close(): Promise<void> {
    return this.#changes.run(async () => {
      const state = this.#state;
      await release(this.#store, state);
      if (state.type !== 'none') this.#state = { type: 'closed', log: state.log };
    });
  }

  async #append(planned: Planned): Promise<EntryId | ThreadWriteFailure> {
    const state = this.#state;
    if (state.type !== 'writer') return failureOf(state);
    const { thread } = state.log;
    if (isTakenBack(planned, thread)) return thread.entries.at(-1)?.id ?? entryId(0);
    const entry = nextEntry(planned, state, this.#now());
    const written = await state.writer.append(entry);
    if (!written.ok) return this.#afterFailure(state, written.error);
    this.#enter({ ...state, log: { ...state.log, thread: append(thread, entry) } }, entry);
    return entry.id;
  }

  async #afterFailure(state: OpenState, failure: LogWriteFailure): Promise<ThreadWriteFailure> {
    const { file } = state.log;
    switch (failure.type) {
      case 'disk':
        return { type: 'disk', reason: failure.reason, file };
      case 'unreadable':
        return { type: 'disk', reason: unreadableReason(failure.field), file };
      case 'lost':
        return (await this.#reopen(state)) ?? { type: 'held' };
      case 'changed':
        return (await this.#reopen(state, LOG_REASONS[failure.how])) ?? { type: 'disk', reason: LOG_REOPENED, file };
      default:
        return assertNever(failure);
    }
  }

  /**
   * Opens the thread again after something else had its log. Where entries that this window wrote are gone from the log, they
   * stay shown, nothing more is written, and the failure says why: by `reason`, if given.
   */
  async #reopen(state: OpenState, reason?: string): Promise<ThreadWriteFailure | undefined> {
    await release(this.#store, state);
    const opened = await this.#store.open(state.log.id);
    if (opened.ok && holds(opened.value.entries, writtenEntries(state))) {
      this.#enter(stateOf(opened.value));
      return undefined;
    }
    if (opened.ok && opened.value.access.type === 'writer') await opened.value.access.writer.close();
    const why = reason ?? (opened.ok ? LOG_REASONS.cut : 'ENOENT');
    const refused = { type: 'refused', log: state.log, reason: why } as const;
    this.#enter(refused);
    return failureOf(refused);
  }

  async #isStale(state: LogState): Promise<boolean> {
    switch (state.type) {
      case 'none':
      case 'refused':
      case 'closed':
        return false;
      case 'writer':
        return !(await state.writer.isHeld());
      case 'held':
        return this.#store.isStale(state.log.id, state.bytes);
      default:
        return assertNever(state);
    }
  }

  #enter(state: OpenState, appended?: Entry): void {
    this.#state = state;
    this.#onChange(openThreadOf(state), appended);
  }
}

function idOf(state: LogState): string | undefined {
  return state.type === 'none' ? undefined : state.log.id;
}

/** Another window may write the thread then. What this one wrote can be searched at once. */
async function release(store: ThreadStore, state: LogState): Promise<void> {
  if (state.type !== 'writer') return;
  await state.writer.close().catch(() => undefined);
  await store.index(state.log.id);
}
