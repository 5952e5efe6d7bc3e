/** Reads a log line by line; damaged lines are skipped and reported. */
import { isBlank, readLines } from '../../core/lang/lines.ts';
import { err, type Result } from '../../core/lang/result.ts';
import type { Entry } from '../../core/thread/entry.ts';
import { streamOf } from './disk.ts';
import { idAfter, inOrder, isBeyond, type Numbered } from './id-order.ts';
import { decodeRecords, type LineFault, LONGEST_LINE, type LogHeader, type LogLine } from './log-line.ts';

/** A line that was skipped. */
export interface SkippedLine extends LineFault {
  /** From 1. */
  readonly line: number;
}

export interface LogContent {
  readonly header: LogHeader | undefined;
  readonly entries: readonly Entry[];
  readonly skipped: readonly SkippedLine[];
  /** Where ids were out of order: the least id of the next entry, so that the same entries are kept when it is in the log. */
  readonly leastId?: number;
}

const CHUNK = 1 << 20;

export type StreamedLine = (LogLine & { readonly line: number }) | ({ readonly type: 'skipped' } & SkippedLine);

/**
 * The lines of a log as they stand in it; entries whose ids are out of order among themselves are in it (`readLog`). Rejects with
 * the system's error when the file can't be read.
 */
export async function* streamLog(file: string): AsyncGenerator<StreamedLine> {
  for await (const { records } of linesOf(file)) yield* records;
}

/** Every line with its records; none for a blank one. */
async function* linesOf(file: string): AsyncGenerator<{ readonly line: number; readonly records: StreamedLine[] }> {
  let headed = false;
  const recordOf = (line: number, decoded: Result<LogLine, LineFault>): StreamedLine => {
    if (!decoded.ok) return { type: 'skipped', line, ...decoded.error };
    const { value } = decoded;
    if (value.type === 'header' && headed) return { type: 'skipped', line, why: 'foreign', detail: 'a second header' };
    if (value.type === 'entry' && isBeyond({ line, id: value.entry.id }))
      return { type: 'skipped', line, why: 'out-of-order', detail: `entry ${value.entry.id} in line ${line}` };
    headed ||= value.type === 'header';
    return { ...value, line };
  };
  for await (const { number: line, text, length } of readLines(chunksOf(file), LONGEST_LINE)) {
    const decoded = length > LONGEST_LINE ? [TOO_LONG] : isBlank(text) ? [] : decodeRecords(text);
    yield { line, records: decoded.map((one) => recordOf(line, one)) };
  }
}

const TOO_LONG = err<LineFault>({ why: 'foreign', detail: 'longer than any entry' });

/** The whole log, its ids strictly rising. Rejects with the system's error when the file can't be read. */
export async function readLog(file: string): Promise<LogContent> {
  let header: LogHeader | undefined;
  const found: (Numbered & { readonly entry: Entry })[] = [];
  const skipped: SkippedLine[] = [];
  let lines = 0;
  for await (const { line, records } of linesOf(file)) {
    lines = line;
    for (const read of records) {
      if (read.type === 'entry') found.push({ line, id: read.entry.id, entry: read.entry });
      else if (read.type === 'header') header = read.header;
      else skipped.push({ line, why: read.why, detail: read.detail });
    }
  }
  const kept = inOrder(found);
  const log = { header, entries: kept.map(({ entry }) => entry), skipped };
  const last = kept.at(-1);
  if (kept.length === found.length || !last) return log;
  for (const line of outOfOrder(found, kept)) skipped.push(line);
  skipped.sort((a, b) => a.line - b.line);
  return { ...log, leastId: idAfter(last, lines + 1) };
}

/** Each with the entry that it comes after. */
function outOfOrder(found: readonly Numbered[], kept: readonly Numbered[]): readonly SkippedLine[] {
  const stays = new Set(kept);
  let last = 0;
  return found.flatMap((one): readonly SkippedLine[] => {
    const { line, id } = one;
    if (!stays.has(one)) return [{ line, why: 'out-of-order', detail: `entry ${id} after entry ${last}` }];
    last = id;
    return [];
  });
}

/** The text of a file, from its start. Rejects as `openRegular` does. */
export async function* chunksOf(file: string): AsyncGenerator<string> {
  yield* await streamOf(file, { encoding: 'utf8', highWaterMark: CHUNK });
}
