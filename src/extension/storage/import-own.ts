/** Imports Spool's own export into the store: the same entries, with their ids, and the outputs that they refer to. */
import path from 'node:path';
import { emptyExport, newerExport } from '../../core/transfer/import-failures.ts';
import type { ImportSource } from '../../core/transfer/import-types.ts';
import { type Disk, FILE_MODE, FOLDER_MODE } from './disk.ts';
import type { ImportOutcome, ImportRequest } from './import-file.ts';
import { outputsFolder } from './outputs.ts';
import { type ExportedLine, isNewerExport, readExport } from './own-export.ts';
import { SubThreadWriter } from './sub-threads.ts';
import { unfinishedFolder, writeThread } from './write-thread.ts';

/** Odd lines that a report lists at most. */
const NAMED = 20;

/** Rejects with the system's error when source or store fail; whatever goes wrong, nothing is left of the thread. */
export async function importOwnExport(
  disk: Disk,
  root: string,
  source: ImportSource,
  version: number,
  { header, signal }: Pick<ImportRequest, 'header' | 'signal'>,
): Promise<ImportOutcome> {
  if (isNewerExport(version)) return { type: 'failed', failure: newerExport(source.name) };
  let outcome: ImportOutcome = { type: 'cancelled' };
  const outputs = outputsFolder(unfinishedFolder(root, header.thread));
  await writeThread(disk, root, header, async (put) => {
    const odd: { line: number; detail: string }[] = [];
    let oddLines = 0;
    let messages = 0;
    let entries = 0;
    const note = (line: number, detail: string) => {
      if (++oddLines <= NAMED) odd.push({ line, detail });
    };
    await disk.mkdir(outputs, { recursive: true, mode: FOLDER_MODE });
    const agents = new SubThreadWriter(disk, unfinishedFolder(root, header.thread), header.createdAt);
    for await (const { line, read } of readExport(source)) {
      if (signal?.aborted) return false;
      if (!read.ok) {
        note(line, read.error);
        continue;
      }
      if (read.value.agent !== undefined) {
        const why = await writeOfAgent(read.value, read.value.agent, agents);
        if (why !== undefined) note(line, why);
        continue;
      }
      if (read.value.type === 'output') {
        await disk.writeFile(path.join(outputs, read.value.id), read.value.text, { flag: 'a', mode: FILE_MODE });
        continue;
      }
      // What a file of someone else says is no instruction of this workspace, and no tool of it.
      if (read.value.entry.type === 'instructions' || read.value.entry.type === 'tools') continue;
      const written = await put(read.value.entry);
      if (!written.ok) note(line, written.error);
      else {
        entries++;
        if (read.value.entry.type === 'message') messages++;
      }
    }
    if (entries === 0) {
      outcome = { type: 'failed', failure: emptyExport(source.name) };
      return false;
    }
    const report = { format: undefined, messages, threads: undefined, odd, oddLines, leftOut: undefined };
    outcome = { type: 'imported', report };
    return true;
  });
  return outcome;
}

/** Resolves to why the line could not be kept. */
async function writeOfAgent(line: ExportedLine, agent: string, agents: SubThreadWriter): Promise<string | undefined> {
  if (line.type === 'output') {
    await agents.output(agent, line.id, line.text);
    return undefined;
  }
  // As with the thread itself.
  if (line.entry.type === 'instructions') return undefined;
  const written = await agents.entry(agent, line.entry);
  return written.ok ? undefined : written.error;
}
