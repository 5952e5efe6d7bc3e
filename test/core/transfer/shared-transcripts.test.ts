/** Every recorded thread of the four formats in the shared folder imports whole, where that folder is there. */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectContext } from '../../../src/core/thread/context.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { toAnthropicMessages } from '../../../src/core/transfer/to-anthropic.ts';
import { transcripts } from '../../transcripts/folder.ts';
import { type Imported, importSource, importText, outline } from './imported.ts';

const FORMAT_OF: Readonly<Record<string, string>> = {
  'claude-code': 'claude-code',
  'claude-code-fixtures': 'claude-code',
  'codex-rollout': 'codex',
};

const files = transcripts(...Object.keys(FORMAT_OF)).map((path) => ({ name: basename(path), path }));
const logs = transcripts('openai-request-log').map((path) => ({ name: basename(path), path }));

describe.skipIf(files.length === 0)('recorded threads', () => {
  it.each(files)('$name', async ({ name, path }) => {
    const imported = await importSource({
      name,
      size: statSync(path).size,
      chunks: () => createReadStream(path, { encoding: 'utf8' }),
    });
    expect(imported.failure).toBeUndefined();
    expect(imported.events[0]).toEqual({ type: 'format', format: FORMAT_OF[basename(dirname(path))] });
    expect(imported.messages.filter(({ origin }) => origin === 'typed').length).toBeGreaterThan(0);
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(countOf(imported, 'tool_use')).toBe(count(lines, CALLS));
    report(name, imported);
    await again(imported);
  });
});

describe.skipIf(logs.length === 0)('requests in a log', () => {
  it.each(logs)('$name', async ({ name, path }) => {
    const records = readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const threads = records.map((record) => record.request_params?.messages).filter(Array.isArray);
    const longest = threads.toSorted((a, b) => b.length - a.length)[0];
    for (const messages of [threads[0] ?? [], longest ?? []]) {
      const imported = await importText(JSON.stringify(messages), undefined, 1e6);
      expect(imported.events[0]).toEqual({ type: 'format', format: 'openai' });
      expect(imported.messages.length + imported.entries.filter(({ type }) => type === 'note').length).toBe(
        messages.length,
      );
      report(`${name}, ${messages.length} messages`, imported);
    }
  });
});

/** Calls as the file's own records hold them, outside of sub-agents. */
const CALLS: readonly ((record: Readonly<Record<string, unknown>>) => number)[] = [
  ({ type, isSidechain, message }) => {
    const content = type === 'assistant' && !isSidechain && (message as { content?: unknown } | undefined)?.content;
    return Array.isArray(content) ? content.filter((block) => block.type === 'tool_use').length : 0;
  },
  ({ type, payload }) => {
    const item = type === 'response_item' && (payload as { type?: unknown } | undefined)?.type;
    return ['function_call', 'custom_tool_call', 'tool_search_call', 'local_shell_call'].includes(String(item)) ? 1 : 0;
  },
];

function count(lines: readonly string[], counters: typeof CALLS): number {
  return lines.reduce((sum, line) => {
    const record = parse(line);
    if (typeof record !== 'object' || record === null) return sum;
    return sum + counters.reduce((calls, counter) => calls + counter(record as Record<string, unknown>), 0);
  }, 0);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function countOf({ messages }: Imported, type: string): number {
  return messages.flatMap(({ blocks }) => blocks).filter((block) => block.type === type).length;
}

function report(name: string, imported: Imported): void {
  const newest = imported.messages.findLast(({ origin }) => origin === 'typed');
  const counts = [
    `${imported.entries.length} entries`,
    `${countOf(imported, 'tool_use')} calls`,
    `${imported.compactions.length} compactions`,
    `${imported.odd.length} odd lines`,
  ];
  console.log(`${name}: ${counts.join(', ')}\n  newest typed: ${newest && outline([newest])[0]?.slice(0, 160)}`);
}

/** The projected context, written as Anthropic messages, imports to the same messages on the wire. */
async function again({ entries }: Imported): Promise<void> {
  const messages = toAnthropicMessages(projectContext(replay(entries)).messages);
  const second = await importText(JSON.stringify(messages), 'anthropic', 1e6);
  expect(second.odd).toEqual([]);
  expect(toAnthropicMessages(projectContext(replay(second.entries)).messages)).toEqual(messages);
}
