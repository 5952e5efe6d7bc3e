/** A person's edit of a summary: shown while the compaction is live, undone and redone with it, refused with the cause. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planSummaryEdit, summariesOf, summaryIn } from '../../../src/core/compaction/edit-summary.ts';
import { noteFor, refNote, TYPED_LABEL } from '../../../src/core/compaction/notes.ts';
import { planReplace } from '../../../src/core/compaction/replace/plan-replace.ts';
import { RETAIN_LABEL, retainedLines } from '../../../src/core/compaction/summarize/retained.ts';
import { SUMMARY_LABEL } from '../../../src/core/compaction/summary-frame.ts';
import { planRedo, planUndo } from '../../../src/core/compaction/undo.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, type Thread } from '../../../src/core/thread/thread.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { runs } from '../../property/runs.ts';
import { perform } from '../arbitrary/operations.ts';
import { checkpointAt, work } from '../arbitrary/work.ts';
import { contextBytes } from './properties.ts';

const KEPT_HEADING = '## Lines that later compactions keep';

const EXTRACT = { ...DEFAULT_CONFIG, strategy: 'extract' } as const;
const REPLY = '<retain>\n- keep port 8080\n</retain>\n<summary>Three questions were answered.</summary>';
const compacted = perform(work(4), { type: 'summarize', target: 1_000, reply: REPLY });
const compaction = compacted.compactions[0]?.id ?? entryId(1);
const written = compacted.compactions[0];
const summary = ({ compactions: [first] }: Thread) => (first && written ? summaryIn(first, 0, written) : undefined);

function edited(thread: Thread, text: string): Thread {
  const planned = planSummaryEdit(thread, compaction, 0, text);
  if (!planned.ok) throw new Error(planned.error.type);
  return append(thread, applyBoundary(thread, planned.value, 0));
}

/** With a summary by the model's tool `compact` that has no label of the program before it. */
function ranged(summary: string): Thread {
  const thread = work(6);
  const replacements = [{ from: checkpointAt(thread, 4), to: checkpointAt(thread, 12), summary }];
  const planned = planReplace({ thread, replacements, trigger: 'model', namesRef: true });
  if (!planned.ok) throw new Error(planned.error.type);
  return append(thread, applyBoundary(thread, planned.value, 0));
}

const NOTE = noteFor({ from: entryId(1), to: entryId(2) }, undefined, false);

function flipped(thread: Thread, plan: typeof planUndo | typeof planRedo): Thread {
  const planned = plan(thread, compaction);
  if (!planned.ok) throw new Error(planned.error.type);
  return append(thread, applyBoundary(thread, planned.value, 0));
}

const after = edited(compacted, 'Three questions; the port is 9090.');

describe('planSummaryEdit', () => {
  it('puts the new text where the model reads it, and in the marker', () => {
    expect(contextBytes(after)).toContain('Three questions; the port is 9090.');
    expect(contextBytes(after)).not.toContain('Three questions were answered.');
    const marker = projectRows(after).rows.find((row) => row.type === 'marker');
    expect(marker).toMatchObject({ summary: { text: expect.stringContaining('the port is 9090.') } });
  });

  it('tells which edits there are to rewrite, each by its index, without notes that stand for a run', () => {
    const [first] = after.compactions;
    expect(first?.edits).toHaveLength(2);
    expect(first && summariesOf(first).map(({ edit }) => edit)).toEqual([0]);
  });

  it('goes with its compaction when that is undone, and comes back with it', () => {
    const undone = flipped(after, planUndo);
    expect(contextBytes(undone)).toBe(contextBytes(work(4)));
    expect(contextBytes(flipped(undone, planRedo))).toBe(contextBytes(after));
  });

  it('is taken back by another edit with the old text, to the byte', () => {
    expect(contextBytes(edited(after, summary(compacted) ?? ''))).toBe(contextBytes(compacted));
  });

  it('keeps retained lines apart, so that the next compaction carries them as they were edited', () => {
    expect(summary(compacted)).toBe(`${KEPT_HEADING}\n- keep port 8080\n\nThree questions were answered.`);
    const text = (summary(compacted) ?? '').replace('8080', '9090');
    expect(retainedLines(edited(compacted, text).items)).toEqual(['- keep port 9090']);
    expect(retainedLines(after.items)).toEqual([]);
  });

  it('shows the text alone, and puts the frame and its ref around it again', () => {
    const frame = [SUMMARY_LABEL, 'can be read and searched: ref='];
    for (const part of frame) expect(summary(compacted)).not.toContain(part);
    const context = contextBytes(edited(compacted, 'Nothing but this.'));
    for (const part of frame) expect(context.split(part)).toHaveLength(contextBytes(compacted).split(part).length);
    expect(context).toContain(`${SUMMARY_LABEL}\\n\\nNothing but this.\\n\\n[The messages`);
  });

  it('is read as it was written, whatever is written, in the same frame', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\n\n',
      '- b\n',
      SUMMARY_LABEL,
      RETAIN_LABEL,
      TYPED_LABEL,
      NOTE,
      refNote({ from: entryId(1), to: entryId(2) }),
    );
    const body = fc.string({ unit, maxLength: 6 });
    const beginsKept = fc.boolean();
    const extracted = perform(work(6), { type: 'compact', config: EXTRACT, target: 800 });
    fc.assert(
      fc.property(fc.constantFrom(compacted, extracted, ranged('S')), beginsKept, body, (thread, isKept, said) => {
        const [first] = thread.compactions;
        if (!first) return;
        const refs = (of: Thread) => contextBytes(of).split('can be read and searched: ref=').length;
        const read = (from: Thread) => from.compactions[0] && summaryIn(from.compactions[0], 0, first);
        const write = (from: Thread, text: string) => {
          const planned = planSummaryEdit(from, first.id, 0, text);
          return planned.ok ? append(from, applyBoundary(from, planned.value, 0)) : undefined;
        };
        const text = isKept ? `${KEPT_HEADING}\n${said}` : said;
        const once = write(thread, text);
        if (!once) {
          expect(said.trim() === '' || text === read(thread)).toBe(true);
          return;
        }
        const now = read(once) ?? '';
        expect(refs(once)).toBeGreaterThanOrEqual(refs(thread));
        if (!isKept) expect(now).toBe(text);
        if (!isKept) expect(retainedLines(once.items)).toEqual([]);
        const twice = write(write(once, 'Something else.') ?? once, now);
        expect(twice && read(twice)).toBe(now);
        expect(twice && contextBytes(twice)).toBe(contextBytes(once));
      }),
      runs(200),
    );
  });

  it.each([compacted, ranged('S')])('names its ref also where kept lines are all that is left', (thread) => {
    const id = thread.compactions[0]?.id ?? entryId(1);
    const planned = planSummaryEdit(thread, id, 0, `${KEPT_HEADING}\n- x`);
    if (!planned.ok) throw new Error(planned.error.type);
    const after = append(thread, applyBoundary(thread, planned.value, 0));
    const [entry] = thread.compactions;
    const span = entry?.edits[0]?.type === 'entries' ? entry.edits[0].span : undefined;
    expect(JSON.stringify(planned.value.replacement)).toContain(span && JSON.stringify(refNote(span)).slice(1, -1));
    expect(retainedLines(after.items)).toEqual(['- x']);
    expect(after.compactions[0] && entry && summaryIn(after.compactions[0], 0, entry)).toBe(`${KEPT_HEADING}\n- x`);
  });

  it.each([RETAIN_LABEL, TYPED_LABEL, NOTE])('is the text of a model also where that begins with %j', (label) => {
    const [made] = ranged(`${label}\n- b`).compactions;
    expect(made && summariesOf(made)).toEqual([{ edit: 0, text: `${label}\n- b` }]);
  });

  it('is read by the next extract, also where no model wrote the summary', () => {
    const extracted = perform(work(6), { type: 'compact', config: EXTRACT, target: 800 });
    const [made] = extracted.compactions;
    if (made?.strategy !== 'extract') throw new Error('no extract');
    const planned = planSummaryEdit(extracted, made.id, 0, 'Important: the port is 9090.');
    if (!planned.ok) throw new Error(planned.error.type);
    const rewritten = append(extracted, applyBoundary(extracted, planned.value, 0));
    const more = perform(rewritten, {
      type: 'messages',
      drafts: work(3).messages.map(({ id, at, ...draft }) => draft),
    });
    expect(contextBytes(perform(more, { type: 'compact', config: EXTRACT, target: 800 }))).toContain('9090');
  });

  it('may be longer than what it replaces', () => {
    expect(edited(compacted, 'word '.repeat(20_000)).tokens).toBeGreaterThan(work(4).tokens);
  });

  it.each([
    ['no-such-compaction', planSummaryEdit(compacted, entryId(3), 0, 'x')],
    ['not-live', planSummaryEdit(flipped(compacted, planUndo), compaction, 0, 'x')],
    ['not-live', planSummaryEdit(perform(compacted, { type: 'restore', which: 2, to: 'entry' }), compaction, 0, 'x')],
    ['no-summary', planSummaryEdit(compacted, compaction, 99, 'x')],
    ['blank', planSummaryEdit(compacted, compaction, 0, ' \n')],
    ['unchanged', planSummaryEdit(compacted, compaction, 0, summary(compacted) ?? '')],
  ])('is refused with %s', (type, result) => expect(result).toMatchObject({ ok: false, error: { type } }));
});
