/** Searches the messages of threads for a text: by the index of each thread, then in the logs of those that may hold it. */
import { clip, oneLine } from '../../core/lang/clip.ts';
import { foldCase } from '../../core/lang/fold-case.ts';
import { readLines } from '../../core/lang/lines.ts';
import { findTerms, isCloser, searchTerms, type TermSpan } from '../../core/lang/search-terms.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { Disk } from './disk.ts';
import { chunksOf } from './read-log.ts';
import { LONGEST_SEARCHED, searchedMessage } from './searched-message.ts';
import { mayHoldTexts } from './text-index.ts';
import { logFile, threadFolder } from './thread-folder.ts';

export interface FoundText {
  readonly id: string;
  /** The message in which the words stand closest. */
  readonly entry: EntryId;
  /** The words and what is around them, on one line. */
  readonly excerpt: string;
  /** A part of that message word for word, on one line, by which Find in Thread finds the message. */
  readonly quote: string;
  /** Messages of the thread that hold all words; 0: they are in different ones, and `entry` is the first message with one of them. */
  readonly count: number;
}

/** Bytes of logs that may hold the text which one search reads at most. */
const MOST_READ = 512 << 20;
/** Indexes that are read, or made, at the same time. */
const AT_ONCE = 16;
/** UTF-16 units of an excerpt, before the text and in all. */
const BEFORE = 30;
const EXCERPT = 120;
const QUOTE = 60;

/**
 * The threads, in their order, in which a message that a person or a model wrote holds all words of `query` (`searchTerms`), whatever
 * their case; then those in which several messages together do. Ends early once `signal` is aborted or half a gigabyte was read. A log that can't be read is left out.
 */
export async function* findTexts(
  disk: Disk,
  root: string,
  threads: readonly { readonly id: string; readonly bytes: number }[],
  query: string,
  signal: AbortSignal,
): AsyncGenerator<FoundText> {
  const terms = searchTerms(query);
  if (terms.length === 0) return;
  let read = 0;
  const spread: FoundText[] = [];
  for (let from = 0; from < threads.length; from += AT_ONCE) {
    const some = threads.slice(from, from + AT_ONCE);
    const may = await Promise.all(
      some.map(({ id }) => mayHoldTexts(disk, threadFolder(root, id), terms, signal).catch(() => false)),
    );
    for (const [at, { id, bytes }] of some.entries()) {
      if (signal.aborted) return;
      if (read > MOST_READ) return yield* spread;
      if (!may[at]) continue;
      read += bytes;
      const found = await findInLog(logFile(threadFolder(root, id)), terms, signal).catch(() => undefined);
      if (!found || signal.aborted) continue;
      if (found.count > 0) yield { id, ...found };
      else spread.push({ id, ...found });
    }
  }
  yield* spread;
}

type Found = Omit<FoundText, 'id'>;

interface FoundSpan {
  readonly entry: EntryId;
  readonly span: TermSpan;
}

/** The start of a line with the result of a tool, which is not searched; it only saves time to know that early. */
const OUTPUT = /^.{0,200}"origin":"tools"/;

async function findInLog(file: string, terms: readonly string[], signal: AbortSignal): Promise<Found | undefined> {
  const escaped = terms.map((term) => JSON.stringify(term).slice(1, -1));
  /** Indexes of the terms that no message was seen to hold. */
  const missing = new Set(terms.keys());
  let first: FoundSpan | undefined;
  let best: FoundSpan | undefined;
  let count = 0;
  for await (const { text } of readLines(chunksOf(file), LONGEST_SEARCHED)) {
    if (signal.aborted) return undefined;
    // The text of JSON has letters before others, as in `\\n`: it only tells whether the line may hold the words.
    const folded = foldCase(text);
    const holds = escaped.map((term) => folded.includes(term));
    const isWhole = holds.every(Boolean);
    if (!isWhole && (best || OUTPUT.test(text) || ![...missing].some((at) => holds[at]))) continue;
    const searched = searchedMessage(text);
    const span = isWhole ? searched && findTerms(searched.texts, terms) : undefined;
    if (searched && span) {
      count++;
      if (!best || isCloser(span, best.span)) best = { entry: searched.entry, span };
    } else if (searched && !best) {
      for (const at of missing) {
        const one = holds[at] ? findTerms(searched.texts, terms.slice(at, at + 1)) : undefined;
        if (!one) continue;
        missing.delete(at);
        first ??= { entry: searched.entry, span: one };
      }
    }
  }
  const found = best ?? (missing.size === 0 ? first : undefined);
  return found && { entry: found.entry, excerpt: excerptOf(found.span), quote: quoteOf(found.span), count };
}

function excerptOf({ text, from: at }: TermSpan): string {
  const from = Math.max(0, at - BEFORE);
  const start = from === 0 ? 0 : clip(text, from).text.length;
  return (start > 0 ? '…' : '') + oneLine(text.slice(start, start + 4 * EXCERPT), EXCERPT);
}

/** The find bar looks for it word for word, within a line. */
function quoteOf({ text, from, to }: TermSpan): string {
  const [line = ''] = text.slice(from, to).split(/[\r\n]/, 1);
  return clip(line, QUOTE).text.trim();
}
