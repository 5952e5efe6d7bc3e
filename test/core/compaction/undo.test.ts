/** Undo and redo in any order: which are refused, and why. */
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { overlapsOfUndone } from '../../../src/core/compaction/overlaps.ts';
import type { PlannedCompaction } from '../../../src/core/compaction/plan-input.ts';
import { lastLive, lastUndone, planRedo, planUndo } from '../../../src/core/compaction/undo.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { numbered } from '../arbitrary/thread.ts';

const messages = Array.from({ length: 12 }, (_, i) => ({
  type: 'message' as const,
  origin: i % 2 ? ('model' as const) : ('typed' as const),
  blocks: [{ type: 'text' as const, text: `m${i + 1}` }],
}));

function compaction(from: number, to: number): PlannedCompaction {
  const replacement = [{ role: 'user' as const, blocks: [{ type: 'text' as const, text: `S${from}-${to}` }] }];
  const span = { from: entryId(from), to: entryId(to) };
  const edits = [{ type: 'entries' as const, span, fate: 'summarized' as const, replacement }];
  return {
    type: 'compaction',
    trigger: 'manual',
    strategy: 'extract',
    tokensBefore: 2,
    tokensAfter: 1,
    steps: [],
    edits,
  };
}

const said = (thread: Thread) =>
  thread.items.map((item) => item.message.blocks.map((b) => (b.type === 'text' ? b.text : '')).join('')).join(' ');
const start = replay(numbered(messages));

function undo(thread: Thread, id: number): Thread {
  const planned = planUndo(thread, entryId(id));
  if (!planned.ok) throw new Error(planned.error.type);
  return append(thread, applyBoundary(thread, planned.value, 0));
}

describe('undo and redo', () => {
  const once = append(start, applyBoundary(start, compaction(1, 4), 0));
  const twice = append(once, applyBoundary(once, compaction(1, 8), 0));

  it('a wider compaction lies outside an earlier one and reveals it when undone', () => {
    expect(said(twice)).toBe('S1-8 m9 m10 m11 m12');
    expect(said(undo(twice, 14))).toBe('S1-4 m5 m6 m7 m8 m9 m10 m11 m12');
  });

  it('undoing the inner one first changes nothing that is sent, then both are gone', () => {
    const inner = undo(twice, 13);
    expect(said(inner)).toBe(said(twice));
    expect(said(undo(inner, 14))).toBe(said(start));
  });

  it('redo is refused while a live compaction overlaps, and names it', () => {
    const undone = undo(once, 13);
    const crossing = append(undone, applyBoundary(undone, compaction(3, 8), 0));
    expect(planRedo(crossing, entryId(13))).toEqual({ ok: false, error: { type: 'overlaps', id: 13, by: 15 } });
    expect(planRedo(undo(crossing, 15), entryId(13)).ok).toBe(true);
  });

  it('names what can be undone and redone last', () => {
    expect(lastLive(twice)?.id).toBe(14);
    expect(lastUndone(twice)).toBeUndefined();
    const undone = undo(undo(twice, 13), 14);
    expect(lastLive(undone)).toBeUndefined();
    expect(lastUndone(undone)?.id).toBe(14);
  });

  it('names the one that was undone last and still is', () => {
    const undone = undo(undo(twice, 14), 13);
    expect(lastUndone(undone)?.id).toBe(13);
    const redo = planRedo(undone, entryId(13));
    if (!redo.ok) throw new Error(redo.error.type);
    const redone = append(undone, applyBoundary(undone, redo.value, 0));
    expect(lastUndone(redone)?.id).toBe(14);
    expect(lastLive(redone)?.id).toBe(13);
  });

  it('redo is not refused for what is undone, lies inside or beside it', () => {
    const beside = append(once, applyBoundary(once, compaction(5, 8), 0));
    const undone = undo(beside, 13);
    expect(overlapsOfUndone(undone).size).toBe(0);
    expect(planRedo(undone, entryId(13)).ok).toBe(true);
    expect(planRedo(undo(undo(twice, 14), 13), entryId(14)).ok).toBe(true);
  });

  it.each([
    ['no-such-compaction', planUndo(once, entryId(3))],
    ['not-live', planUndo(undo(once, 13), entryId(13))],
    ['not-undone', planRedo(once, entryId(13))],
    ['no-such-compaction', planRedo(once, entryId(99))],
  ])('refuses with %s', (type, result) => expect(result).toMatchObject({ ok: false, error: { type } }));
});
