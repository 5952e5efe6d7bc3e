/** The gates: each refuses what it is there for, and says what (R51). */
import { describe, expect, it } from 'vitest';
import { failedGate } from '../../../src/core/compaction/gates.ts';
import type { Message } from '../../../src/core/message/message.ts';
import type { Edit } from '../../../src/core/thread/edit.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';
import { compacted, round, run, threadOf, typed } from '../tool-output/rounds.ts';

const LONG = 'a line of output that says something\n'.repeat(60);
const thread = threadOf(typed('one'), round(run('ls', LONG)), typed('two'), round(run('ls', LONG)));

function edit(from: number, to: number, ...replacement: readonly Message[]): Edit {
  return { type: 'entries', span: { from: entryId(from), to: entryId(to) }, fate: 'summarized', replacement };
}

const said = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] });
const gate = (...edits: readonly Edit[]) => failedGate(thread, compacted(thread, edits));

describe('failedGate', () => {
  it('lets a good one pass', () => expect(gate(edit(1, 3, said('One was done.')))).toBeUndefined());

  it('refuses what is not smaller, by a single token or none, and names both sizes', () => {
    const after = compacted(thread, [edit(1, 3, said('One was done.'))]);
    expect(failedGate({ ...thread, tokens: after.tokens + 1 }, after)).toBeUndefined();
    expect(failedGate({ ...thread, tokens: after.tokens }, after)).toEqual({
      gate: 'smaller',
      detail: `${after.tokens} tokens would replace ${after.tokens}`,
    });
  });

  it('refuses what leaves nothing to send', () => {
    expect(gate(edit(1, 6))).toEqual({ gate: 'not-empty', detail: 'nothing would be left to send' });
  });

  it('refuses what would change the newest typed message, and that alone', () => {
    const detail = 'the newest typed message would change';
    expect(gate(edit(1, 4, said('Two things were asked.')))).toEqual({ gate: 'newest-message', detail });
    expect(gate(edit(5, 6, said('Something was listed.')))).toBeUndefined();
    const first = {
      type: 'blocks',
      span: { entry: entryId(4), from: 0, to: 0 },
      fate: 'dropped',
      replacement: [],
    } as const;
    expect(gate(edit(1, 3, said('One was done.')), first)?.gate).toBe('newest-message');
  });

  it('refuses what would change a pinned message that stands in the context, and says which', () => {
    const pinned = (...pins: readonly number[]): Thread => ({ ...thread, pins: new Set(pins.map(entryId)) });
    const after = compacted(thread, [edit(1, 2, said('One was asked.'))]);
    const refused = (id: number) => ({ gate: 'pins', detail: `the pinned message ${id} would change` });
    expect(failedGate(pinned(1), after)).toEqual(refused(1));
    expect(failedGate(pinned(2, 3), after)).toEqual(refused(2));
    expect(failedGate(pinned(3), after)).toBeUndefined();
    const trimmed = { type: 'text', text: 'trimmed' } as const;
    const block = { type: 'blocks', span: { entry: entryId(3), from: 0, to: 0 }, fate: 'trimmed' } as const;
    const result = { type: 'tool_result', toolUseId: 'gone', content: [trimmed] } as const;
    expect(failedGate(pinned(3), compacted(thread, [{ ...block, replacement: [result] }]))).toEqual(refused(3));
    expect(failedGate({ ...pinned(1, 3), items: after.items, tokens: thread.tokens }, after)).toBeUndefined();
  });

  it('lets a pinned message lose its thinking and nothing else', () => {
    const thought = { type: 'thinking', text: 'a long thought '.repeat(40), signature: 's' } as const;
    const answer = { type: 'message', origin: 'model', blocks: [thought, { type: 'text', text: 'Done.' }] } as const;
    const thoughtful = threadOf(typed('one'), answer, typed('two'));
    const pinned = { ...thoughtful, pins: new Set([entryId(2)]) };
    const cut = (from: number, to: number): Edit => ({
      type: 'blocks',
      span: { entry: entryId(2), from, to },
      fate: 'dropped',
      replacement: [],
    });
    expect(failedGate(pinned, compacted(thoughtful, [cut(0, 0)]))).toBeUndefined();
    expect(failedGate(pinned, compacted(thoughtful, [cut(0, 1)]))?.gate).toBe('pins');
  });

  it('lets a person write more than there was, and nothing else', () => {
    const after = compacted(thread, [edit(1, 3, said('long words '.repeat(2_000)))]);
    expect(failedGate(thread, after)?.gate).toBe('smaller');
    expect(failedGate(thread, after, { mayGrow: true })).toBeUndefined();
    expect(failedGate(thread, compacted(thread, [edit(1, 6)]), { mayGrow: true })?.gate).toBe('not-empty');
  });

  it('asks for no typed message where there was none', () => {
    const silent = threadOf(round(run('ls', LONG)), round(run('ls', LONG)));
    expect(failedGate(silent, compacted(silent, [edit(1, 2, said('Something was listed.'))]))).toBeUndefined();
  });

  it('refuses what a provider would, and says where', () => {
    const broken: Thread = {
      ...compacted(thread, [edit(1, 3, said('One was done.'))]),
      items: thread.items.slice(3).map((item, at) =>
        at === 1
          ? {
              ...item,
              message: {
                ...item.message,
                blocks: [{ type: 'checkpoint', id: 'abcdef' } as const, ...item.message.blocks],
              },
            }
          : item,
      ),
    };
    expect(failedGate(thread, broken)).toEqual({
      gate: 'valid',
      detail: 'block-of-role at message 1: checkpoint in assistant',
    });
  });

  it('refuses what would come out of order, by the ids', () => {
    const after = compacted(thread, [edit(1, 3, said('One was done.'))]);
    const [summary, ...rest] = after.items;
    if (!summary) throw new Error('no item');
    expect(failedGate(thread, { ...after, items: [...rest, summary] })).toEqual({
      gate: 'order',
      detail: 'entry 1 would come after entry 6',
    });
    expect(failedGate(thread, { ...after, items: [summary, ...rest.toReversed()] })?.gate).toBeDefined();
  });
});
