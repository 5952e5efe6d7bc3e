/** The types of an import: its source, its events and its failures. */
import type { Entry } from '../thread/entry.ts';
import { FORMAT_TABLE } from './formats.ts';

export type FormatId = (typeof FORMAT_TABLE)[number]['id'];
export const FORMATS: readonly FormatId[] = FORMAT_TABLE.map((format) => format.id);

/** A file to import. `chunks` gives its text in order, from the start, at each call. */
export interface ImportSource {
  /** As a person would name it; used in errors. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly chunks: () => AsyncIterable<string>;
}

/** A file that can't be imported at all: nothing of it is used. `line` counts from 1. */
export interface ImportFailure {
  readonly reason:
    | 'empty'
    | 'binary'
    | 'not-json'
    | 'truncated'
    | 'unknown-format'
    | 'too-large'
    | 'no-messages'
    | 'no-such-thread';
  readonly file: string;
  readonly line?: number;
  /** What is wrong with it and what to do, without the file's name: made of the sentences of `lang/own-sentences.ts`. */
  readonly what: string;
  /** One English sentence that names the file, the line where there is one, and what to do. */
  readonly message: string;
}

/** What an import yields, in the file's order; after `failed` nothing follows. */
export type ImportEvent =
  | { readonly type: 'format'; readonly format: FormatId }
  /** Right after `format`, when the file holds several threads: how many, and the number of the one that is imported. */
  | { readonly type: 'threads'; readonly count: number; readonly thread: number }
  | { readonly type: 'entry'; readonly entry: Entry }
  /** An entry of the thread of a sub-agent, which the entries of the thread itself name by this id: small letters, digits, hyphens. */
  | { readonly type: 'agent-entry'; readonly thread: string; readonly entry: Entry }
  /** A line (a message, in a document) that was left out or read in part, and why; not fatal. */
  | { readonly type: 'odd'; readonly line: number; readonly detail: string }
  /** At the end: lines that belong to no thread (progress, sub-agents, bookkeeping), and which. */
  | { readonly type: 'left-out'; readonly lines: number; readonly detail: string }
  | { readonly type: 'failed'; readonly failure: ImportFailure };

export interface ImportOptions {
  /** Detected by content when absent. */
  readonly format?: FormatId;
  /** Which thread of a file that holds several, from 1; the longest is the first, and is read when this is absent. */
  readonly thread?: number;
  /** Milliseconds since 1970: the time of entries that carry none. */
  readonly at: number;
}
