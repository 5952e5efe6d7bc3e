/** The types of the thread's rows in the panel: structure and numbers, no sentences. */
import type { TodoState } from '../compaction/extract/todo.ts';
import type { Clipped } from '../lang/clip.ts';
import type { AttachmentKind, Intervention, TokenUsage } from '../message/message.ts';
import type { AttemptReason, CompactionAttempt } from '../thread/compaction-attempt.ts';
import type { Fate } from '../thread/edit.ts';
import type { MessageEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import type { CompactionMethod, FallbackReason, StepReport, Strategy } from '../thread/strategy.ts';
import type { CallKind, LineRange } from '../thread/tool-kind.ts';
import type { AgentView } from './agent-view.ts';
import type { PinnedView, RangeView, RetainedPart, TurnTokens } from './marker-parts.ts';

/** What the panel jumps by: messages that a person typed, and compactions. */
export const ROW_KINDS = ['turn', 'marker'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

interface RowBase {
  /** Stable for the life of the thread; `entry` or `entry.block`. */
  readonly key: string;
  readonly entry: EntryId;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Estimated tokens of what the row stands for, in full. */
  readonly tokens: number;
  /** The person pinned its message. */
  readonly pinned?: true;
}

export interface AttachmentView {
  readonly kind: 'image' | 'document' | AttachmentKind;
  readonly name?: string;
  /** Of the file that it is a part of, from 1. */
  readonly lines?: { readonly from: number; readonly to: number };
  readonly tokens: number;
  /** By which its text can be opened, as that of a row. */
  readonly key?: string;
}

/** Something a person typed (`typed`) or the program put there (`program`). */
export interface UserRow extends RowBase {
  readonly type: 'user';
  readonly origin: 'typed' | 'program';
  readonly body: Clipped;
  readonly attachments: readonly AttachmentView[];
  /** No reply came after it, so that it goes with the next request; `last`: no other such message comes after it. */
  readonly unanswered?: 'last' | 'earlier';
}

/** The assistant's text, Markdown; or its thinking. */
export interface AssistantRow extends RowBase {
  readonly type: 'assistant' | 'thinking';
  readonly body: Clipped;
  /** On the last row of a reply that is not whole. */
  readonly cut?: MessageEntry['cut'];
  /** On the last row of a reply, where its provider reported it. */
  readonly usage?: TokenUsage;
  /** US dollars by the list, where `usage` is there and the model is listed. */
  readonly cost?: number;
}

export interface ResultView {
  readonly body: Clipped;
  readonly lines: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly isError: boolean;
  /** What a person did about the call; the reason of a denial is cut. */
  readonly intervention?: Intervention;
  readonly attachments: readonly AttachmentView[];
  /** Address of the full output when the model's view was cut. */
  readonly ref?: string;
}

/** One tool call with its result; `result` is absent when none was recorded, `orphan` when the call is missing. */
export interface ToolRow extends RowBase {
  readonly type: 'tool';
  readonly kind: CallKind;
  readonly name: string;
  /** The path, command or pattern that says what the call is about; empty when nothing does. */
  readonly subject: string;
  /** Line range of a read or edit, from 1. */
  readonly range?: LineRange;
  readonly input: Clipped;
  readonly result?: ResultView;
  /** The id of the call: of one without a result, which a question names, and of one that runs a command, which goes on. */
  readonly call?: string;
  /** Lines of an edit that was done, where its input says how many. */
  readonly changed?: LinesChanged;
  /** The log names the files that it changed, so that they can be compared. */
  readonly hasDiff?: true;
  /** How a command ended, where its result says so. */
  readonly end?: CommandEnd;
  /** The sub-agent that the call began. */
  readonly agent?: AgentView;
  /** The list that the call wrote. */
  readonly todos?: readonly TodoView[];
  readonly orphan: boolean;
}

export interface LinesChanged {
  readonly added: number;
  readonly removed: number;
}

export type CommandEnd =
  | { readonly type: 'exit'; readonly code: number }
  | { readonly type: 'signal'; readonly signal: string }
  /** It goes on in the background under this id. */
  | { readonly type: 'background'; readonly id: string };

export interface TodoView {
  readonly text: string;
  readonly state: TodoState;
}

/** `left`: a restore left the compaction behind, so it can be neither undone nor redone. */
type MarkerState = 'done' | 'undone' | 'left';

/** A compaction's boundary. */
export interface MarkerRow extends RowBase {
  readonly type: 'marker';
  readonly state: MarkerState;
  readonly trigger: 'manual' | 'auto' | 'model' | 'recorded';
  readonly strategy: CompactionMethod;
  /** The strategy that was asked for, and why it was not used. `unknown`: for a reason of a later version, whose name is `name`. */
  readonly fellFrom?: { readonly strategy: Strategy } & (
    | { readonly reason: FallbackReason }
    | { readonly reason: 'unknown'; readonly name: string }
  );
  /** The start of what a person asked of the summary, on one line, where no model wrote one. */
  readonly unused?: string;
  /** Absent when another agent compacted and its file doesn't say. */
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  /** Whether the number before and the number after are estimates. */
  readonly estimated: { readonly before: boolean; readonly after: boolean };
  readonly target?: number;
  readonly reason?: 'fixed-part';
  readonly turns: number;
  readonly steps: readonly StepReport[];
  /** US dollars by the list, where a model was asked that is listed. */
  readonly cost?: number;
  /** What the model reads in place of what was summarized, Markdown. */
  readonly summary?: Clipped;
  readonly summaryTokens: number;
  /** What the summary holds, counted; absent where there is no summary. */
  readonly retained?: readonly RetainedPart[];
  /** The edits whose summaries are in words, which a person can edit, and the one with the longest. */
  readonly editable?: { readonly edits: readonly number[]; readonly longest: number };
  /** A person has edited one of them, and it reads differently now. */
  readonly edited?: true;
  /** How the summary was made, where a model was asked: `took` in milliseconds, `prompted` where the log has the prompt. */
  readonly made?: {
    readonly model: string;
    readonly usage?: TokenUsage;
    readonly took?: number;
    readonly prompted?: true;
  };
  /** Of a compaction by range: where the first steps lie, one for each of them. */
  readonly ranges?: readonly RangeView[];
  /** What the model said in the reply that compacted, Markdown. */
  readonly because?: { readonly text: Clipped; readonly model?: string };
  /**
   * What stayed word for word below the summary; `pins` are the first of the `pinned` messages, `newest` the newest turns of the others,
   * the oldest first, and `earlier` the tokens of those before.
   */
  readonly kept: {
    readonly messages: number;
    readonly turns: number;
    readonly tokens: number;
    readonly pinned: number;
    readonly pins: readonly PinnedView[];
    readonly newest: readonly TurnTokens[];
    readonly earlier: number;
  };
  /** Another live compaction lies around this one, so undoing it changes nothing that the model sees now. */
  readonly inside?: EntryId;
  /** Later live compactions replace a part of what this undone one covered. */
  readonly isPartlyInside?: true;
  /** Redo is refused while this one, which overlaps it, is live. */
  readonly blockedBy?: EntryId;
}

/** A compaction that failed or was cancelled; nothing of the thread was changed. */
export interface AttemptRow extends RowBase {
  readonly type: 'attempt';
  readonly end: CompactionAttempt['end'];
  readonly trigger: CompactionAttempt['trigger'];
  /** Why it failed. `unknown`: a reason of a later version. */
  readonly reason?: AttemptReason | 'unknown';
  /** The words of the provider or of the check that refused. */
  readonly detail?: string;
  /** The measure when it was begun, and whether that is an estimate. */
  readonly tokensBefore: number;
  readonly estimated: boolean;
  /** Milliseconds. */
  readonly took: number;
  /** US dollars by the list, where a model was asked that is listed and said what it used. */
  readonly cost?: number;
}

/** Said by the program about the thread, never sent. */
export interface NoteRow extends RowBase {
  readonly type: 'note';
  readonly body: Clipped;
}

/**
 * A restore to right after the entry `to`: of the thread, which goes on from there and leaves behind what is between, or, with
 * `files`, of so many files.
 */
export interface RestoreRow extends RowBase {
  readonly type: 'restore';
  readonly to: EntryId;
  readonly files?: number;
  /** The entry `to` had been left behind by an earlier restore. */
  readonly forward?: true;
}

/** Before a reply of another model than the reply before it; models as the log names them. */
export interface SwitchRow extends RowBase {
  readonly type: 'switch';
  readonly from: string;
  readonly to: string;
}

export type Row = UserRow | AssistantRow | ToolRow | MarkerRow | AttemptRow | NoteRow | RestoreRow | SwitchRow;

/** What the model still has of a row. `silent` rows (markers, notes) are never sent; `left` ones were left behind by a restore. */
export type RowFate = 'kept' | Fate | 'left' | 'silent';

/**
 * The state of `count` rows in a row: their fate, and whether they lie above a boundary: a restore, or the newest live compaction with
 * the turn before it, which a person may be reading when it is compacted.
 */
export interface StatusRun {
  readonly count: number;
  readonly fate: RowFate;
  readonly above: boolean;
}
