/** Searches the messages of threads for a text: by the index of each thread, then in the logs of those that may hold it. */
import { clip, oneLine } from '../../core/lang/clip.ts';
import { foldCase } from '../../core/lang/fold-case.ts';
import { readLines } from '../../core/lang/lines.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { Disk } from './disk.ts';
import { chunksOf } from './read-log.ts';
import { LONGEST_SEARCHED, searchedMessage } from './searched-message.ts';
import { mayHoldText } from './text-index.ts';
import { logFile, threadFolder } from './thread-folder.ts';

export interface FoundText {
  readonly id: string;
  /** The message that holds the text first. */
  readonly entry: EntryId;
  /** The words around the text, on one line. */
  readonly excerpt: string;
}

/** Bytes of logs that may hold the text which one search reads at most. */
const MOST_READ = 512 << 20;
/** Indexes that are read, or made, beside each other. */
const AT_ONCE = 16;
/** UTF-16 units of an excerpt, before the text and in all. */
const BEFORE = 30;
const EXCERPT = 120;

/**
 * The first message of each thread that a person or a model wrote with `query` in it, whatever its case, in the order of
 * `threads`. Ends early once `signal` is aborted or half a gigabyte was read. A log that can't be read is left out.
 */
export async function* findTexts(
  disk: Disk,
  root: string,
  threads: readonly { readonly id: string; readonly bytes: number }[],
  query: string,
  signal: AbortSignal,
): AsyncGenerator<FoundText> {
  const wanted = foldCase(query);
  let read = 0;
  for (let from = 0; from < threads.length; from += AT_ONCE) {
    const some = threads.slice(from, from + AT_ONCE);
    const may = await Promise.all(
      some.map(({ id }) => mayHoldText(disk, threadFolder(root, id), wanted, signal).catch(() => false)),
    );
    for (const [at, { id, bytes }] of some.entries()) {
      if (signal.aborted || read > MOST_READ) return;
      if (!may[at]) continue;
      read += bytes;
      const found = await findInLog(logFile(threadFolder(root, id)), wanted, signal).catch(() => undefined);
      if (found && !signal.aborted) yield { id, ...found };
    }
  }
}

type Found = Omit<FoundText, 'id'>;

async function findInLog(file: string, wanted: string, signal: AbortSignal): Promise<Found | undefined> {
  const escaped = JSON.stringify(wanted).slice(1, -1);
  for await (const { text } of readLines(chunksOf(file), LONGEST_SEARCHED)) {
    if (signal.aborted) return undefined;
    // The text of JSON has letters before others, as in `\\n`: whether it may hold the words is all that it tells.
    if (!foldCase(text).includes(escaped)) continue;
    const found = foundIn(text, wanted);
    if (found) return found;
  }
  return undefined;
}

function foundIn(line: string, wanted: string): Found | undefined {
  const searched = searchedMessage(line);
  for (const text of searched?.texts ?? []) {
    const at = foldCase(text).indexOf(wanted);
    if (!searched || at < 0) continue;
    const from = Math.max(0, at - BEFORE);
    const start = from === 0 ? 0 : clip(text, from).text.length;
    const excerpt = (start > 0 ? '…' : '') + oneLine(text.slice(start, start + 4 * EXCERPT), EXCERPT);
    return { entry: searched.entry, excerpt };
  }
  return undefined;
}
