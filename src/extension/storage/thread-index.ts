/** Lists all threads from an index file, whose outdated rows are read again from the logs. */
import path from 'node:path';
import * as v from 'valibot';
import { type Disk, FILE_MODE, unlessMissing } from './disk.ts';
import { streamLog } from './read-log.ts';
import { isThreadId, logFile, newWriterId, threadFolder, threadsFolder } from './thread-folder.ts';

const Summary = v.object({
  id: v.string(),
  title: v.exactOptional(v.string()),
  workspace: v.exactOptional(v.string()),
  createdAt: v.number(),
  /** Milliseconds since 1970: of the log's last change on disk. */
  updatedAt: v.number(),
  messages: v.number(),
  /** Of the log. */
  bytes: v.number(),
});
export type ThreadSummary = v.InferOutput<typeof Summary>;

const Index = v.object({ version: v.literal(1), threads: v.array(Summary) });

/** Every thread of the store, the newest first. A log that can't be read is left out. */
export async function listThreads(disk: Disk, root: string): Promise<readonly ThreadSummary[]> {
  const folder = threadsFolder(root);
  const known = await readIndex(disk, folder);
  const ids = ((await unlessMissing(disk.readdir(folder))) ?? []).filter(isThreadId);
  const threads: ThreadSummary[] = [];
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
  return threads;
}

async function summarize(id: string, log: string, bytes: number, updatedAt: number): Promise<ThreadSummary> {
  let title: string | undefined;
  let workspace: string | undefined;
  let createdAt = updatedAt;
  let messages = 0;
  for await (const line of streamLog(log)) {
    if (line.type === 'header') ({ workspace, createdAt } = line.header);
    else if (line.type === 'entry' && line.entry.type === 'message') messages++;
    else if (line.type === 'entry' && line.entry.type === 'title') title = line.entry.title;
  }
  const named = { ...(title !== undefined && { title }), ...(workspace !== undefined && { workspace }) };
  return { id, ...named, createdAt, updatedAt, messages, bytes };
}

async function readIndex(disk: Disk, folder: string): Promise<ReadonlyMap<string, ThreadSummary>> {
  try {
    const index = v.parse(Index, JSON.parse(await disk.readFile(path.join(folder, 'index.json'), 'utf8')));
    return new Map(index.threads.map((thread) => [thread.id, thread]));
  } catch {
    return new Map();
  }
}

async function writeIndex(disk: Disk, folder: string, threads: readonly ThreadSummary[]): Promise<void> {
  const own = path.join(folder, `index.json.${newWriterId()}`);
  await disk.writeFile(own, JSON.stringify({ version: 1, threads }), { mode: FILE_MODE });
  await disk.rename(own, path.join(folder, 'index.json'));
}
