/** Removes stored outputs and copies of files that no log names: those that a crash left, and those of a deleted thread (R37). */
import path from 'node:path';
import type { Entry } from '../../core/thread/entry.ts';
import { isOutputId } from '../../core/tool-output/ref.ts';
import { copiesFolder, isCopyName, isUnfinishedCopy } from './copies.ts';
import { type Disk, unlessMissing } from './disk.ts';
import { outputsFolder, UNFINISHED } from './outputs.ts';
import { streamLog } from './read-log.ts';
import { isThreadId, logFile, threadFolder, threadsFolder } from './thread-folder.ts';

/** What is younger may be on its way into a log, or belong to a thread that is being written. */
const YOUNG_MS = 24 * 60 * 60 * 1000;

/**
 * Looks through all threads of the store and removes outputs and copies older than a day that no entry of their log names, and
 * those whose log is gone. An entry counts whatever edits, undos and restores came after it, so what an undo could need
 * stays; a log with a damaged line keeps all its outputs and copies, since that line may have named them. Gives what was removed.
 * `now` is milliseconds since 1970. Files that can't be looked at or removed are left for the next time.
 */
export async function collectOutputs(disk: Disk, root: string, now: number): Promise<readonly string[]> {
  const removed: string[] = [];
  const names = (await unlessMissing(disk.readdir(threadsFolder(root)))) ?? [];
  for (const id of names.filter(isThreadId)) {
    const folder = threadFolder(root, id);
    // Those of its sub-agents lie in its folder as threads do in the store's.
    removed.push(...(await collectOutputs(disk, folder, now).catch(() => [])));
    const old = await oldFiles(disk, folder, now).catch(() => []);
    if (old.length === 0) continue;
    const named = await namedFiles(disk, folder).catch(() => undefined);
    if (!named) continue;
    for (const file of old) {
      if (named.has(path.basename(file))) continue;
      // A copy may have been taken again while the log was read.
      const isGone = await isOld(disk, file, now)
        .then(async (isStillOld) => {
          if (isStillOld) await disk.rm(file, { force: true });
          return isStillOld;
        })
        .catch(() => false);
      if (isGone) removed.push(file);
    }
  }
  return removed;
}

async function oldFiles(disk: Disk, folder: string, now: number): Promise<readonly string[]> {
  const old: string[] = [];
  const sources = [
    { of: outputsFolder(folder), isOurs: isOutputName },
    { of: copiesFolder(folder), isOurs: (name: string) => isCopyName(name) || isUnfinishedCopy(name) },
  ];
  for (const { of, isOurs } of sources) {
    const names = (await unlessMissing(disk.readdir(of))) ?? [];
    for (const name of names.filter(isOurs)) {
      const file = path.join(of, name);
      if (await isOld(disk, file, now)) old.push(file);
    }
  }
  return old;
}

function isOutputName(name: string): boolean {
  return isOutputId(name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length) : name);
}

async function isOld(disk: Disk, file: string, now: number): Promise<boolean> {
  const stat = await unlessMissing(disk.stat(file));
  return stat?.isFile() === true && Math.abs(now - stat.mtimeMs) > YOUNG_MS;
}

/** The names of outputs and copies in a log; none when it is gone, undefined when it can't be trusted to name them all. */
async function namedFiles(disk: Disk, folder: string): Promise<ReadonlySet<string> | undefined> {
  const named = new Set<string>();
  const log = logFile(folder);
  if (!(await unlessMissing(disk.stat(log)))) return named;
  for await (const line of streamLog(log)) {
    if (line.type === 'skipped') return undefined;
    if (line.type === 'entry') for (const name of namesIn(line.entry)) named.add(name);
  }
  return named;
}

function namesIn(entry: Entry): readonly string[] {
  switch (entry.type) {
    case 'message':
      return entry.blocks.flatMap((b) => (b.type === 'tool_result' && b.outputRef ? [b.outputRef.id] : []));
    case 'file':
      return [entry.before, entry.after].flatMap((version) => (version ? [version.hash] : []));
    default:
      return [];
  }
}
