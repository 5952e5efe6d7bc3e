/** The interface to the other threads of a workspace, as the model may search and read them; implemented by the shell and by tests. */
import type { Signal } from '../../lang/signal.ts';
import type { Entry } from '../../thread/entry.ts';
import type { EntryId } from '../../thread/entry-id.ts';

export interface ArchivedThread {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since 1970: of its last change. */
  readonly updatedAt: number;
}

export interface ArchiveMatch extends ArchivedThread {
  /** The message in which the words stand closest. */
  readonly entry: EntryId;
  /** The words with what is around them, on one line. */
  readonly excerpt: string;
}

/** Threads of other workspaces are never in it. No method rejects. */
export interface ThreadArchive {
  /** At most `most`, the newest thread first; `except` is the thread that asks. */
  find(query: string, except: string, most: number, signal: Signal): Promise<readonly ArchiveMatch[]>;
  /** Undefined where the workspace has no such thread, or its log can't be read. */
  read(id: string): Promise<{ readonly thread: ArchivedThread; readonly entries: readonly Entry[] } | undefined>;
}
