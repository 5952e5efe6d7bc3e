/** The interface of an import format: how it recognizes a file and reads its records. */
import type { Json } from '../../lang/json.ts';
import type { Message } from '../../message/message.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import type { SubAgent } from '../../thread/sub-agent.ts';

export type ImportedMessage = Omit<MessageEntry, 'id'> & { readonly source: 'imported' };

/** Kinds of lines that a file holds beside its thread. */
export type LeftOut =
  | 'sub-agent'
  | 'progress'
  | 'bookkeeping'
  | 'repeated'
  | 'other branch'
  | 'other thread'
  | 'retried request';

/** What a format finds in a file, in the thread's order; numbering makes entries of it. */
export type Part =
  /** `key`: the name under which a recorded compaction may say that it kept or replaced the message. */
  | { readonly type: 'message'; readonly message: ImportedMessage; readonly key?: string }
  | { readonly type: 'note'; readonly at: number; readonly text: string }
  /** The other agent compacted: all before this, or what `replaced` names, was replaced by these messages. */
  | {
      readonly type: 'compacted';
      readonly at: number;
      /** `truncate` where what stands for the messages says only that they are gone; `summarize` when absent. */
      readonly strategy?: 'summarize' | 'truncate';
      /** The name under which a later compaction may say that it replaced this one. */
      readonly key?: string;
      /** Keys of the messages and compactions that were replaced, where the file says which. */
      readonly replaced?: ReadonlySet<string>;
      readonly replacement: readonly Message[];
      /** The key of the first message that stayed as it was; absent when none did. */
      readonly keptFrom?: string;
      readonly tokensBefore?: number;
      readonly tokensAfter?: number;
    }
  /** A title of the file's own; of several the highest rank wins, then the last. */
  | { readonly type: 'title'; readonly title: string; readonly rank: number }
  /** A call began a sub-agent, or it ended. */
  | { readonly type: 'sub-agent'; readonly at: number; readonly agent: SubAgent }
  /** A part of the thread of a sub-agent, by the id of that thread. */
  | { readonly type: 'of-sub-agent'; readonly thread: string; readonly part: Part }
  | { readonly type: 'left-out'; readonly kind: LeftOut }
  | { readonly type: 'odd'; readonly line: number; readonly detail: string };

/** Reads a file's lines one by one; what it has to hold back comes with a later line or at the end. */
export interface LineReader {
  /** `record` counts from 1: a damaged line may hold several. */
  readonly read: (value: Json, line: number, record: number) => readonly Part[];
  readonly end: () => readonly Part[];
}

interface FormatBase<Id extends string> {
  readonly id: Id;
  /** As a person knows it. */
  readonly label: string;
}

/** One JSON value a line. */
export interface LineFormat<Id extends string = string> extends FormatBase<Id> {
  readonly shape: 'lines';
  /** True when a file that holds this line is surely of this format. */
  readonly matches: (line: Json) => boolean;
  /** `at`: the time of records that carry none. */
  readonly open: (at: number) => LineReader;
}

/** One JSON value a line, of which all must be known before the thread can be read: the file is read twice. */
export interface SurveyedFormat<Id extends string = string> extends FormatBase<Id> {
  readonly shape: 'surveyed';
  /** True when a file that holds this line is surely of this format. */
  readonly matches: (line: Json) => boolean;
  readonly survey: () => Survey;
}

/** The first reading of a file; holds no more than what it takes to find the threads again. */
export interface Survey {
  /** `record` is the number that the reader is given too. */
  readonly read: (value: Json, record: number) => void;
  /** When all lines have been read: a reader for each thread, the one that a person most likely wants first. */
  readonly threads: () => readonly ((at: number) => LineReader)[];
}

/** One JSON value a file. */
export interface DocumentFormat<Id extends string = string> extends FormatBase<Id> {
  readonly shape: 'document';
  readonly matches: (document: Json) => boolean;
  /** An odd part's line is the message's number, from 1. */
  readonly read: (document: Json, at: number) => readonly Part[];
}
