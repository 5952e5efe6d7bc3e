/** The interfaces to the files of a workspace and to what an editor knows of them; each is implemented by the shell and by tests. */
import type { Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import type { DocumentBlock, ImageBlock } from '../message/message.ts';
import type { CheckedPath } from '../permission/request.ts';
import type { FileVersion } from '../thread/entry.ts';

/** Why something could not be done with a file; nothing was changed then. */
export type FileProblem =
  | { readonly type: 'missing' }
  | { readonly type: 'exists' }
  | { readonly type: 'folder' }
  /** A part of the path is a file. */
  | { readonly type: 'no-folder' }
  /** A device, a FIFO, a socket. */
  | { readonly type: 'no-file' }
  | { readonly type: 'not-text' }
  | { readonly type: 'no-permission' }
  | { readonly type: 'read-only' }
  | { readonly type: 'too-large'; readonly size: number; readonly most: number }
  /** The path leads through a link that was not there when it was checked. */
  | { readonly type: 'link' }
  /** The file is another one than `expected`. */
  | { readonly type: 'outdated' }
  /** Its bytes would not all come back if its text were written again. */
  | { readonly type: 'lossy'; readonly encoding: string }
  /** The new text has a character that the file's encoding lacks. */
  | { readonly type: 'unencodable'; readonly encoding: string }
  | { readonly type: 'unsaved' }
  | { readonly type: 'notebook' }
  /** Not on a disk that the extension can reach, or the folder was closed. */
  | { readonly type: 'unreachable' }
  | { readonly type: 'disk-full' }
  /** No copy of the old content could be kept for a restore, or the log not be written; `reason` is the system's code. */
  | { readonly type: 'not-recorded'; readonly reason: string }
  /** The copy that a restore needs is missing, or its bytes are others. */
  | { readonly type: 'no-copy' }
  /** No copy is kept of so large a file, or of more files in the thread. */
  | { readonly type: 'uncopied'; readonly why: NonNullable<FileVersion['uncopied']> }
  /** The bytes on disk after the write are not those that were written, or the editor did not save. `reason` is for people. */
  | { readonly type: 'not-written'; readonly reason: string }
  | { readonly type: 'other'; readonly reason: string };

/** `version` is another one whenever the content is. */
export type FileContent =
  | TextContent
  | {
      readonly type: 'media';
      readonly version: string;
      readonly size: number;
      readonly block: ImageBlock | DocumentBlock;
    }
  | { readonly type: 'binary'; readonly version: string; readonly size: number };

export interface TextContent {
  readonly type: 'text';
  readonly version: string;
  /** As a person sees it: unsaved text of an open editor, with the line ends of the file, without a byte order mark. */
  readonly text: string;
  readonly encoding: string;
  readonly isDirty: boolean;
  /** Why it can't be written. */
  readonly obstacle?: FileProblem;
}

export interface FileChange {
  /** The version that it replaces; undefined: there must be no file. */
  readonly expected: string | undefined;
  /** With its line ends, without a byte order mark: encoding and mark stay those of the file. */
  readonly text: string;
  /** The id of the tool call, for the record of the change. */
  readonly call?: string;
}

export interface ListedEntry {
  readonly name: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
}

export interface Listing {
  readonly entries: readonly ListedEntry[];
  /** Names that ignore files leave out. */
  readonly ignored: readonly string[];
}

export interface FoundFiles {
  /** As the model may give them, sorted. */
  readonly paths: readonly string[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** No method rejects. Paths must come from `check`, and are looked at again by each method. */
export interface Files {
  /** The names of the workspace folders; with several, paths begin with one of them. */
  folders(): readonly string[];
  check(path: string): Promise<CheckedPath>;
  read(path: CheckedPath): Promise<Result<FileContent, FileProblem>>;
  /** Makes missing folders. The value is what the file holds after: a formatter may have changed it. */
  write(path: CheckedPath, change: FileChange): Promise<Result<TextContent, FileProblem>>;
  /** `expected` is the version of the file at `from`; `call` as in `FileChange`. Never overwrites. */
  move(from: CheckedPath, to: CheckedPath, expected: string, call?: string): Promise<Result<undefined, FileProblem>>;
  /** Into the trash where there is one: the value says so. */
  remove(path: CheckedPath, expected: string, call?: string): Promise<Result<'trash' | 'gone', FileProblem>>;
  list(path: CheckedPath): Promise<Result<Listing, FileProblem>>;
  /** Files below the folder that a glob matches, ignored ones left out. */
  find(folder: CheckedPath, pattern: string, limit: number, signal: Signal): Promise<Result<FoundFiles, FileProblem>>;
}

export interface TextQuery {
  readonly pattern: string;
  readonly isRegex: boolean;
  readonly ignoreCase: boolean;
  /** A folder or a file. */
  readonly path: CheckedPath;
  /** A glob of the files to search. */
  readonly include?: string;
  /** Matching lines at most. */
  readonly limit: number;
}

export interface TextMatch {
  /** As the model may give it. */
  readonly path: string;
  readonly line: number;
  /** Of the first match in the line, from 1. */
  readonly column: number;
  /** The line, or the part of a long one around the match. */
  readonly text: string;
}

export interface TextMatches {
  /** Those of a file together, in the order of its lines. */
  readonly matches: readonly TextMatch[];
  /** Why it ended before it had seen all. */
  readonly ended?: 'limit' | 'time';
  /** Files that hold secrets are never read. */
  readonly secretFiles: number;
}

export interface TextSearch {
  /** Ignored and binary files are left out. */
  search(query: TextQuery, signal: Signal): Promise<Result<TextMatches, SearchProblem>>;
}

export type SearchProblem = FileProblem | { readonly type: 'pattern'; readonly reason: string };

export interface OutlineSymbol {
  readonly name: string;
  /** `class`, `function`, … */
  readonly kind: string;
  /** From 1, both included. */
  readonly from: number;
  readonly to: number;
  readonly children: readonly OutlineSymbol[];
}

export interface Symbols {
  /** Undefined: no extension knows the outline of such files. */
  outline(path: CheckedPath): Promise<Result<readonly OutlineSymbol[] | undefined, FileProblem>>;
}

export interface FileDiagnostic {
  /** As the model may give it. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  /** Such as `ts(2304)`. */
  readonly source?: string;
}

export interface Diagnostics {
  /** Of the file, or of all files below the folder. */
  list(path: CheckedPath): Promise<readonly FileDiagnostic[]>;
}
