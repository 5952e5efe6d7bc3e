/** What the model last saw of each file in one thread, so that it never overwrites a change by anyone else that it has not seen. */
import type { EntryId } from '../thread/entry-id.ts';
import { isOn } from '../thread/path.ts';
import type { Thread } from '../thread/thread.ts';
import { withPlainEnds } from './edits/line-ends.ts';

export interface SeenFile {
  readonly version: string;
  /** With `\n` alone. */
  readonly text: string;
  /** Lines that were shown whole, from 1, both ends included, in no order; or all of it. */
  readonly lines: 'all' | readonly (readonly [from: number, to: number])[];
}

/** A change that the model made, as it was written. */
export interface ModelChange {
  /** What the file holds after, and what was to be written. */
  readonly written: Pick<SeenFile, 'version' | 'text'>;
  readonly text: string;
  /** False when a person refused parts of what the model wanted. */
  readonly isWhole: boolean;
  /** The version before; undefined: a new file. */
  readonly from: string | undefined;
  /** `PlannedText.believed`. */
  readonly believed: string | undefined;
  /** The model gave the whole text. */
  readonly isRewrite?: true;
}

/** UTF-16 units of all texts together; the oldest are forgotten beyond. */
const MOST_TEXT = 32_000_000;

/**
 * One for each thread, in memory: after a restart nothing counts as seen, so a rewrite of a file asks the model to read it first,
 * and an edit is matched by its exact text alone. What was seen in entries that a restore left out does not count.
 */
export class SeenFiles {
  readonly #files = new Map<string, SeenFile & { readonly at: EntryId | undefined }>();
  #size = 0;

  /** `path` is a real path. */
  get(path: string, thread: Pick<Thread, 'path'>): SeenFile | undefined {
    const file = this.#files.get(path);
    return file && (file.at === undefined || isOn(thread.path, file.at)) ? file : undefined;
  }

  /** Adds the lines to those that were shown of the same version. */
  add(path: string, file: SeenFile, thread: Pick<Thread, 'path' | 'entries'>): void {
    const before = this.get(path, thread);
    const isSame = before?.version === file.version;
    const lines =
      !isSame || file.lines === 'all' ? file.lines : before.lines === 'all' ? 'all' : [...before.lines, ...file.lines];
    this.#set(path, { ...file, lines }, thread);
  }

  #set(path: string, file: SeenFile, thread: Pick<Thread, 'entries'>): void {
    this.forget(path);
    this.#files.set(path, { ...file, at: thread.entries.at(-1)?.id });
    this.#size += file.text.length;
    for (const oldest of this.#files.keys()) {
      if (this.#size <= MOST_TEXT || this.#files.size === 1) break;
      this.forget(oldest);
    }
  }

  /** After a change by the model itself: what it takes the file to hold counts as seen, and nothing that others put there. */
  changed(path: string, change: ModelChange, thread: Pick<Thread, 'path' | 'entries'>): void {
    const { written, text, isWhole, from, believed } = change;
    const before = this.get(path, thread);
    const knewAll = from === undefined || (before?.version === from && before.lines === 'all');
    const lines = knewAll || change.isRewrite ? 'all' : [];
    // A version that no file has: what the file holds is to be merged with what the model believes.
    if (believed !== undefined && isWhole) this.#set(path, { version: '', text: believed, lines }, thread);
    else if (believed === undefined && (from === undefined || before?.version === from))
      this.#set(
        path,
        { version: written.text === text ? written.version : '', text: withPlainEnds(text), lines },
        thread,
      );
    else this.forget(path);
  }

  moved(from: string, to: string): void {
    const file = this.#files.get(from);
    this.forget(from);
    this.forget(to);
    if (!file) return;
    this.#files.set(to, file);
    this.#size += file.text.length;
  }

  forget(path: string): void {
    this.#size -= this.#files.get(path)?.text.length ?? 0;
    this.#files.delete(path);
  }
}

/** The first line from 1 to `count` that was not shown whole. */
export function firstUnseenLine({ lines }: SeenFile, count: number): number | undefined {
  if (lines === 'all') return undefined;
  let next = 1;
  for (const [from, to] of lines.toSorted((a, b) => a[0] - b[0])) {
    if (from > next) break;
    next = Math.max(next, to + 1);
  }
  return next <= count ? next : undefined;
}
