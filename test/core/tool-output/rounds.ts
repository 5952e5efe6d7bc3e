/** Threads of tool rounds, for tests of what a boundary does to them. */
import { expect } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { planUndo } from '../../../src/core/compaction/undo.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import type { Block, ToolResultBlock } from '../../../src/core/message/message.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import type { Edit } from '../../../src/core/thread/edit.ts';
import type { MessageEntry } from '../../../src/core/thread/entry.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { numbered } from '../arbitrary/thread.ts';

type Draft = Omit<MessageEntry, 'id' | 'at'>;

export interface Call {
  readonly name: string;
  readonly input: Json;
  readonly result: string | Partial<ToolResultBlock>;
}

export function typed(text: string): Draft {
  return { type: 'message', origin: 'typed', blocks: [{ type: 'text', text }] };
}

let made = 0;

/** The model's message with these calls, and the entry with their results; two entries. */
export function round(...calls: readonly Call[]): readonly Draft[] {
  const ids = calls.map(() => `call_${++made}`);
  return [
    {
      type: 'message',
      origin: 'model',
      blocks: calls.map(({ name, input }, i): Block => ({ type: 'tool_use', id: ids[i] ?? '', name, input })),
    },
    {
      type: 'message',
      origin: 'tools',
      blocks: calls.map(({ result }, i): Block => {
        const text = typeof result === 'string' ? result : '';
        const given = typeof result === 'string' ? {} : result;
        return { type: 'tool_result', toolUseId: ids[i] ?? '', content: [{ type: 'text', text }], ...given };
      }),
    },
  ];
}

export function read(path: string, result: Call['result'], range: object = {}): Call {
  return { name: 'read_file', input: { path, ...range }, result };
}

export function run(command: string, result: Call['result']): Call {
  return { name: 'bash', input: { command }, result };
}

export function threadOf(...drafts: readonly (Draft | readonly Draft[])[]): Thread {
  return replay(numbered(drafts.flat()));
}

export function compacted(thread: Thread, edits: readonly Edit[]): Thread {
  const planned = {
    type: 'compaction',
    trigger: 'manual',
    strategy: 'extract',
    tokensBefore: 0,
    tokensAfter: 0,
    steps: [],
    edits,
  } as const;
  return append(thread, applyBoundary(thread, planned, 0));
}

export function bytes(thread: Thread): string {
  return JSON.stringify(projectContext(thread).messages);
}

/** Writes the edits, checks that the context is valid, not larger, and exactly undone; gives the thread with them. */
export function expectEdited(thread: Thread, edits: readonly Edit[]): Thread {
  const after = compacted(thread, edits);
  expect(checkContext(projectContext(after).messages)).toEqual([]);
  expect(after.tokens).toBeLessThanOrEqual(thread.tokens);
  if (edits.length > 0) expect(after.tokens).toBeLessThan(thread.tokens);
  const undo = planUndo(after, nextId(thread));
  if (!undo.ok) throw new Error(undo.error.type);
  expect(bytes(append(after, applyBoundary(after, undo.value, 0)))).toBe(bytes(thread));
  return after;
}

/** The text of every block of an entry, as it is in the context. */
export function shown(thread: Thread, entry: number): readonly string[] {
  const item = thread.items.find((one) => one.type === 'entry' && one.entry.id === entry);
  return (item?.message.blocks ?? []).flatMap((block) =>
    block.type === 'tool_result' ? block.content.map((part) => (part.type === 'text' ? part.text : part.type)) : [],
  );
}
