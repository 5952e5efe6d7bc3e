/** What an expanded marker says of its compaction: what was kept, what the summary retains, its ranges, its reason, how it was made. */
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planSummaryEdit } from '../../../src/core/compaction/edit-summary.ts';
import { TYPED_LABEL } from '../../../src/core/compaction/notes.ts';
import { planCompactCall } from '../../../src/core/compaction/replace/compact-call.ts';
import { RETAIN_LABEL } from '../../../src/core/compaction/summarize/retained.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import type { CompactionEntry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { planPin } from '../../../src/core/thread/pin.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { retainedParts } from '../../../src/core/view/marker-summary.ts';
import type { MarkerRow } from '../../../src/core/view/row.ts';
import { projectRows, rowText } from '../../../src/core/view/rows.ts';
import { checkpointAt, work } from '../arbitrary/work.ts';

function markerOf(thread: Thread): MarkerRow {
  const marker = projectRows(thread).rows.find((row) => row.type === 'marker');
  if (marker?.type !== 'marker') throw new Error('there is no marker');
  return marker;
}

const before = asking(work(6, 8_000));
const [a, b, c] = [checkpointAt(before, 2), checkpointAt(before, 10), checkpointAt(before, 14)];

/** The thread with an open `compact` call and what the model says beside it. */
function asking(thread: Thread): Thread {
  const call = { type: 'tool_use', id: 'k', name: 'compact', input: {} } as const;
  const said = { type: 'text', text: 'The search is over: only the **cause** matters.' } as const;
  const id = nextId(thread);
  return append(thread, { type: 'message', id, at: 5, origin: 'model', model: 'cedar/large', blocks: [said, call] });
}

function byModel(replacements: readonly object[], thread = before): Thread {
  const planned = planCompactCall({ thread, config: DEFAULT_CONFIG, input: { replacements }, callId: 'k' });
  if (!planned.ok) throw new Error(planned.error);
  return append(thread, applyBoundary(thread, planned.value, 0));
}

function withPin(thread: Thread, at: number): Thread {
  const planned = planPin(thread, thread.messages.at(at)?.id ?? entryId(0), true);
  if (!planned.ok) throw new Error(planned.error.type);
  return append(thread, { ...planned.value, id: nextId(thread), at: 0 });
}

describe('a compaction by the model', () => {
  it('names the checkpoints that its range spans, and what the model said', () => {
    const { ranges, because, steps } = markerOf(byModel([{ from: a, to: b, summary: 'Two parts were read.' }]));
    expect(ranges).toMatchObject([{ from: { id: a }, to: { id: b } }]);
    expect(steps).toHaveLength(1);
    expect(because).toEqual({
      text: { text: 'The search is over: only the **cause** matters.', more: 0 },
      model: 'cedar/large',
    });
    const rows = new Set(projectRows(before).rows.map(({ entry }) => entry));
    for (const place of [ranges?.[0]?.from, ranges?.[0]?.to]) expect(rows.has(place?.entry ?? entryId(0))).toBe(true);
  });

  it('says that a range begins at the start', () => {
    const { ranges } = markerOf(byModel([{ to: b, summary: 'It began.' }]));
    expect(ranges?.[0]).not.toHaveProperty('from');
    expect(ranges?.[0]?.to?.id).toBe(b);
  });

  it('of several ranges has each summary edited by itself', () => {
    const thread = byModel([
      { to: a, summary: 'It began.' },
      { from: b, to: c, summary: 'Two more parts were read.' },
    ]);
    const { editable, entry, ranges } = markerOf(thread);
    expect(ranges).toHaveLength(2);
    expect(editable?.edits).toHaveLength(2);
    const [first = -1, second = -1] = editable?.edits ?? [];
    expect(rowText(thread, `${entry}.${first}`, 'edit')).toContain('It began.');
    expect(rowText(thread, `${entry}.${second}`, 'edit')).toContain('Two more parts');
    const plan = planSummaryEdit(thread, entry, first, 'It began otherwise.');
    if (!plan.ok) throw new Error(plan.error.type);
    const edited = append(thread, { ...plan.value, id: nextId(thread), at: 0 });
    expect(markerOf(edited)).toMatchObject({ edited: true, editable });
    expect(rowText(edited, `${entry}.${first}`, 'edit')).toBe('It began otherwise.');
    expect(rowText(edited, `${entry}.${second}`, 'edit')).toContain('Two more parts');
    expect(rowText(edited, `${entry}.999`, 'edit')).toBeUndefined();
    const left = append(edited, { type: 'restore', to: entryId(1), id: nextId(edited), at: 0 });
    expect(markerOf(left)).toMatchObject({ state: 'left', edited: true, editable });
    expect(markerOf(left).summary?.text).toContain('It began otherwise.');
    expect(rowText(left, `${entry}`, 'summary')).toContain('It began otherwise.');
    expect(markerOf(left)).toBe(markerOf(left));
  });
});

describe('what was kept', () => {
  it('counts messages and turns, and names the pinned ones', () => {
    const done = byModel([{ from: a, to: b, summary: 'Two parts were read.' }]);
    const { kept } = markerOf(done);
    expect(kept).toMatchObject({ pinned: 0, pins: [] });
    const typed = done.messages.filter(({ origin }) => origin === 'typed');
    expect(kept.turns).toBe(typed.filter(({ id }) => id < 4 || id > 11).length);
    const pinned = markerOf(withPin(withPin(done, 0), 5));
    expect(pinned.kept).toMatchObject({ pinned: 1, messages: kept.messages, tokens: kept.tokens });
    expect(pinned.kept.pins).toMatchObject([{ entry: done.messages.at(0)?.id, text: expect.stringMatching(/\w/) }]);
  });

  describe('has the tokens of the newest turns, of all before them, and of pins', () => {
    const long = asking(work(9, 8_000));
    /** The messages that the range leaves begin here: each turn has four, and the last of the second turn stays. */
    const FIRST = 7;
    const done = byModel([{ to: checkpointAt(long, FIRST - 1), summary: 'It began.' }], long);
    const originalTokens = (from: number, to?: number) =>
      [...done.originals].slice(from, to).reduce((sum, { tokens }) => sum + tokens, 0);
    const partsOf = ({ newest, earlier, pins }: MarkerRow['kept']) =>
      [...newest, ...pins].reduce((sum, { tokens }) => sum + tokens, earlier);

    it('which sum up to the whole', () => {
      const { kept } = markerOf(done);
      const share = kept.tokens / originalTokens(FIRST);
      const isAbout = (tokens: number, from: number, to?: number) =>
        Math.abs(tokens / (originalTokens(from, to) * share) - 1) < 0.02;
      expect(kept.newest.map(({ turn }) => turn)).toEqual([5, 6, 7, 8, 9]);
      for (const { turn, tokens } of kept.newest)
        expect(isAbout(tokens, (turn - 1) * 4, turn < 9 ? turn * 4 : undefined), `turn ${turn}`).toBe(true);
      expect(isAbout(kept.earlier, FIRST, 16)).toBe(true);
      expect(Math.abs(partsOf(kept) - kept.tokens)).toBeLessThanOrEqual(3);
    });

    it('each once: a pinned message is no part of its turn', () => {
      const before = markerOf(done).kept;
      const { kept } = markerOf(withPin(done, 32));
      expect(kept.newest.at(-1)?.tokens).toBeLessThan(before.newest.at(-1)?.tokens ?? 0);
      expect(kept.tokens).toBe(before.tokens);
      expect(Math.abs(partsOf(kept) - kept.tokens)).toBeLessThanOrEqual(4);
    });

    it('and names no turn of which nothing but pinned messages was kept', () => {
      const pinned = [0, 1, 2].reduce(withPin, long);
      const range = { from: checkpointAt(long, 2), to: checkpointAt(long, 26), summary: 'It went on.' };
      const { kept } = markerOf(byModel([range], pinned));
      expect(kept).toMatchObject({ pinned: 3, newest: [{ turn: 7 }, { turn: 8 }, { turn: 9 }], earlier: 0 });
    });
  });

  it('names few of many pins, and what they are is as it was where nothing changed', () => {
    let thread = byModel([{ from: a, to: b, summary: 'Two parts were read.' }]);
    for (const { id } of thread.messages.filter(({ id: one }) => one > 11)) {
      const planned = planPin(thread, id, true);
      if (planned.ok) thread = append(thread, { ...planned.value, id: nextId(thread), at: 0 });
    }
    const { kept } = markerOf(thread);
    expect(kept.pinned).toBeGreaterThan(5);
    expect(kept.pins).toHaveLength(5);
    expect(markerOf(thread)).toBe(markerOf(thread));
  });
});

describe('what a summary retains', () => {
  const compaction = (...texts: readonly string[]): CompactionEntry => ({
    type: 'compaction',
    id: entryId(3),
    at: 0,
    trigger: 'manual',
    strategy: 'summarize',
    model: 'cedar/mini',
    usage: tokenUsage({ input: 99_000, output: 4_100 }),
    prompt: 'Summarize it.',
    took: 21_000,
    steps: [],
    edits: [
      {
        type: 'entries',
        span: { from: entryId(1), to: entryId(2) },
        fate: 'summarized',
        replacement: texts.map((text) => ({ role: 'user', blocks: [{ type: 'text', text }] }) as const),
      },
    ],
  });

  it('is its sections with their entries, the carried lines, and what was typed', () => {
    const summary =
      '# Record\n\n## Files\n\n- a.ts\n- b.ts\n\n```text\n## no heading\n- no entry\n```\n\n## Open\n\n1. Go on.';
    const parts = retainedParts(
      compaction(`${RETAIN_LABEL}\nNever drop a part.\nUse 20 s.`, summary, `${TYPED_LABEL}\n\n## Asks\n\n- one`),
    );
    expect(parts).toEqual([
      { kind: 'section', heading: 'Record', entries: 0 },
      { kind: 'section', heading: 'Files', entries: 2 },
      { kind: 'section', heading: 'Open', entries: 1 },
      { kind: 'carried', entries: 2 },
      { kind: 'typed' },
    ]);
  });

  it('is bounded, and so are its headings', () => {
    const parts = retainedParts(
      compaction(Array.from({ length: 500 }, (_, n) => `## ${n} ${'x'.repeat(500)}`).join('\n')),
    );
    expect(parts).toHaveLength(12);
    for (const part of parts) expect(part.kind === 'section' && part.heading.length).toBeLessThanOrEqual(60);
  });

  it('comes with how it was made, and its prompt is read when it is wanted', () => {
    const thread = append(replay([]), compaction('It went on.'));
    expect(markerOf(thread).made).toEqual({
      model: 'cedar/mini',
      usage: tokenUsage({ input: 99_000, output: 4_100 }),
      took: 21_000,
      prompted: true,
    });
    expect(rowText(thread, '3', 'prompt')).toBe('Summarize it.');
  });
});
