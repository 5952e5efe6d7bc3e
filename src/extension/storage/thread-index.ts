/** Lists all threads from an index file, whose outdated rows are read again from the logs. */
import path from 'node:path';
import * as v from 'valibot';
import { oneLine } from '../../core/lang/clip.ts';
import { joinedText } from '../../core/view/message-rows.ts';
import { type Disk, FILE_MODE, unlessMissing } from './disk.ts';
import { streamLog } from './read-log.ts';
import { isThreadId, logFile, newWriterId, pinFile, threadFolder, threadsFolder } from './thread-folder.ts';

const Summary = v.object({
  id: v.string(),
  title: v.exactOptional(v.string()),
  /** The start of the first message that a person typed, on one line. */
  first: v.exactOptional(v.string()),
  workspace: v.exactOptional(v.string()),
  createdAt: v.number(),
  /** Milliseconds since 1970: of the log's last change on disk. */
  updatedAt: v.number(),
  messages: v.number(),
  /** Of the log. */
  bytes: v.number(),
});
type Row = v.InferOutput<typeof Summary>;

export interface ThreadSummary extends Row {
  /** To the top of the list; kept in the thread's folder, so that its log is as it was. */
  readonly pinned: boolean;
}

/** UTF-16 units of a first message that the index keeps. */
const LONGEST_FIRST = 200;

const Index = v.object({ version: v.literal(2), threads: v.array(Summary) });

/** Every thread of the store, the newest first. A log that can't be read is left out. */
export async function listThreads(disk: Disk, root: string): Promise<readonly ThreadSummary[]> {
  const folder = threadsFolder(root);
  const known = await readIndex(disk, folder);
  const ids = ((await unlessMissing(disk.readdir(folder))) ?? []).filter(isThreadId);
  const threads: Row[] = [];
  let changed = known.size !== ids.length;
  for (const id of ids) {
    const log = logFile(threadFolder(root, id));
    const stat = await disk.stat(log).catch(() => undefined);
    if (!stat) continue;
    const summary = known.get(id);
    if (summary?.bytes === stat.size && summary.updatedAt === stat.mtimeMs) threads.push(summary);
    else {
      const fresh = await summarize(id, log, stat.size, stat.mtimeMs).catch(() => undefined);
      if (fresh) threads.push(fresh);
      changed = true;
    }
  }
  threads.sort((a, b) => b.updatedAt - a.updatedAt);
  // The index only saves time: where it can't be written the list is still right.
  if (changed) await writeIndex(disk, folder, threads).catch(() => undefined);
  return Promise.all(threads.map((row) => withPin(disk, root, row)));
}

async function withPin(disk: Disk, root: string, row: Row): Promise<ThreadSummary> {
  const pin = await disk.stat(pinFile(threadFolder(root, row.id))).catch(() => undefined);
  return { ...row, pinned: pin !== undefined };
}

/** Reads a whole log. */
export async function summarize(id: string, log: string, bytes: number, updatedAt: number): Promise<Row> {
  let title: string | undefined;
  let workspace: string | undefined;
  let createdAt = updatedAt;
  let first: string | undefined;
  let messages = 0;
  for await (const line of streamLog(log)) {
    if (line.type === 'header') ({ workspace, createdAt } = line.header);
    if (line.type !== 'entry') continue;
    const { entry } = line;
    if (entry.type === 'title') title = entry.title;
    if (entry.type !== 'message') continue;
    messages++;
    if (entry.origin === 'typed') first ||= oneLine(joinedText(entry.blocks), LONGEST_FIRST);
  }
  const named = {
    ...(title !== undefined && { title }),
    ...(first && { first }),
    ...(workspace !== undefined && { workspace }),
  };
  return { id, ...named, createdAt, updatedAt, messages, bytes };
}

async function readIndex(disk: Disk, folder: string): Promise<ReadonlyMap<string, Row>> {
  try {
    const index = v.parse(Index, JSON.parse(await disk.readFile(path.join(folder, 'index.json'), 'utf8')));
    return new Map(index.threads.map((thread) => [thread.id, thread]));
  } catch {
    return new Map();
  }
}

async function writeIndex(disk: Disk, folder: string, threads: readonly Row[]): Promise<void> {
  const own = path.join(folder, `index.json.${newWriterId()}`);
  await disk.writeFile(own, JSON.stringify({ version: 2, threads }), { mode: FILE_MODE });
  await disk.rename(own, path.join(folder, 'index.json'));
}
