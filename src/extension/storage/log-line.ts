/** The lines of a log file: a header, then one entry a line with the id of its writer. */
import * as v from 'valibot';
import { findDifference } from '../../core/lang/difference.ts';
import { err, ok, type Result } from '../../core/lang/result.ts';
import { decodeEntry } from '../../core/thread/decode-entry.ts';
import type { Entry } from '../../core/thread/entry.ts';

/** The version of the log's form that this code writes, and the newest that it reads. */
const VERSION = 1;
/** UTF-16 units; the longest text that every supported Node can hold. */
export const LONGEST_LINE = 500_000_000;

const Header = v.object({
  spool: v.number(),
  thread: v.string(),
  /** Milliseconds since 1970. */
  createdAt: v.number(),
  /** URI of the workspace folder that the thread belongs to. */
  workspace: v.exactOptional(v.string()),
});
export type LogHeader = Omit<v.InferOutput<typeof Header>, 'spool'>;

export type LogLine =
  | { readonly type: 'header'; readonly header: LogHeader }
  | { readonly type: 'entry'; readonly entry: Entry; readonly writer: string };

/** Why a line was skipped: cut off, not ours, or of an id that is out of order. */
export interface LineFault {
  readonly why: 'torn' | 'foreign' | 'out-of-order' | 'newer-version';
  readonly detail: string;
}

const NOT_OURS: LineFault = { why: 'foreign', detail: 'no entry of this log' };

/** Both end with a line end. */
export function headerLine({ thread, createdAt, workspace }: LogHeader): string {
  return `${JSON.stringify({ spool: VERSION, thread, createdAt, workspace })}\n`;
}

export function entryLine(writer: string, entry: Entry): string {
  return `${JSON.stringify({ writer, ...entry })}\n`;
}

/**
 * The line of an entry, once it has been read back as the same entry: nothing else may go to disk. The error names the field
 * that would not come back as it is. Linear in the entry; never throws.
 */
export function checkedLine(writer: string, entry: Entry): Result<string, string> {
  try {
    const line = entryLine(writer, entry);
    if (line.length > LONGEST_LINE) return err('the entry as a whole: it is longer than a log can hold');
    const read = decodeLine(line);
    if (!read.ok) return err(read.error.detail);
    if (read.value.type === 'header') return err('spool: this is the key of a header');
    const difference = findDifference(entry, read.value.entry);
    return difference ? err(`${difference.join('.')}: it would not be read as it is written`) : ok(line);
  } catch (error) {
    return err(`the entry as a whole: ${error instanceof Error ? error.message : error}`);
  }
}

/** Where a record begins that lost the line end before it. A text inside of a record can't hold this: its quotes are escaped. */
const GLUED = /(?<=\})(?=\{"(?:writer|spool)":)/;

/** What a line holds: one record, or several where line ends were lost. NUL bytes, which a crash can leave, are no part of it. */
export function decodeRecords(text: string): readonly Result<LogLine, LineFault>[] {
  const whole = decodeLine(text);
  if (whole.ok || whole.error.why !== 'torn') return [whole];
  const records = text
    .replaceAll('\0', '')
    .split(GLUED)
    .filter((record) => record !== '');
  return records.length === 0 ? [whole] : records.map(decodeLine);
}

/** What a record holds. */
export function decodeLine(text: string): Result<LogLine, LineFault> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err({ why: 'torn', detail: 'not whole JSON' });
  }
  if (typeof value !== 'object' || value === null) return err(NOT_OURS);
  if ('spool' in value) return decodeHeader(value);
  if (!('writer' in value) || typeof value.writer !== 'string') return err(NOT_OURS);
  const entry = decodeEntry(value);
  return entry.ok
    ? ok({ type: 'entry', entry: entry.value, writer: value.writer })
    : err({ why: 'foreign', detail: entry.error });
}

function decodeHeader(value: object): Result<LogLine, LineFault> {
  const header = v.safeParse(Header, value);
  if (!header.success) return err(NOT_OURS);
  const { spool, ...rest } = header.output;
  if (spool <= VERSION) return ok({ type: 'header', header: rest });
  return err({ why: 'newer-version', detail: `written by a newer version (${spool})` });
}
