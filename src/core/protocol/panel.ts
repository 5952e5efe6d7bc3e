/** Every message between the panel and the extension host. */
import * as v from 'valibot';
import type { Meter } from '../view/meter.ts';
import type { Row, StatusRun } from '../view/row.ts';
import { notification, request } from './message.ts';

/** The open thread's head. */
export interface ThreadHead {
  readonly id: string;
  readonly title: string;
  /** Another window writes this thread. */
  readonly readOnly: boolean;
  /** Why nobody can write it: the disk's reason. Absent when another window writes it. */
  readonly refused?: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What runs on the thread now. */
export type Busy = { readonly type: 'compacting' } | { readonly type: 'importing'; readonly name: string };

/** An error that stays in the view until it is dismissed or replaced. */
export interface Notice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
}

/** Everything the panel needs to draw; rows are the newest page only. `first` is the index of `rows[0]`. */
export interface Snapshot {
  readonly version: number;
  readonly thread?: ThreadHead;
  readonly total: number;
  readonly first: number;
  readonly rows: readonly Row[];
  /** Runs over all rows, first to last. */
  readonly statuses: readonly StatusRun[];
  readonly meter?: Meter;
  readonly busy?: Busy;
  readonly notice?: Notice;
  /** Opens the context card, as the command Show Context Usage does; a counter, so that each request is seen once. */
  readonly showContext: number;
}

/** What changed since `base`; rows that are not named are as they were. */
export interface Delta extends Omit<Snapshot, 'first' | 'rows'> {
  readonly base: number;
  readonly changed: readonly { readonly index: number; readonly row: Row }[];
}

export interface RowsPage {
  readonly version: number;
  readonly first: number;
  readonly rows: readonly Row[];
}

const none = v.undefined_();
const compactionRef = v.object({ compaction: v.number() });

/** Panel to host. */
export const ready = notification('ready', none);
export const runCommand = notification(
  'runCommand',
  v.object({
    command: v.picklist([
      'newThread',
      'openThread',
      'importThread',
      'compactThread',
      'openSettings',
      'openThreadAsText',
    ]),
  }),
);
export const undoCompaction = notification('undoCompaction', compactionRef);
export const redoCompaction = notification('redoCompaction', compactionRef);
/** Opens the summary as a Markdown document. */
export const openSummary = notification('openSummary', compactionRef);
/** Opens the diff of the context before and after a compaction. */
export const compareContexts = notification('compareContexts', compactionRef);
/** Opens what a row stands for as a document. */
export const openRow = notification('openRow', v.object({ key: v.string() }));
export const openFile = notification('openFile', v.object({ path: v.string(), line: v.optional(v.number()) }));
export const copyText = notification('copyText', v.object({ text: v.string() }));
export const dismissNotice = notification('dismissNotice', none);
/** The rows from index `from` up to, not including, `to`. */
export const loadRows = request<{ from: number; to: number }, RowsPage>(
  'loadRows',
  v.object({ from: v.number(), to: v.number() }),
);
/** The whole text of a clipped row (its body, or a tool row's result; a marker's summary). */
export const loadText = request<{ key: string; part: 'body' | 'input' | 'result' | 'summary' }, string>(
  'loadText',
  v.object({ key: v.string(), part: v.picklist(['body', 'input', 'result', 'summary']) }),
);

/** Host to panel; the host is trusted to send what its types say, and the panel still checks the method. */
export const snapshot = notification<Snapshot>(
  'snapshot',
  v.custom<Snapshot>((x) => typeof x === 'object' && x !== null),
);
export const delta = notification<Delta>(
  'delta',
  v.custom<Delta>((x) => typeof x === 'object' && x !== null),
);
/** Puts the keyboard focus on the thread, or the context card. */
export const focus = notification('focus', v.object({ target: v.picklist(['thread', 'context']) }));
