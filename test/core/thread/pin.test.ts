/** Pins: what a person pins stays word for word through whatever is compacted, and the gauge shows what it takes. */
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { gateAndMeasure } from '../../../src/core/compaction/draft.ts';
import { planReplace } from '../../../src/core/compaction/replace/plan-replace.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { isReplaced, planPin } from '../../../src/core/thread/pin.ts';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { computeMeter } from '../../../src/core/view/compute-meter.ts';
import { perform } from '../arbitrary/operations.ts';
import { checkpointAt, work } from '../arbitrary/work.ts';
import { contextBytes } from '../compaction/properties.ts';

const thread = work(4, 400);

function pinned(now: Thread, ...messages: readonly number[]): Thread {
  return messages.reduce((current, message) => {
    const planned = planPin(current, entryId(message), true);
    if (!planned.ok) throw new Error(planned.error.type);
    return append(current, { ...planned.value, id: nextId(current), at: 0 });
  }, now);
}

const compacted = (now: Thread, collapseAfterTurns: number | null = null) =>
  perform(now, {
    type: 'compact',
    config: { ...DEFAULT_CONFIG, toolOutput: { ...DEFAULT_CONFIG.toolOutput, collapseAfterTurns } },
    target: 100,
  });
const entries = ({ items }: Thread) => items.flatMap((item) => (item.type === 'entry' ? [Number(item.entry.id)] : []));

describe('a pin', () => {
  it('changes no byte by itself', () => {
    expect(contextBytes(pinned(thread, 1, 3))).toBe(contextBytes(thread));
  });

  it('keeps its message, and the round of a result, through every compaction', () => {
    const once = compacted(pinned(thread, 5, 3));
    // Messages 1 and 4 are no larger than the notes that would stand for them.
    expect(entries(once)).toEqual([1, 2, 3, 4, 5, 13]);
    expect(once.items).toContain(thread.items.at(2));
    const again = compacted(perform(once, { type: 'abort', said: 'so', typed: 'go on' }));
    expect(entries(again)).toEqual(expect.arrayContaining([2, 3, 5]));
  });

  it('keeps its result from being collapsed or trimmed', () => {
    const once = compacted(pinned(thread, 7), 1);
    expect(once.items).toContain(thread.items.at(6));
  });

  it('costs no note where next to nothing stood between two', () => {
    const once = perform(pinned(thread, 4, 6), { type: 'summarize', target: 500, reply: 'One was answered.' });
    expect(entries(once).slice(0, 5)).toEqual([4, 5, 6, 7, 13]);
    const texts = once.items.map(({ message }) => message.blocks.map((b) => (b.type === 'text' ? b.text : '')).join());
    expect(texts.filter((text) => text.includes('told in the record above')).length).toBe(1);
  });

  it('is heeded by a range too: the gate refuses it', () => {
    const now = pinned(thread, 3);
    const planned = planReplace({
      thread: now,
      replacements: [{ to: checkpointAt(now, 4), summary: 'One was asked.' }],
      trigger: 'model',
    });
    if (!planned.ok) throw new Error(planned.error.type);
    expect(gateAndMeasure(now, planned.value)).toEqual({
      ok: false,
      error: { gate: 'pins', detail: 'the pinned message 3 would change' },
    });
  });

  it('lets go at the next compaction after it was taken off', () => {
    const once = compacted(pinned(thread, 5));
    const planned = planPin(once, entryId(5), false);
    if (!planned.ok) throw new Error(planned.error.type);
    const free = append(once, { ...planned.value, id: nextId(once), at: 0 });
    expect(entries(free)).toContain(5);
    const target = Math.floor(free.tokens / 2);
    expect(entries(perform(free, { type: 'compact', config: DEFAULT_CONFIG, target }))).not.toContain(5);
  });

  it('holds what a compaction has taken once that one is undone', () => {
    const taken = pinned(compacted(thread), 5);
    expect(isReplaced(taken, entryId(5))).toBe(true);
    expect(entries(compacted(perform(taken, { type: 'abort', said: 'so', typed: 'go on' })))).not.toContain(5);
    const { id } = taken.compactions[0] ?? { id: entryId(1) };
    const back = append(taken, applyBoundary(taken, { type: 'undo', compaction: id }, 0));
    expect(isReplaced(back, entryId(5))).toBe(false);
    expect(entries(compacted(back))).toContain(5);
    const again = append(back, applyBoundary(back, { type: 'redo', compaction: id }, 0));
    expect(contextBytes(again)).toBe(contextBytes(taken));
  });

  it('survives a restore', () => {
    const there = perform(pinned(thread, 1), { type: 'restore', which: 4, to: 'entry' });
    expect(there.pins).toEqual(new Set([1]));
  });

  it.each<[string, number, boolean]>([
    ['no-such-message', 99, true],
    ['unchanged', 2, false],
  ])('is refused with %s', (type, message, to) => {
    expect(planPin(thread, entryId(message), to)).toMatchObject({ ok: false, error: { type } });
  });
});

describe('the gauge', () => {
  it('shows what pinned messages take as a part of its own', () => {
    const parts = (now: Thread) =>
      new Map(
        computeMeter(now, { config: DEFAULT_CONFIG, size: { window: 200_000 }, model: 'm' }).segments.map((s) => [
          s.kind,
          s.tokens,
        ]),
      );
    const [without, held] = [parts(thread), parts(pinned(thread, 3))];
    const result = thread.items.at(2)?.tokens ?? 0;
    expect(without.get('pins')).toBeUndefined();
    expect(held.get('pins')).toBe(result);
    const sum = (map: Map<string, number>) => [...map.values()].reduce((total, tokens) => total + tokens, 0);
    expect(sum(held)).toBe(sum(without));
  });
});
