/** Removes stored outputs that no log names: those that a crash left, and those of a deleted thread (R37). */
import path from 'node:path';
import { isOutputId } from '../../core/tool-output/ref.ts';
import { type Disk, unlessMissing } from './disk.ts';
import { outputsFolder, UNFINISHED } from './outputs.ts';
import { streamLog } from './read-log.ts';
import { isThreadId, logFile, threadFolder, threadsFolder } from './thread-folder.ts';

/** What is younger may be on its way into a log, or belong to a thread that is being written. */
const YOUNG_MS = 24 * 60 * 60 * 1000;

/**
 * Looks through all threads of the store and removes outputs older than a day that no entry of their log names, and folders
 * of outputs whose log is gone. An entry counts whatever edits, undos and restores came after it, so what an undo could need
 * stays; a log with a damaged line keeps all its outputs, since that line may have named them. Gives what was removed.
 * `now` is milliseconds since 1970. Files that can't be looked at or removed are left for the next time.
 */
export async function collectOutputs(disk: Disk, root: string, now: number): Promise<readonly string[]> {
  const removed: string[] = [];
  const names = (await unlessMissing(disk.readdir(threadsFolder(root)))) ?? [];
  for (const id of names.filter(isThreadId)) {
    const folder = threadFolder(root, id);
    const old = await oldOutputs(disk, folder, now).catch(() => []);
    if (old.length === 0) continue;
    const named = await namedOutputs(disk, folder).catch(() => undefined);
    if (!named) continue;
    for (const file of old) {
      if (named.has(path.basename(file))) continue;
      const isGone = await disk.rm(file, { force: true }).then(
        () => true,
        () => false,
      );
      if (isGone) removed.push(file);
    }
  }
  return removed;
}

async function oldOutputs(disk: Disk, folder: string, now: number): Promise<readonly string[]> {
  const outputs = outputsFolder(folder);
  const names = (await unlessMissing(disk.readdir(outputs))) ?? [];
  const old: string[] = [];
  for (const name of names) {
    if (!isOutputId(name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length) : name)) continue;
    const file = path.join(outputs, name);
    const stat = await unlessMissing(disk.stat(file));
    if (stat?.isFile() && Math.abs(now - stat.mtimeMs) > YOUNG_MS) old.push(file);
  }
  return old;
}

/** The ids that a log names; none when it is gone, undefined when it can't be trusted to name them all. */
async function namedOutputs(disk: Disk, folder: string): Promise<ReadonlySet<string> | undefined> {
  const named = new Set<string>();
  const log = logFile(folder);
  if (!(await unlessMissing(disk.stat(log)))) return named;
  for await (const line of streamLog(log)) {
    if (line.type === 'skipped') return undefined;
    if (line.type !== 'entry' || line.entry.type !== 'message') continue;
    for (const block of line.entry.blocks)
      if (block.type === 'tool_result' && block.outputRef) named.add(block.outputRef.id);
  }
  return named;
}
