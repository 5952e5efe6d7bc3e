/** Keeps a small index beside each log, by which a search leaves out the threads that can't hold a text without reading them. */
import path from 'node:path';
import { GramFilter } from '../../core/lang/gram-filter.ts';
import { readLines } from '../../core/lang/lines.ts';
import { type Disk, FILE_MODE, streamOf } from './disk.ts';
import { LONGEST_SEARCHED, searchedMessage } from './searched-message.ts';
import { logFile, newWriterId } from './thread-folder.ts';

/** Names the form of the file; another one is made anew. */
const MAGIC = 'SPOOLIX1';
/** Magic, then as doubles: the bytes of the log that the index covers, the log's size, its time in milliseconds; then the tail and the filter. */
const HEAD = MAGIC.length + 24;
/** Bytes before the covered end that are kept, to notice a log that was replaced. */
const TAIL = 64;
const CHUNK = 1 << 20;
/** Bytes of a log that are read when a thread is closed, which must not take long. */
const MOST_AT_CLOSE = 4 << 20;

interface TextIndex {
  readonly filter: GramFilter;
  /** Bytes of the log: of its whole lines, and of all when it was read. */
  readonly covered: number;
  readonly size: number;
  /** Of the log's last change, in milliseconds since 1970. */
  readonly at: number;
  readonly tail: Buffer;
}

/** Whether the log in the folder may hold all of the texts; brings the index up to date first. Rejects where the log can't be read. */
export async function mayHoldTexts(
  disk: Disk,
  folder: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const { filter } = await updateIndex(disk, folder, signal);
  return texts.every((text) => filter.mayHold(text));
}

/** To be called when a thread is closed; where much of it is not in the index yet, the next search reads it. Never rejects. */
export async function indexClosed(disk: Disk, folder: string): Promise<void> {
  try {
    const { size } = await disk.stat(logFile(folder));
    const kept = await readIndex(disk, folder);
    if (size - (kept?.covered ?? 0) <= MOST_AT_CLOSE) await updateIndex(disk, folder);
  } catch {
    // The next search makes it anew.
  }
}

/** Reads of the log what came since, or all of it. The index only saves time: where it can't be written the answer is still right. */
async function updateIndex(disk: Disk, folder: string, signal?: AbortSignal): Promise<TextIndex> {
  const log = logFile(folder);
  const { size, mtimeMs } = await disk.stat(log);
  const kept = await readIndex(disk, folder);
  if (kept && kept.size === size && kept.at === mtimeMs) return kept;
  const isSameLog = kept !== undefined && kept.covered <= size && (await tailOf(log, kept.covered)).equals(kept.tail);
  let made = await addTo(isSameLog ? kept.filter : new GramFilter(), log, isSameLog ? kept.covered : 0, size, signal);
  for (let larger = made.filter.grown(); larger; larger = made.filter.grown())
    made = await addTo(larger, log, 0, size, signal);
  const index = { ...made, size, at: mtimeMs, tail: await tailOf(log, made.covered) };
  await writeIndex(disk, folder, index).catch(() => undefined);
  return index;
}

async function addTo(filter: GramFilter, log: string, from: number, to: number, signal?: AbortSignal) {
  let covered = from;
  if (to > from)
    for await (const { text } of readLines(
      decoded(log, from, to, (end) => (covered = end)),
      LONGEST_SEARCHED,
    )) {
      signal?.throwIfAborted();
      for (const found of searchedMessage(text)?.texts ?? []) filter.add(found);
    }
  return { filter, covered };
}

/** `onLine` is called with the end of the last whole line, in bytes of the file. */
async function* decoded(file: string, from: number, to: number, onLine: (end: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let at = from;
  for await (const chunk of await streamOf(file, { start: from, end: to - 1, highWaterMark: CHUNK })) {
    const bytes = chunk as Buffer;
    const last = bytes.lastIndexOf(0x0a);
    if (last >= 0) onLine(at + last + 1);
    at += bytes.length;
    yield decoder.decode(bytes, { stream: true });
  }
}

async function tailOf(log: string, end: number): Promise<Buffer> {
  if (end === 0) return Buffer.alloc(0);
  const parts: Buffer[] = [];
  for await (const part of await streamOf(log, { start: Math.max(0, end - TAIL), end: end - 1 }))
    parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function readIndex(disk: Disk, folder: string): Promise<TextIndex | undefined> {
  const bytes = await disk.readFile(indexFile(folder)).catch(() => undefined);
  if (!bytes || bytes.length < HEAD + TAIL || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  const filter = bytes.subarray(HEAD + TAIL);
  const covered = bytes.readDoubleLE(MAGIC.length);
  if (!GramFilter.hasSize(filter.length) || !Number.isSafeInteger(covered) || covered < 0) return undefined;
  return {
    filter: new GramFilter(filter),
    covered,
    size: bytes.readDoubleLE(MAGIC.length + 8),
    at: bytes.readDoubleLE(MAGIC.length + 16),
    tail: bytes.subarray(HEAD, HEAD + Math.min(TAIL, covered)),
  };
}

async function writeIndex(disk: Disk, folder: string, { filter, covered, size, at, tail }: TextIndex): Promise<void> {
  const head = Buffer.alloc(HEAD + TAIL);
  head.write(MAGIC, 'latin1');
  head.writeDoubleLE(covered, MAGIC.length);
  head.writeDoubleLE(size, MAGIC.length + 8);
  head.writeDoubleLE(at, MAGIC.length + 16);
  tail.copy(head, HEAD);
  const own = `${indexFile(folder)}.${newWriterId()}`;
  try {
    await disk.writeFile(own, Buffer.concat([head, filter.bits]), { mode: FILE_MODE });
    await disk.rename(own, indexFile(folder));
  } catch (error) {
    await disk.rm(own, { force: true });
    throw error;
  }
}

/** The name of the index in a thread's folder. */
export const INDEX_FILE = 'search.bin';

function indexFile(folder: string): string {
  return path.join(folder, INDEX_FILE);
}
