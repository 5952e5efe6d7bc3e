/** Spool's own export, JSONL: a first line that names it, then each entry, and behind the entry that names them whole outputs in pieces and the lines of a sub-agent's thread. */
import * as v from 'valibot';
import { isBlank, readLines } from '../../core/lang/lines.ts';
import { err, ok, type Result } from '../../core/lang/result.ts';
import { decodeEntry } from '../../core/thread/decode-entry.ts';
import type { Entry } from '../../core/thread/entry.ts';
import type { OutputStore } from '../../core/tool-output/output-store.ts';
import { isOutputId } from '../../core/tool-output/ref.ts';
import type { ImportSource } from '../../core/transfer/import-types.ts';
import { LONGEST_LINE } from './log-line.ts';
import type { StoredSubThread } from './sub-threads.ts';
import { isThreadId } from './thread-folder.ts';

/** The version of the form that this code writes, and the newest that it reads. */
const VERSION = 1;
/** UTF-16 units at the start of a file in which its first line is looked for. */
const HEAD = 4096;

/**
 * The lines of a thread, each with its end. The id of the thread, its workspace and the writers of its log are not among them, so
 * that a copy of it is exported as the same bytes. Keys are not in a log.
 */
export async function* exportLines(
  entries: Iterable<Entry>,
  outputs: OutputStore,
  subThread: (id: string) => Promise<StoredSubThread | undefined> = async () => undefined,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ spoolThread: VERSION })}\n`;
  for await (const { value, entry } of exported(entries, outputs)) {
    yield `${JSON.stringify(value)}\n`;
    if (entry?.type !== 'sub_agent' || entry.state !== 'begun') continue;
    const own = await subThread(entry.thread);
    if (!own) continue;
    for await (const { value: line } of exported(own.entries, own.outputs))
      yield `${JSON.stringify({ agent: entry.thread, line })}\n`;
  }
}

/** Each entry, followed by the whole outputs that it names, in pieces. */
async function* exported(
  entries: Iterable<Entry>,
  outputs: OutputStore,
): AsyncGenerator<{ readonly value: object; readonly entry?: Entry }> {
  const written = new Set<string>();
  for (const entry of entries) {
    yield { value: entry, entry };
    for (const output of outputsOf(entry)) {
      if (written.has(output)) continue;
      written.add(output);
      for await (const text of (await outputs.open(output)) ?? []) yield { value: { output, text } };
    }
  }
}

function outputsOf(entry: Entry): readonly string[] {
  if (entry.type !== 'message') return [];
  return entry.blocks.flatMap((block) => (block.type === 'tool_result' && block.outputRef ? [block.outputRef.id] : []));
}

const Head = v.object({ spoolThread: v.number() });
const Output = v.object({ output: v.string(), text: v.string() });
const AgentLine = v.object({ agent: v.string(), line: v.unknown() });

/** Whether a file is such an export, by its first line, and of which version. */
export async function exportVersion(source: ImportSource): Promise<number | undefined> {
  let head = '';
  for await (const chunk of source.chunks()) {
    head += chunk.slice(0, HEAD);
    if (head.length >= HEAD || head.includes('\n')) break;
  }
  const [line = ''] = head
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split('\n', 1);
  try {
    const decoded = v.safeParse(Head, JSON.parse(line));
    return decoded.success ? decoded.output.spoolThread : undefined;
  } catch {
    return undefined;
  }
}

export function isNewerExport(version: number): boolean {
  return version > VERSION;
}

/** `agent`: the id of the thread of a sub-agent that the line belongs to. */
export type ExportedLine = { readonly agent?: string } & (
  | { readonly type: 'entry'; readonly entry: Entry }
  | { readonly type: 'output'; readonly id: string; readonly text: string }
);

/** What the lines of an export hold, with their numbers. A line that can't be read, and an entry whose id does not rise, is an error. */
export async function* readExport(
  source: ImportSource,
): AsyncGenerator<{ readonly line: number; readonly read: Result<ExportedLine, string> }> {
  /** Of each thread; that of the file itself has no name. */
  const last = new Map<string | undefined, number>();
  let isFirst = true;
  for await (const { number: line, text, length } of readLines(source.chunks(), LONGEST_LINE)) {
    if (length > LONGEST_LINE) {
      yield { line, read: err('longer than any entry') };
      continue;
    }
    if (isBlank(text)) continue;
    if (isFirst) {
      isFirst = false;
      continue;
    }
    const read = decodeExported(text);
    if (read.ok && read.value.type === 'entry') {
      const { agent, entry } = read.value;
      const before = last.get(agent) ?? 0;
      if (entry.id <= before) {
        yield { line, read: err(`entry ${entry.id} after entry ${before}`) };
        continue;
      }
      last.set(agent, entry.id);
    }
    yield { line, read };
  }
}

function decodeExported(text: string): Result<ExportedLine, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err('not whole JSON');
  }
  const ofAgent = v.safeParse(AgentLine, value);
  if (!ofAgent.success) return decodeValue(value);
  const { agent, line } = ofAgent.output;
  if (!isThreadId(agent)) return err('a sub-agent of a foreign name');
  const read = decodeValue(line);
  return read.ok ? ok({ ...read.value, agent }) : read;
}

function decodeValue(value: unknown): Result<ExportedLine, string> {
  const output = v.safeParse(Output, value);
  if (output.success) {
    const { output: id, text: piece } = output.output;
    return isOutputId(id) ? ok({ type: 'output', id, text: piece }) : err('an output of a foreign name');
  }
  const entry = decodeEntry(value);
  return entry.ok ? ok({ type: 'entry', entry: entry.value }) : err(entry.error);
}
