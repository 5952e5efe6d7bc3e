/** The states of the open thread's log, each with exactly the values that are legal in it. */

import { assertNever } from '../../core/lang/assert-never.ts';
import type { List } from '../../core/lang/grow-list.ts';
import { takenCheckpoints } from '../../core/thread/checkpoint.ts';
import type { Entry } from '../../core/thread/entry.ts';
import { replay, type Thread } from '../../core/thread/thread.ts';
import type { LogWriter } from '../storage/log-writer.ts';
import type { OpenedLog } from '../storage/open-thread.ts';
import type { ThreadWriteFailure } from './outcome.ts';
import type { OpenThread } from './session-state.ts';

/*
 *             ┌──── append or follow: another window has the lock ────┐
 *             │                                                       ▼
 *   none ──▶ writer ◀──── follow: the lock is free ──────────────── held ⟲ follow: the log has grown
 *             │                                                       │
 *             │ append or follow: written entries are gone,           │ follow: the log can't be
 *             │ or the log can't be written any more                  │ read again, or written
 *             └──────────────────────▶ refused ◀──────────────────────┘
 *
 *   open     every state ──▶ writer, held or refused, as the store finds the lock and the disk;
 *            a thread that can't be read leaves the state as it is
 *   close    every state but none ──▶ closed
 *   leave    every state ──▶ none
 *
 * Only a writer appends, and an entry that the disk refuses leaves it a writer. Only `open` and `leave` leave `refused` and `closed`.
 */
export type LogState =
  /** No thread was opened yet. */
  | { readonly type: 'none' }
  | WriterState
  /** Another window writes the log; its first `bytes` bytes are shown. */
  | { readonly type: 'held'; readonly log: ShownLog; readonly bytes: number }
  /** The disk refuses, or something else changed the log. `reason` is a system's code or one of `log-reasons.ts`. */
  | { readonly type: 'refused'; readonly log: ShownLog; readonly reason: string }
  /** This window gave the lock back. */
  | { readonly type: 'closed'; readonly log: ShownLog };

/** This window writes the log. */
export interface WriterState {
  readonly type: 'writer';
  readonly log: ShownLog;
  readonly writer: LogWriter;
  /** The next entry's id is at least this. */
  readonly leastId: number;
  /** Ids of all checkpoints in the log; new ones are added to it. */
  readonly checkpoints: Set<string>;
}

/** A log's thread as it is on disk. */
export type ShownLog = Omit<OpenThread, 'access'>;

export type OpenState = Exclude<LogState, { readonly type: 'none' | 'closed' }>;

/** The state of a log that the store has opened. Linear in its entries. */
export function stateOf({ id, file, header, skipped, entries, access, bytes, leastId = 0 }: OpenedLog): OpenState {
  const log: ShownLog = { id, file, thread: replay(entries), workspace: header?.workspace, skipped };
  switch (access.type) {
    case 'writer':
      return { type: 'writer', log, writer: access.writer, leastId, checkpoints: takenCheckpoints(entries) };
    case 'held':
      return { type: 'held', log, bytes };
    case 'refused':
      return { type: 'refused', log, reason: access.reason };
    default:
      return assertNever(access);
  }
}

/** What a window shows of the log. */
export function openThreadOf(state: OpenState): OpenThread {
  const { log } = state;
  const access = state.type === 'refused' ? { type: state.type, reason: state.reason } : { type: state.type };
  return { ...log, access };
}

export function threadOf(state: LogState): Thread | undefined {
  return state.type === 'none' ? undefined : state.log.thread;
}

/** Why nothing can be appended in this state. */
export function failureOf(state: Exclude<LogState, WriterState>): ThreadWriteFailure {
  switch (state.type) {
    case 'none':
      return { type: 'no-thread' };
    case 'held':
    case 'closed':
      return { type: 'held' };
    case 'refused':
      return { type: 'disk', reason: state.reason, file: state.log.file };
    default:
      return assertNever(state);
  }
}

/** The entries that this window has written or read as the log's only writer: they must be in the log when it is read again. */
export function writtenEntries(state: OpenState): List<Entry> {
  return state.type === 'writer' ? state.log.thread.entries : [];
}
