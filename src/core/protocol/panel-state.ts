/** Every message between the panel and the extension host. */
import type { Meter } from '../view/meter.ts';
import type { Preview } from '../view/preview.ts';
import type { Row, StatusRun } from '../view/row.ts';

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

/** What runs on the thread now; times are milliseconds since 1970. */
export type Busy =
  | { readonly type: 'compacting'; readonly since?: number }
  | { readonly type: 'importing'; readonly name: string }
  /** A turn of the agent, which Stop ends. */
  | { readonly type: 'turn'; readonly phase: TurnPhase; readonly since: number }
  /** A call failed and is made once more at `at`; Stop ends the wait. */
  | { readonly type: 'retrying'; readonly attempt: number; readonly at: number; readonly reason: string };

/** `waiting` for the first word of a reply, then what comes; `tools` run; `compacting` by itself on the way. */
export type TurnPhase = 'waiting' | 'thinking' | 'writing' | 'tools' | 'compacting';

/** What a card offers to do about what it says. */
export const NOTICE_ACTIONS = [
  'retry',
  'continue',
  'compactAndRetry',
  'compactWithoutModel',
  'previewCompaction',
  'playRecording',
  'setApiKey',
  'selectModel',
  'openSettings',
  'showRequestLog',
] as const;
export type NoticeAction = (typeof NOTICE_ACTIONS)[number];

/** A card that stays in the view until it is dismissed or replaced. */
export interface Notice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  /** In the provider's own words, to be folded. */
  readonly details?: string;
  readonly actions?: readonly NoticeAction[];
}

/** The model that the next message goes to. */
export interface ModelHead {
  /** With its provider. */
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  /** Plays a recorded thread, so nothing that it says was thought up now. */
  readonly isReplay: boolean;
}

/** What was typed while the agent ran, to be sent when it is done. */
export interface QueuedView {
  readonly id: number;
  readonly text: string;
  readonly tokens: number;
}

/** The reply that is being streamed, its parts in order; `reply` rises with each call. */
export interface ReplyStream {
  readonly reply: number;
  readonly parts: readonly ReplyPart[];
}

/** `name` is a call's tool; its text is the JSON of its input as far as it came. */
export interface ReplyPart {
  readonly type: 'text' | 'thinking' | 'call';
  readonly name?: string;
  readonly text: string;
}

/** Pieces to be appended to the parts that they name; a part that is not there yet begins with its first piece. */
export interface ReplyPieces {
  readonly reply: number;
  readonly pieces: readonly (ReplyPart & { readonly part: number })[];
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
  /** Absent while none is chosen. */
  readonly model?: ModelHead;
  readonly queue?: readonly QueuedView[];
  readonly replyStream?: ReplyStream;
  readonly preview?: Preview;
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
