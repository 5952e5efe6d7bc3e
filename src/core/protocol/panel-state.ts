/** What the extension host shows in the panel: a whole snapshot, the deltas to it, and their parts. */
import type { Mode } from '../permission/request.ts';
import type { StepReport } from '../thread/strategy.ts';
import type { Meter } from '../view/meter.ts';
import type { Preview } from '../view/preview.ts';
import type { Row, StatusRun } from '../view/row.ts';
import type { QuestionView } from './question.ts';

/** What the panel's title bar shows of the open thread. */
export interface ThreadHead {
  readonly id: string;
  readonly title: string;
  /** Another window writes this thread. */
  readonly readOnly: boolean;
  /** Why the thread's file can't be written. Absent when another window writes it. */
  readonly refused?: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What runs on the thread now; times are milliseconds since 1970. */
export type Busy =
  | { readonly type: 'compacting'; readonly since?: number; readonly compaction?: RunningCompaction }
  | { readonly type: 'importing'; readonly name: string }
  /** Files, the thread, or both are put back. */
  | { readonly type: 'restoring' }
  /** A turn of the agent, which Stop ends. */
  | {
      readonly type: 'turn';
      readonly phase: TurnPhase;
      readonly since: number;
      /** Of the phase `compacting`. */
      readonly compaction?: RunningCompaction;
    }
  /** A call failed for the `attempt`th time of at most `most`, and is made again at `at`; Stop ends the wait. */
  | {
      readonly type: 'retrying';
      readonly attempt: number;
      readonly most: number;
      readonly at: number;
      readonly reason: string;
    };

/** A compaction that a model or the provider works on. */
export interface RunningCompaction {
  readonly before: number;
  /** Whether that is an estimate. */
  readonly estimated: boolean;
  /** The likely size; absent where it is unknown. */
  readonly after?: number;
  /** In their order; the last ones are the model's or the provider's. */
  readonly steps: readonly StepReport[];
  /** The part of a long thread that the model summarizes, counted from 1. */
  readonly part?: { readonly at: number; readonly of: number };
}

/** `waiting` for the first piece of a reply; `thinking` and `writing` while it is streamed; `tools` run; `compacting` between two calls. */
export type TurnPhase = 'waiting' | 'thinking' | 'writing' | 'tools' | 'compacting';

export function isCompacting(busy: Busy | undefined): boolean {
  return busy?.type === 'compacting' || (busy?.type === 'turn' && busy.phase === 'compacting');
}

/** Whether a person can stop it. */
export function stoppable(busy: Busy | undefined): boolean {
  return busy !== undefined && busy.type !== 'importing' && busy.type !== 'restoring';
}

/** What the buttons of a notice do. */
export const NOTICE_ACTIONS = [
  'retry',
  'continue',
  'compactAndRetry',
  'compactWithoutModel',
  'previewCompaction',
  'playRecording',
  'setApiKey',
  'setAddress',
  'setContextWindow',
  'selectModel',
  'otherModel',
  'selectTools',
  'connectModel',
  'openSettings',
  'openCompactionSettings',
  'openReserveSetting',
  'showRequestLog',
  'useSuggestedWindow',
  'forgetLearnedWindow',
] as const;
export type NoticeAction = (typeof NOTICE_ACTIONS)[number];

/** A card above the composer that stays until it is dismissed or replaced. */
export interface Notice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  /** The provider's own message, which is shown on demand. */
  readonly details?: string;
  readonly actions?: readonly NoticeAction[];
}

/** The model that the next message goes to. */
export interface ModelHead {
  /** The provider's id, a slash, and the model's id. */
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  /** A line is sent in place of each image. */
  readonly takesImages?: false;
  /** The model plays back a recorded thread. */
  readonly isReplay: boolean;
}

/** The name of a model wherever people read it: what its provider calls it, else its own id without the provider. */
export function modelLabel(head: Pick<ModelHead, 'id' | 'name'> | undefined, id: string): string {
  return head?.id === id ? head.name : id.slice(id.indexOf('/') + 1);
}

/** A message that is queued until the running turn ends. */
export interface QueuedView {
  readonly id: number;
  readonly text: string;
  /** How many things are attached to it. */
  readonly attached?: number;
  readonly tokens: number;
}

/** The reply that is being streamed, its parts in order; `reply` rises with each call. */
export interface ReplyStream {
  readonly reply: number;
  readonly parts: readonly ReplyPart[];
}

/** For a call, `name` is the tool's, and `text` the JSON of its input as far as it was received. */
export interface ReplyPart {
  readonly type: 'text' | 'thinking' | 'call';
  readonly name?: string;
  readonly text: string;
}

/** Pieces to append, each to the part with the index `part`; a new part begins with its first piece. */
export interface ReplyPieces {
  readonly reply: number;
  readonly pieces: readonly (ReplyPart & { readonly part: number })[];
}

/** `restricted`: the workspace is not trusted, so the model is offered no tools for it. */
export type ShownMode = Mode | 'restricted';

/** How many threads of the window that are not shown are at work, ask the person, or finished without being seen since. */
export interface OtherThreads {
  readonly working: number;
  readonly asking: number;
  readonly ended: number;
}

/** Everything the panel needs to draw; rows are the newest page only. `first` is the index of `rows[0]`. */
export interface Snapshot {
  readonly version: number;
  readonly thread?: ThreadHead;
  readonly total: number;
  readonly first: number;
  readonly rows: readonly Row[];
  /** The fates of all rows, first to last, run-length coded. */
  readonly statuses: readonly StatusRun[];
  readonly meter?: Meter;
  readonly busy?: Busy;
  readonly notice?: Notice;
  /** Absent while no model is selected. */
  readonly model?: ModelHead;
  readonly queue?: readonly QueuedView[];
  readonly replyStream?: ReplyStream;
  readonly preview?: Preview;
  /** The question to the person that is to be answered first. */
  readonly question?: QuestionView;
  /** Absent where no other thread is at work, asks, or has ended unseen. */
  readonly others?: OtherThreads;
  /** What the agent may do without a question. Absent where the model is offered no tools for the workspace. */
  readonly mode?: ShownMode;
  /** How often the command Show Context Usage was run: the panel opens the context card when it changes. */
  readonly showContext: number;
}

/** What changed since the version `base`; rows that are not in `changed` are as before. */
export interface Delta extends Omit<Snapshot, 'first' | 'rows'> {
  readonly base: number;
  readonly changed: readonly { readonly index: number; readonly row: Row }[];
}

export interface RowsPage {
  readonly version: number;
  readonly first: number;
  readonly rows: readonly Row[];
}
