/** Logs that an earlier build wrote open as they did: the same context and rows, and no byte of the file changed. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectContext } from '../../../src/core/thread/context.ts';
import type { CompactionEntry, Entry } from '../../../src/core/thread/entry.ts';
import { METHODS, STEP_KINDS } from '../../../src/core/thread/strategy.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { decodeLine, entryLine, headerLine } from '../../../src/extension/storage/log-line.ts';
import { readLog } from '../../../src/extension/storage/read-log.ts';
import { logFile, threadFolder } from '../../../src/extension/storage/thread-folder.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { newRoot } from './sample-entries.ts';

/** Its README says how they were made. */
const FOLDER = path.join(import.meta.dirname, '../../fixtures/logs/form-1');
const names = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.jsonl') ? [path.basename(file, '.jsonl')] : []));
const logOf = (name: string) => path.join(FOLDER, `${name}.jsonl`);

const linesOf = (name: string) => readFileSync(logOf(name), 'utf8').split(/(?<=\n)/);

/** The line as this build writes what it reads from it. */
function rewritten(line: string): string {
  const read = decodeLine(line);
  if (!read.ok) throw new Error(read.error.detail);
  const { value } = read;
  return value.type === 'header' ? headerLine(value.header) : entryLine(value.writer, value.entry);
}

async function open(name: string) {
  const root = newRoot();
  const folder = threadFolder(root, name);
  mkdirSync(folder, { recursive: true });
  copyFileSync(logOf(name), logFile(folder));
  const opened = await openStore(root).open(name);
  if (!opened.ok || opened.value.access.type !== 'writer') throw new Error(`${name} does not open`);
  await opened.value.access.writer.close();
  return { ...opened.value, bytesAfter: readFileSync(logFile(folder)) };
}

describe.each(names)('the stored log %s', (name) => {
  it('opens whole, and stays as it is', async () => {
    const { entries, skipped, leastId, bytesAfter } = await open(name);
    expect(skipped).toEqual([]);
    expect(leastId).toBeUndefined();
    expect(entries).toHaveLength(linesOf(name).length - 1);
    expect(bytesAfter.equals(readFileSync(logOf(name)))).toBe(true);
  });

  it('gives the same context, byte for byte', async () => {
    const { messages } = projectContext(replay((await open(name)).entries));
    const stored: unknown = JSON.parse(readFileSync(path.join(FOLDER, `${name}.context.json`), 'utf8'));
    expect(messages).toEqual(stored);
    expect(JSON.stringify(messages)).toBe(JSON.stringify(stored));
  });

  it('shows the same rows', async () => {
    const view = projectRows(replay((await open(name)).entries));
    await expect(`${JSON.stringify(view, null, 1)}\n`).toMatchFileSnapshot(path.join(FOLDER, `${name}.rows.json`));
  });

  it('would be written again with the same bytes, but for the order of keys', () => {
    for (const line of linesOf(name)) {
      const again = rewritten(line);
      expect(JSON.parse(again)).toEqual(JSON.parse(line));
      expect(Buffer.byteLength(again)).toBe(Buffer.byteLength(line));
      expect(rewritten(again)).toBe(again);
    }
  });
});

it('the stored logs hold every kind of entry, compaction, step and edit', async () => {
  const logs = await Promise.all(names.map((name) => readLog(logOf(name))));
  const entries = logs.flatMap((log): readonly Entry[] => log.entries);
  const compactions = entries.filter((entry): entry is CompactionEntry => entry.type === 'compaction');
  // Questions of tools, changes of files, sub-agents, compactions that changed nothing, instruction files and offered tools are younger.
  type Younger =
    | 'permission'
    | 'file'
    | 'file_restore'
    | 'command_files'
    | 'sub_agent'
    | 'compaction_attempt'
    | 'instructions'
    | 'tools';
  const kinds: Record<Exclude<Entry['type'], Younger>, true> = {
    message: true,
    compaction: true,
    undo: true,
    redo: true,
    summary_edit: true,
    restore: true,
    pin: true,
    queued: true,
    unqueued: true,
    model: true,
    note: true,
    title: true,
  };
  const held = (values: readonly string[]) => [...new Set(values)].sort();
  expect(held(entries.map(({ type }) => type))).toEqual(Object.keys(kinds).sort());
  expect(held(compactions.map(({ strategy }) => strategy))).toEqual(METHODS.filter((m) => m !== 'disabled').sort());
  // No build writes a step of another agent today, and the step over a round that would not fit is younger than these logs.
  const steps = held(compactions.flatMap((compaction) => compaction.steps.map(({ kind }) => kind)));
  expect(STEP_KINDS.filter((kind) => !steps.includes(kind))).toEqual(['shorten', 'recorded']);
  expect(held(compactions.map(({ trigger }) => trigger))).toEqual(['auto', 'manual', 'model', 'recorded']);
  expect(held(compactions.flatMap(({ fellFrom }) => fellFrom?.strategy ?? []))).toEqual(['native', 'summarize']);
});
