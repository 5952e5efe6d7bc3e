/** Every message between the panel and the extension host: its method name and the schema of its parameters. */
import * as v from 'valibot';
import { MODES } from '../permission/request.ts';
import type { FoundRows } from '../view/find-rows.ts';
import { ROW_KINDS } from '../view/row.ts';
import type { ExpandedPrompt } from '../workspace/prompts/expand-prompt.ts';
import { type Attaching, AttachWish, type DraftAttachmentsView, MOST_TEXT } from './draft-attachment.ts';
import type { LiveAgents } from './live-agent.ts';
import type { LiveCommands } from './live-command.ts';
import type { Mentions } from './mention.ts';
import { type Delta, NOTICE_ACTIONS, type ReplyPieces, type RowsPage, type Snapshot } from './panel-state.ts';
import type { PromptView } from './prompt.ts';

const noParams = v.object({});
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const compactionParams = v.object({ compaction: v.number() });
const entryParams = v.object({ entry: v.number() });
const attachmentParams = v.object({ id: v.number() });
const codeParams = v.object({ text: v.string() });
/** The placeholders of a prompt in a draft, in UTF-16 units. */
export const PlaceholderSpans = v.array(v.object({ start: index, end: index }));
const draftText = {
  thread: v.pipe(v.string(), v.maxLength(200)),
  text: v.pipe(v.string(), v.maxLength(MOST_TEXT)),
  places: v.optional(PlaceholderSpans),
};

/** Commands of the extension that the panel has a button for; the host maps each to its VS Code command. */
const PANEL_COMMANDS = [
  'newThread',
  'openThread',
  'importThread',
  'compactThread',
  'openSettings',
  'openThreadAsText',
  'takeOverThread',
  'selectModel',
  'connectModel',
  'setApiKey',
  'setContextWindow',
  'setMode',
  'selectTools',
  'previewCompaction',
  'showRequestLog',
  'undoRestore',
  'addSelection',
] as const;
export type PanelCommand = (typeof PANEL_COMMANDS)[number];

const PREVIEW_ANSWERS = ['compact', 'without', 'dismiss'] as const;
export type PreviewAnswer = (typeof PREVIEW_ANSWERS)[number];

const QUESTION_ANSWERS = ['once', 'thread', 'always', 'deny'] as const;

const TEXT_PARTS = ['body', 'input', 'result', 'summary', 'edit', 'prompt'] as const;
/** A text of a row that may be clipped: a message's body, a tool call's input or result, a compaction's summary, one that a person edits, and the prompt of the model that wrote it. */
export type TextPart = (typeof TEXT_PARTS)[number];

/** From the panel to the host, without an answer. */
export const PANEL_NOTIFICATIONS = {
  /** The panel has started, or it missed a message: the host answers by a snapshot. */
  ready: noParams,
  /** The keyboard focus entered the panel, or left it. */
  focused: v.object({ isFocused: v.boolean() }),
  /** The draft of a thread as it is now. `saved`: as it was when the panel was closed. */
  draft: v.object({ ...draftText, saved: v.optional(v.boolean()) }),
  runCommand: v.object({ command: v.picklist(PANEL_COMMANDS) }),
  /** Stops the running turn, compaction or wait for a retry. */
  stop: noParams,
  noticeAction: v.object({ action: v.picklist(NOTICE_ACTIONS) }),
  dismissNotice: noParams,
  /** Answers the compaction preview. `without`: the turn that asked continues without a compaction. */
  answerPreview: v.object({ answer: v.picklist(PREVIEW_ANSWERS), instructions: v.optional(v.string()) }),
  /**
   * Answers a question. `thread` and `always` name one of its offers; `hunks` are the accepted ones where they are fewer than
   * all; `reason` goes with `deny`, and the model reads it.
   */
  answerQuestion: v.object({
    id: v.number(),
    answer: v.picklist(QUESTION_ANSWERS),
    offer: v.optional(v.number()),
    hunks: v.optional(v.array(v.number())),
    reason: v.optional(v.string()),
  }),
  /** Opens the diff of a change that a question is about, by its index. */
  reviewQuestion: v.object({ id: v.number(), change: v.number() }),
  setMode: v.object({ mode: v.picklist(MODES) }),
  /** A queued message is swapped with the one before it or after it. */
  moveQueued: v.object({ queued: v.number(), by: v.picklist([-1, 1]) }),
  /** Sends the queued messages, which a stopped turn left. */
  sendQueued: noParams,
  /** Undoes a compaction and compacts again with these instructions. */
  compactAgain: v.object({ compaction: v.number(), instructions: v.string() }),
  /** Compacts again as the attempt `attempt` tried to, or by a strategy that needs no model. */
  retryCompaction: v.object({ attempt: v.number(), withoutModel: v.boolean() }),
  /** Puts the summaries back that the compaction was written with. */
  restoreSummary: compactionParams,
  undoCompaction: compactionParams,
  redoCompaction: compactionParams,
  /** Opens the summary as a Markdown document. */
  openSummary: compactionParams,
  /** Opens the diff of the context before and after a compaction. */
  compareContexts: compactionParams,
  /** Opens a row's full content as a document. */
  openRow: v.object({ key: v.string() }),
  /** Compares the files that a tool call changed, before and after, by the key of its row. */
  openDiff: v.object({ key: v.string() }),
  /** Opens the thread of the sub-agent that a call began as a document, by the key of its row. */
  openAgent: v.object({ key: v.string() }),
  /** Shows the terminal of a command, by the command's id. */
  showTerminal: v.object({ id: v.string() }),
  /** `line` counts from 1. */
  openFile: v.object({ path: v.string(), line: v.optional(v.number()) }),
  copyText: v.object({ text: v.string() }),
  /** Keeps a message word for word through compactions, or no longer. */
  pin: v.object({ entry: v.number(), pinned: v.boolean() }),
  /** Previews a compaction of what is before a typed message, or up to the end of a reply's round. */
  compactUpTo: entryParams,
  /** Restores the thread, its files or both to right after a message. */
  restoreTo: entryParams,
  /** Restores the thread to the newest typed message, and sends it again. */
  retryReply: noParams,
  /** Sends the messages that were not answered. */
  sendAgain: noParams,
  /** Takes a message that was not answered out of the thread; those after it stay. */
  takeBack: entryParams,
  /** Puts code at the cursor of the editor that was used last, or replaces its selection with it. */
  insertCode: codeParams,
  /** Compares the file of that editor with what it becomes by the code, and offers to apply it. */
  compareCode: codeParams,
  removeAttachment: attachmentParams,
  /** Opens the file of an attachment at its lines, or its text. */
  openAttachment: attachmentParams,
  /** Replaces an attachment by what its file holds now. */
  attachAgain: attachmentParams,
  /** `language` as the code's fence names it. */
  newFile: v.object({ text: v.string(), language: v.string() }),
};

/** From the panel to the host, answered once. */
export const PANEL_REQUESTS = {
  /** Attaches something to the draft. */
  attach: AttachWish,
  /** What can be attached by the word after `@`. */
  findMentions: v.object({ text: v.pipe(v.string(), v.maxLength(200)) }),
  /** The prompts and skills of the workspace. */
  findPrompts: noParams,
  /** The estimated tokens of each text. */
  countTokens: v.object({ texts: v.array(v.string()) }),
  /** Sends the draft with what is attached to it, or queues it while a turn runs. */
  send: v.object({ text: v.string() }),
  /** Removes a queued message. */
  unqueue: v.object({ queued: v.number() }),
  /** Replaces the text of a queued message, which keeps its position. */
  editQueued: v.object({ queued: v.number(), text: v.string() }),
  /** Restores the thread to before a typed message, so that it can be written anew. */
  editMessage: entryParams,
  /** Gives the summary in an edit of a compaction this text; without `edit`, the longest. */
  editSummary: v.object({ compaction: v.number(), text: v.string(), edit: v.optional(index) }),
  /** The rows from index `from` up to, not including, `to`. */
  loadRows: v.object({ from: v.number(), to: v.number() }),
  /** The rows from index `from` on that hold the text; a long thread is searched by several requests. */
  findRows: v.object({ text: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)), from: index }),
  /** The next row of a kind after index `from`, or before it. */
  nextRow: v.object({ kind: v.picklist(ROW_KINDS), from: index, back: v.boolean() }),
  /** The whole text of a clipped part of a row. */
  loadText: v.object({ key: v.string(), part: v.picklist(TEXT_PARTS) }),
};

/** What the host answers to each request. */
export interface PanelAnswers {
  readonly attach: Attaching;
  readonly findMentions: Mentions;
  readonly findPrompts: readonly PromptView[];
  readonly countTokens: readonly number[];
  /**
   * Answered once the message is in the log. When it is not `taken`, `why` says the reason and the draft stays, or `draft`, the
   * prompt that it named, takes its place.
   */
  readonly send: { readonly taken: boolean; readonly why?: string; readonly draft?: ExpandedPrompt };
  /** The removed message's text; null when it was already sent. */
  readonly unqueue: { readonly text: string | null };
  /** False when the message was already sent. */
  readonly editQueued: boolean;
  /** The message's text for the draft; null when the thread was not restored. `why` says the reason, unless the person cancelled. */
  readonly editMessage: { readonly text: string | null; readonly why?: string };
  /** `why` says the reason where it is not saved. */
  readonly editSummary: { readonly saved: boolean; readonly why?: string };
  readonly loadRows: RowsPage;
  readonly findRows: FoundRows;
  /** null when no row of the kind follows. */
  readonly nextRow: { readonly index: number | null };
  readonly loadText: string;
}

/** `summary`: the field in which the newest summary is edited. */
const FOCUS_TARGETS = ['thread', 'context', 'composer', 'question', 'find', 'summary'] as const;
export type FocusTarget = (typeof FOCUS_TARGETS)[number];

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** From the host to the panel, without an answer. The panel checks only that these large values are objects. */
export const HOST_NOTIFICATIONS = {
  snapshot: v.custom<Snapshot>(isObject),
  delta: v.custom<Delta>(isObject),
  replyPieces: v.custom<ReplyPieces>(isObject),
  attachments: v.custom<DraftAttachmentsView>(isObject),
  /** A draft that was edited in another panel of the window. */
  draft: v.object(draftText),
  /** They replace those that were sent before. */
  liveCommands: v.custom<LiveCommands>(isObject),
  /** They replace those that were sent before. */
  liveAgents: v.custom<LiveAgents>(isObject),
  /** Moves the keyboard focus to the thread, the context card, the composer, the question or the find bar. `text` is what that finds. */
  focus: v.object({ target: v.picklist(FOCUS_TARGETS), text: v.optional(v.string()) }),
};

/** The text of a thread's draft; `thread` is empty while none is open. */
export type DraftText = HostParams<'draft'>;

export type PanelNotification = keyof typeof PANEL_NOTIFICATIONS;
export type PanelRequest = keyof typeof PANEL_REQUESTS;
export type HostNotification = keyof typeof HOST_NOTIFICATIONS;

export type NotificationParams<M extends PanelNotification> = v.InferOutput<(typeof PANEL_NOTIFICATIONS)[M]>;
export type RequestParams<M extends PanelRequest> = v.InferOutput<(typeof PANEL_REQUESTS)[M]>;
export type HostParams<M extends HostNotification> = v.InferOutput<(typeof HOST_NOTIFICATIONS)[M]>;
