/** Reads a log line by line: what is damaged is skipped and reported, all else is used. */
import { createReadStream } from 'node:fs';
import { err } from '../../core/lang/result.ts';
import type { Entry } from '../../core/thread/entry.ts';
import { isBlank, readLines } from '../../core/transfer/lines.ts';
import { inOrder, isBeyond, type Numbered } from './id-order.ts';
import { decodeLine, type LineFault, LONGEST_LINE, type LogHeader, type LogLine } from './log-line.ts';

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

export type StreamedLine = (LogLine & { readonly line: number }) | ({ readonly type: 'skipped' } & SkippedLine);

/**
 * The lines of a log as they stand in it; entries whose ids are out of order among themselves are in it (`readLog`). Rejects with
 * the system's error when the file can't be read.
 */
export async function* streamLog(file: string): AsyncGenerator<StreamedLine> {
  let headed = false;
  for await (const { number: line, text, length } of readLines(chunksOf(file), LONGEST_LINE)) {
    const decoded = length > LONGEST_LINE ? TOO_LONG : isBlank(text) ? undefined : decodeLine(text);
    if (!decoded) continue;
    if (!decoded.ok) yield { type: 'skipped', line, ...decoded.error };
    else if (decoded.value.type === 'header' && headed)
      yield { type: 'skipped', line, why: 'foreign', detail: 'a second header' };
    else if (decoded.value.type === 'entry' && isBeyond({ line, id: decoded.value.entry.id }))
      yield { type: 'skipped', line, why: 'out-of-order', detail: `entry ${decoded.value.entry.id} in line ${line}` };
    else {
      headed ||= decoded.value.type === 'header';
      yield { ...decoded.value, line };
    }
  }
}

const TOO_LONG = err<LineFault>({ why: 'foreign', detail: 'longer than any entry' });

/** The whole log, its ids strictly rising. Rejects with the system's error when the file can't be read. */
export async function readLog(file: string): Promise<Log> {
  let header: LogHeader | undefined;
  const found: (Numbered & { readonly entry: Entry })[] = [];
  const skipped: SkippedLine[] = [];
  for await (const read of streamLog(file)) {
    const { line } = read;
    if (read.type === 'entry') found.push({ line, id: read.entry.id, entry: read.entry });
    else if (read.type === 'header') header = read.header;
    else skipped.push({ line, why: read.why, detail: read.detail });
  }
  const kept = inOrder(found);
  if (kept.length < found.length) {
    skipped.push(...outOfOrder(found, kept));
    skipped.sort((a, b) => a.line - b.line);
  }
  return { header, entries: kept.map(({ entry }) => entry), skipped };
}

/** Each with the entry that it comes after. */
function outOfOrder(found: readonly Numbered[], kept: readonly Numbered[]): readonly SkippedLine[] {
  const lines = new Set(kept.map(({ line }) => line));
  let last = 0;
  return found.flatMap(({ line, id }): readonly SkippedLine[] => {
    if (!lines.has(line)) return [{ line, why: 'out-of-order', detail: `entry ${id} after entry ${last}` }];
    last = id;
    return [];
  });
}

/** The text of a file, from its start. */
export function chunksOf(file: string): AsyncIterable<string> {
  return createReadStream(file, { encoding: 'utf8', highWaterMark: CHUNK });
}
