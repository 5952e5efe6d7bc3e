/** Every message between the panel and the extension host. */
import * as v from 'valibot';
import type { Meter } from '../view/meter.ts';
import type { Preview } from '../view/preview.ts';
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
      'selectModel',
      'setApiKey',
      'previewCompaction',
      'showRequestLog',
    ]),
  }),
);

/** What a person typed; answered once it is the host's to keep, queued or sent. A refusal says why, and the text stays typed. */
export const send = request<{ text: string }, { readonly taken: boolean; readonly why?: string }>(
  'send',
  v.object({ text: v.string() }),
);

/** Stops the turn, the compaction or the wait that runs. */
export const stop = notification('stop', none);

/** Takes back what was queued; answered with its text, so that it can be typed on. Null where it was sent meanwhile. */
export const unqueue = request<{ queued: number }, { readonly text: string | null }>(
  'unqueue',
  v.object({ queued: v.number() }),
);

export const noticeAction = notification('noticeAction', v.object({ action: v.picklist(NOTICE_ACTIONS) }));

/** Answers the preview card. `without`: the turn that asked goes on as it is. */
export const answerPreview = notification(
  'answerPreview',
  v.object({ answer: v.picklist(['compact', 'without', 'dismiss']), instructions: v.optional(v.string()) }),
);

/** Another compaction in the place of this one, by these instructions. */
export const compactAgain = notification(
  'compactAgain',
  v.object({ compaction: v.number(), instructions: v.string() }),
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

/** More of the reply that is being streamed; between two of the messages above. */
export const replyPieces = notification<ReplyPieces>(
  'replyPieces',
  v.custom<ReplyPieces>((x) => typeof x === 'object' && x !== null),
);

const FOCUS_TARGETS = ['thread', 'context', 'composer'] as const;

export type FocusTarget = (typeof FOCUS_TARGETS)[number];

/** Puts the keyboard focus on the thread, the context card, or where one types. */
export const focus = notification('focus', v.object({ target: v.picklist(FOCUS_TARGETS) }));
