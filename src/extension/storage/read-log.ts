/** Reads a log line by line: what is damaged is skipped and reported, all else is used. */
import { createReadStream } from 'node:fs';
import type { Entry } from '../../core/thread/entry.ts';
import { isBlank, readLines } from '../../core/transfer/lines.ts';
import { decodeLine, type LineFault, type LogHeader, type LogLine } from './log-line.ts';

/** A line that was skipped. */
export interface SkippedLine extends LineFault {
  /** From 1. */
  readonly line: number;
}

export interface Log {
  readonly header: LogHeader | undefined;
  readonly entries: readonly Entry[];
  readonly skipped: readonly SkippedLine[];
}

const CHUNK = 1 << 20;
/** UTF-16 units; the longest text that every supported Node can hold. */
const LONGEST_LINE = 500_000_000;

/** The lines of a log in order. Rejects with the system's error when the file can't be read. */
export async function* streamLog(file: string): AsyncGenerator<LogLine | ({ readonly type: 'skipped' } & SkippedLine)> {
  let lastId = 0;
  let headed = false;
  for await (const { number, text, length } of readLines(chunksOf(file), LONGEST_LINE)) {
    const skipped = (fault: LineFault) => ({ type: 'skipped', line: number, ...fault }) as const;
    if (length > LONGEST_LINE) {
      yield skipped({ why: 'foreign', detail: 'longer than any entry' });
      continue;
    }
    if (isBlank(text)) continue;
    const decoded = decodeLine(text, lastId);
    if (!decoded.ok) yield skipped(decoded.error);
    else if (decoded.value.type === 'header' && headed) yield skipped({ why: 'foreign', detail: 'a second header' });
    else {
      if (decoded.value.type === 'entry') lastId = decoded.value.entry.id;
      else headed = true;
      yield decoded.value;
    }
  }
}

/** The whole log. Rejects with the system's error when the file can't be read. */
export async function readLog(file: string): Promise<Log> {
  let header: LogHeader | undefined;
  const entries: Entry[] = [];
  const skipped: SkippedLine[] = [];
  for await (const line of streamLog(file)) {
    if (line.type === 'entry') entries.push(line.entry);
    else if (line.type === 'header') header = line.header;
    else skipped.push({ line: line.line, why: line.why, detail: line.detail });
  }
  return { header, entries, skipped };
}

/** The text of a file, from its start. */
export function chunksOf(file: string): AsyncIterable<string> {
  return createReadStream(file, { encoding: 'utf8', highWaterMark: CHUNK });
}
