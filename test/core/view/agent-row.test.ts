/** The row of a call shows the sub-agent that it began as the log grows, and stays the same object while nothing of it changes. */
import { describe, expect, it } from 'vitest';
import type { Planned } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, replay, type Thread } from '../../../src/core/thread/thread.ts';
import type { ToolRow } from '../../../src/core/view/row.ts';
import { projectRows } from '../../../src/core/view/rows.ts';

/** A day on which prices are known. */
const AT = Date.UTC(2026, 10, 27);
const planned: readonly Planned[] = [
  {
    type: 'message',
    origin: 'model',
    blocks: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'ask_agent', input: { task: 'Find\nthe heron.' } })),
  },
  { type: 'sub_agent', call: 'a', thread: 't1', state: 'begun' },
  {
    type: 'sub_agent',
    call: 'a',
    thread: 't1',
    state: 'done',
    rounds: 4,
    model: 'anthropic/claude-opus-4-5',
    usage: { input: 40_000, output: 1_000, cacheCreation: 0, cacheRead: 0, total: 41_000 },
  },
  {
    type: 'message',
    origin: 'tools',
    blocks: [{ type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: 'In a.ts.' }] }],
  },
  { type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'Thanks.' }] },
];
const [asks, begun, ended, answered, later] = planned.map((entry, at) => ({ ...entry, id: entryId(at + 1), at: AT }));

const rowsOf = (thread: Thread) => projectRows(thread).rows.filter((row): row is ToolRow => row.type === 'tool');

describe('the row of a call', () => {
  it('follows its sub-agent', () => {
    if (!asks || !begun || !ended || !answered || !later) throw new Error('no entries');
    let thread = replay([asks]);
    const [before, other] = rowsOf(thread);
    expect([before?.subject, before?.agent, before?.input.text]).toEqual([
      'Find the heron.',
      undefined,
      'Find\nthe heron.',
    ]);
    thread = append(thread, begun);
    expect(rowsOf(thread).map(({ agent }) => agent)).toEqual([{ thread: 't1', state: 'begun' }, undefined]);
    thread = append(thread, ended);
    expect(rowsOf(thread)[0]?.agent).toMatchObject({ thread: 't1', state: 'done', rounds: 4, read: 40_000 });
    // 40,000 tokens at 5 dollars a million, and 1,000 at 25.
    expect(rowsOf(thread)[0]?.agent?.cost).toBeCloseTo(0.225, 5);
    thread = append(thread, answered);
    const [row] = rowsOf(thread);
    expect(row?.result?.body.text).toBe('In a.ts.');
    thread = append(thread, later);
    expect(rowsOf(thread)[0]).toBe(row);
    expect(rowsOf(thread)[1]).toEqual(other);
    expect(rowsOf(replay([...thread.entries]))).toEqual(rowsOf(thread));
  });
});
