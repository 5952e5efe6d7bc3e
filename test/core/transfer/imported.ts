/** Runs an import over a text in memory, and outlines what it gives. */
import { existsSync, readFileSync } from 'node:fs';
import type { Block } from '../../../src/core/message/message.ts';
import type { CompactionEntry, Entry, MessageEntry } from '../../../src/core/thread/entry.ts';
import { importThread } from '../../../src/core/transfer/import.ts';
import {
  FORMATS,
  type FormatId,
  type ImportEvent,
  type ImportFailure,
  type ImportSource,
} from '../../../src/core/transfer/import-types.ts';

export const AT = 1_700_000_000_000;

export interface Imported {
  readonly events: readonly ImportEvent[];
  readonly entries: readonly Entry[];
  readonly messages: readonly MessageEntry[];
  readonly compactions: readonly CompactionEntry[];
  /** The entries of sub-agents, by the id of the thread. */
  readonly agents: ReadonlyMap<string, readonly Entry[]>;
  readonly odd: readonly string[];
  /** The texts of its notes. */
  readonly notes: readonly string[];
  /** Lines that belong to no thread, and which. */
  readonly leftOut: string | undefined;
  readonly title: string | undefined;
  readonly failure: ImportFailure | undefined;
}

export function fixturePath(name: string): URL {
  return new URL(`../../fixtures/transfer/${name}`, import.meta.url);
}

export function fixture(name: string): string {
  return readFileSync(fixturePath(name), 'utf8');
}

/** The fixture of each format that holds its oddities, named by it. */
export const ODD: readonly string[] = FORMATS.map((format) => {
  const name = `odd.${format}.json`;
  return existsSync(fixturePath(name)) ? name : `${name}l`;
});

export function textSource(text: string, chunkSize = 1000, name = 'thread.jsonl'): ImportSource {
  async function* chunks() {
    for (let at = 0; at < text.length; at += chunkSize) yield text.slice(at, at + chunkSize);
  }
  return { name, size: Buffer.byteLength(text), chunks };
}

export async function importText(
  text: string,
  format?: FormatId,
  chunkSize?: number,
  thread?: number,
): Promise<Imported> {
  return importSource(textSource(text, chunkSize), format, thread);
}

export async function importSource(source: ImportSource, format?: FormatId, thread?: number): Promise<Imported> {
  const events: ImportEvent[] = [];
  const options = { at: AT, ...(format && { format }), ...(thread !== undefined && { thread }) };
  for await (const event of importThread(source, options)) events.push(event);
  const entries = events.flatMap((event) => (event.type === 'entry' ? [event.entry] : []));
  return {
    events,
    entries,
    messages: entries.filter((entry) => entry.type === 'message'),
    compactions: entries.filter((entry) => entry.type === 'compaction'),
    agents: agentsIn(events),
    odd: events.flatMap((event) => (event.type === 'odd' ? [`${event.line}: ${event.detail}`] : [])),
    notes: entries.flatMap((entry) => (entry.type === 'note' ? [entry.text] : [])),
    leftOut: events.flatMap((event) => (event.type === 'left-out' ? [event.detail] : []))[0],
    title: entries.findLast((entry) => entry.type === 'title')?.title,
    failure: events.flatMap((event) => (event.type === 'failed' ? [event.failure] : []))[0],
  };
}

function agentsIn(events: readonly ImportEvent[]): ReadonlyMap<string, readonly Entry[]> {
  const agents = new Map<string, Entry[]>();
  for (const event of events)
    if (event.type === 'agent-entry') agents.set(event.thread, [...(agents.get(event.thread) ?? []), event.entry]);
  return agents;
}

/** Each message on a line: its origin, and each block in short. */
export function outline(messages: readonly Pick<MessageEntry, 'origin' | 'blocks'>[]): readonly string[] {
  return messages.map(({ origin, blocks }) => `${origin}: ${blocks.map(short).join(' + ')}`);
}

function short(block: Block): string {
  switch (block.type) {
    case 'text':
      return JSON.stringify(block.text);
    case 'thinking':
      return `thinking ${JSON.stringify(block.text)}${block.signature === undefined ? '' : ` (${block.signature})`}`;
    case 'native':
      return `native ${block.text}`;
    case 'redacted_thinking':
      return `redacted ${block.data}`;
    case 'attachment':
      return `attachment ${block.name}`;
    case 'image':
      return `image ${block.mediaType} ${block.width}x${block.height}`;
    case 'document':
      return `document ${block.mediaType} ${block.name}`;
    case 'tool_use':
      return `${block.name} ${block.id} ${JSON.stringify(block.input)}`;
    case 'tool_result':
      return `${block.isError ? 'error' : 'result'} ${block.toolUseId} ${block.content.map(short).join(' + ')}`;
    case 'checkpoint':
      return `<${block.id}>`;
    case 'reminder':
      return `reminder ${JSON.stringify(block.text)}`;
  }
}
