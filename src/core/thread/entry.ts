/** The entry types of a thread's append-only log. */
import type { Block, Message, TokenUsage } from '../message/message.ts';
import type { CompactionAttempt } from './compaction-attempt.ts';
import type { Edit } from './edit.ts';
import type { EntryId } from './entry-id.ts';
import type { INSTRUCTION_PLACES, InstructionFile } from './instructions.ts';
import type { ToolsEntry } from './offered-tools.ts';
import type { CompactionMethod, StepReport, Strategy } from './strategy.ts';
import type { SubAgent } from './sub-agent.ts';

/** Who made a message. A user-role message is `typed` by a person, carries `tools` results, or was put there by the `program`. */
export type Origin = 'typed' | 'tools' | 'program' | 'model';

/** `at`: milliseconds since 1970. */
interface EntryBase {
  readonly id: EntryId;
  readonly at: number;
}

/** One message. Its role follows from its origin (`roleOf`). One that carries results holds nothing else: what a person typed is an entry of its own. */
export interface MessageEntry extends EntryBase {
  readonly type: 'message';
  readonly origin: Origin;
  readonly blocks: readonly Block[];
  /** The model that wrote it. */
  readonly model?: string;
  /** As the provider reported it for the call that made this message. */
  readonly usage?: TokenUsage;
  /** `imported`: recorded by another agent with its own system prompt and tools, so its usage is no measure of our next request. */
  readonly source?: 'imported';
  /** The queued entry that this message sends (R29). */
  readonly queued?: EntryId;
  /** Why a model's message is not whole: the person stopped it, the window was closed, the call failed, or it reached its output limit. */
  readonly cut?: (typeof CUTS)[number];
}

export const CUTS = ['stopped', 'failed', 'length', 'closed'] as const;

/** A compaction: every edit that it makes, in one batch. */
export interface CompactionEntry extends EntryBase {
  readonly type: 'compaction';
  /** `recorded`: another agent did it; it was in the imported file. */
  readonly trigger: 'manual' | 'auto' | 'model' | 'recorded';
  readonly strategy: CompactionMethod;
  /** The strategy that the settings asked for and why it was not used, when it was not. */
  readonly fellFrom?: { readonly strategy: Strategy; readonly reason: string; readonly detail?: string };
  /** The model that wrote the summary, and what its calls used. */
  readonly model?: string;
  readonly usage?: TokenUsage;
  /** What that model was asked to write, with the person's prompt and directives; a long one is cut. */
  readonly prompt?: string;
  /** What a person asked of the summary, where no model wrote one, so that nothing followed it; a long text is cut. */
  readonly unusedInstructions?: string;
  /** Milliseconds; absent where no model was asked. */
  readonly took?: number;
  /** The measure before and after, and of that the messages that no step changed; absent when another agent's file doesn't say. */
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly tokensKept?: number;
  /** True when `tokensBefore` was reported, with at most 1 % of it estimated; what it is after a compaction is always an estimate. */
  readonly measured?: boolean;
  readonly target?: number;
  readonly reason?: 'fixed-part';
  readonly steps: readonly StepReport[];
  readonly edits: readonly Edit[];
}

/** A compaction that was begun and changed nothing. It is shown, and never sent. */
export interface CompactionAttemptEntry extends EntryBase, CompactionAttempt {
  readonly type: 'compaction_attempt';
}

/** Takes one compaction's edits out of the projection; they stay in the log. */
export interface UndoEntry extends EntryBase {
  readonly type: 'undo';
  readonly compaction: EntryId;
}

/** Puts an undone compaction's edits back. */
export interface RedoEntry extends Omit<UndoEntry, 'type'> {
  readonly type: 'redo';
}

/** A person rewrote what one edit of a compaction says, or put the old text back; a boundary. */
export interface SummaryEditEntry extends EntryBase {
  readonly type: 'summary_edit';
  readonly compaction: EntryId;
  /** Index in the compaction's edits. */
  readonly edit: number;
  readonly replacement: readonly Message[];
}

/**
 * The thread goes on from right after the entry `to`; what came since stays in the log and can be restored to as well.
 * A boundary. The parent of an entry is the one before it, that of a restore is `to`.
 */
export interface RestoreEntry extends EntryBase {
  readonly type: 'restore';
  readonly to: EntryId;
}

/** A person asks that a message stays word for word, or no longer. No boundary: the next compaction follows it. */
export interface PinEntry extends EntryBase {
  readonly type: 'pin';
  readonly message: EntryId;
  readonly pinned: boolean;
}

/** What a person typed while the agent ran: to be sent when it is done (R29). */
export interface QueuedEntry extends EntryBase {
  readonly type: 'queued';
  readonly blocks: readonly Block[];
  /** The queued entry that was edited or moved: this one replaces it. It is not queued where that one was sent or removed. */
  readonly replaces?: EntryId;
  /** A queued entry that is swapped with this one. */
  readonly swapsWith?: EntryId;
}

/** A person took back what was queued. */
export interface UnqueuedEntry extends EntryBase {
  readonly type: 'unqueued';
  readonly queued: EntryId;
}

/** From here on the thread's requests go to this model; a boundary. */
export interface ModelEntry extends EntryBase {
  readonly type: 'model';
  readonly model: string;
}

/** Something that a person should know about the thread and that no message says, such as a line that could not be imported. */
export interface NoteEntry extends EntryBase {
  readonly type: 'note';
  readonly text: string;
}

export interface TitleEntry extends EntryBase {
  readonly type: 'title';
  readonly title: string;
}

/**
 * A person was asked whether a call may act, or answered. A call that waits for the answer has done nothing yet, so it can be
 * asked for again after a restart.
 */
export interface PermissionEntry extends EntryBase {
  readonly type: 'permission';
  /** The id of the call. */
  readonly call: string;
  readonly state: (typeof PERMISSION_STATES)[number];
}

export const PERMISSION_STATES = ['asked', 'allowed', 'denied'] as const;

/** The content of a file of the workspace. */
export interface FileVersion {
  /** SHA-256 of its bytes, in hexadecimal; the name of its copy in the thread's folder, where one was taken. */
  readonly hash: string;
  /** Its permission bits (0o777), where the system has them. */
  readonly mode?: number;
  /** Why no copy was taken. */
  readonly uncopied?: (typeof UNCOPIED)[number];
}

/** `too-large`: this file is over the limit · `full`: the thread's copies have reached theirs. */
export const UNCOPIED = ['too-large', 'full'] as const;

/**
 * The agent, or a restore, changes a file of the workspace; written before the file is. These entries tell what happened on
 * the disk, in the order of the log whichever way its path goes: a restore of the thread leaves files as they are.
 */
export interface FileEntry extends EntryBase {
  readonly type: 'file';
  /** With `/`: from `folder`, or an absolute real path. */
  readonly path: string;
  /** Absolute real path of the workspace folder that the file is in; absent outside of every folder, and in older logs. */
  readonly folder?: string;
  /** The id of the tool call that changes it; absent in a restore, and in older logs. */
  readonly call?: string;
  /** null: there was no file. */
  readonly before: FileVersion | null;
  /** null: the file goes. Absent while it is unknown, and then for good where the process was killed in the middle. */
  readonly after?: FileVersion | null;
  /** Made with this computer's key over the thread's id and the change: the entry of a copied log has no right one. */
  readonly seal: string;
}

/** Begins or ends a restore of files; the `file` entries in between are its own. To the files as they were at entry `to`. */
export interface FileRestoreEntry extends EntryBase {
  readonly type: 'file_restore';
  readonly to: EntryId;
  readonly state: (typeof FILE_RESTORE_STATES)[number];
  /** The thread is restored too, by the entry after the end. */
  readonly thread?: true;
}

export const FILE_RESTORE_STATES = ['begun', 'ended'] as const;

/** Files that changed while a command of the agent ran. No copy of them was taken. */
export interface CommandFilesEntry extends EntryBase {
  readonly type: 'command_files';
  /** Absolute paths, with `/`. */
  readonly paths: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

/** A call began a sub-agent, whose log is in this thread's folder, or it ended. One without an end runs, or its window was killed. */
export interface SubAgentEntry extends EntryBase, SubAgent {
  readonly type: 'sub_agent';
}

/** The workspace's instruction files, as the model knows them from here on. */
export interface InstructionsEntry extends EntryBase {
  readonly type: 'instructions';
  readonly place: (typeof INSTRUCTION_PLACES)[number];
  readonly files: readonly InstructionFile[];
}

export type Entry =
  | MessageEntry
  | CompactionEntry
  | CompactionAttemptEntry
  | UndoEntry
  | RedoEntry
  | SummaryEditEntry
  | RestoreEntry
  | PinEntry
  | QueuedEntry
  | UnqueuedEntry
  | ModelEntry
  | NoteEntry
  | PermissionEntry
  | FileEntry
  | FileRestoreEntry
  | CommandFilesEntry
  | SubAgentEntry
  | InstructionsEntry
  | ToolsEntry
  | TitleEntry;

export function roleOf(origin: Origin): 'user' | 'assistant' {
  return origin === 'model' ? 'assistant' : 'user';
}

/** An entry before the log gives it an id. */
export type Draft<E extends Entry = Entry> = E extends Entry ? Omit<E, 'id'> : never;

/** An entry before it has an id and a time. */
export type Planned<E extends Entry = Entry> = E extends Entry ? Omit<E, 'id' | 'at'> : never;
