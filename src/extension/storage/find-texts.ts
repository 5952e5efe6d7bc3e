/** Searches the messages of threads for a text, log after log, without decoding the lines that can't hold it. */
import { clip, oneLine } from '../../core/lang/clip.ts';
import { readLines } from '../../core/lang/lines.ts';
import { decodeLine } from './log-line.ts';
import { chunksOf } from './read-log.ts';
import { logFile, threadFolder } from './thread-folder.ts';

export interface FoundText {
  readonly id: string;
  /** The words around the text, on one line. */
  readonly excerpt: string;
}

/** Bytes of logs that one search reads at most. */
const MOST_READ = 512 << 20;
/** UTF-16 units; a longer line holds an image or a huge output rather than words. */
const LONGEST_SEARCHED = 4 << 20;
/** UTF-16 units of an excerpt, before the text and in all. */
const BEFORE = 30;
const EXCERPT = 120;

/**
 * The first message of each thread that a person or a model wrote with `query` in it, whatever its case, in the order of
 * `threads`. Ends early once `signal` is aborted or half a gigabyte was read. A log that can't be read is left out.
 */
export async function* findTexts(
  root: string,
  threads: readonly { readonly id: string; readonly bytes: number }[],
  query: string,
  signal: AbortSignal,
): AsyncGenerator<FoundText> {
  const wanted = query.toLowerCase();
  let read = 0;
  for (const { id, bytes } of threads) {
    read += bytes;
    if (signal.aborted || read > MOST_READ) return;
    const excerpt = await findInLog(logFile(threadFolder(root, id)), wanted, signal).catch(() => undefined);
    if (excerpt !== undefined && !signal.aborted) yield { id, excerpt };
  }
}

async function findInLog(file: string, wanted: string, signal: AbortSignal): Promise<string | undefined> {
  const escaped = JSON.stringify(wanted).slice(1, -1);
  for await (const { text } of readLines(chunksOf(file), LONGEST_SEARCHED)) {
    if (signal.aborted) return undefined;
    if (!text.toLowerCase().includes(escaped)) continue;
    const excerpt = excerptOf(text, wanted);
    if (excerpt !== undefined) return excerpt;
  }
  return undefined;
}

function excerptOf(line: string, wanted: string): string | undefined {
  const decoded = decodeLine(line);
  if (!decoded.ok || decoded.value.type !== 'entry') return undefined;
  const { entry } = decoded.value;
  if (entry.type !== 'message' || (entry.origin !== 'typed' && entry.origin !== 'model')) return undefined;
  for (const block of entry.blocks) {
    if (block.type !== 'text') continue;
    const at = block.text.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    const from = Math.max(0, at - BEFORE);
    const start = from === 0 ? 0 : clip(block.text, from).text.length;
    return (start > 0 ? '…' : '') + oneLine(block.text.slice(start, start + 4 * EXCERPT), EXCERPT);
  }
  return undefined;
}
