/** The preview of a compaction and the marker of the one that is then done have the same numbers, part by part. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rehearseCompaction } from '../../../src/core/agent/rehearse-compaction.ts';
import { type CompactionModels, runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import type { PlanInput } from '../../../src/core/compaction/plan-input.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import type { StepKind } from '../../../src/core/thread/strategy.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { computeMeter } from '../../../src/core/view/compute-meter.ts';
import { makePreview } from '../../../src/core/view/make-preview.ts';
import type { PreviewPart } from '../../../src/core/view/preview.ts';
import type { MarkerRow } from '../../../src/core/view/row.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { runs } from '../../property/runs.ts';
import { limitsWith, perform, someConfig, someOperations, someTarget } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';

const factor = fc.double({ min: 0.6, max: 1.9, noNaN: true });

/** The thread after a reply whose server counted `factor` tokens for each that we estimate. */
function counted(thread: Thread, factor: number): Thread {
  const input = Math.round((thread.tokens + 1_200) * factor);
  const usage = tokenUsage({ input, output: 3 });
  const blocks = [{ type: 'text', text: 'Yes, it is.' }] as const;
  return append(thread, { type: 'message', origin: 'model', blocks, usage, model: 'a/b', id: nextId(thread), at: 0 });
}

async function both(input: PlanInput, rehearsed: CompactionModels, real: CompactionModels) {
  const { thread, config, base } = input;
  const { outcome, asked } = await rehearseCompaction(input, rehearsed);
  const done = await runCompaction(input, real, { aborted: false });
  if (outcome.type !== 'compacted' || done.type !== 'compacted') return undefined;
  const { draft, price } = outcome;
  const meter = { config, size: { window: 200_000 }, model: undefined, ...(base && { base }) };
  const preview = makePreview({ thread, draft, price, meter, why: 'manual', ...(asked && { asked }) });
  const after = append(thread, { ...done.draft, id: nextId(thread), at: 0 });
  const marker = projectRows(after).rows.at(-1);
  if (marker?.type !== 'marker') throw new Error('no marker');
  return { preview, marker, meter: computeMeter(after, meter), draft: done.draft, strategy: draft.strategy };
}

const FATES: Readonly<Record<StepKind, readonly PreviewPart['fate'][]>> = {
  native: ['native'],
  extract: ['summarized', 'dropped'],
  summarize: ['summarized', 'dropped'],
  truncate: ['dropped'],
  replace: ['replaced'],
  recorded: [],
  collapse: ['collapsed'],
  supersede: ['trimmed'],
  trim: ['trimmed'],
  shorten: ['trimmed'],
};

type Sizes = Readonly<Record<'before' | 'after', number>>;

/** By what the preview names apart: all runs of messages, the results that collapse, those that are cut. */
function sizesOf(parts: readonly { readonly kind: string; readonly before: number; readonly after: number }[]) {
  const sums = new Map<string, Sizes>();
  for (const { kind, before, after } of parts) {
    const { before: b = 0, after: a = 0 } = sums.get(kind) ?? {};
    sums.set(kind, { before: b + before, after: a + after });
  }
  return Object.fromEntries(sums);
}
const group = (fate: string) => (fate === 'collapsed' || fate === 'trimmed' ? fate : 'messages');
const inMarker = ({ steps }: MarkerRow) =>
  sizesOf(
    steps.map(({ kind, tokensBefore, tokensAfter }) => ({
      kind: group(FATES[kind][0] ?? ''),
      before: tokensBefore,
      after: tokensAfter,
    })),
  );
const inPreview = (parts: readonly PreviewPart[]) =>
  sizesOf(
    parts.flatMap(({ fate, tokensBefore, tokensAfter }) =>
      fate === 'kept' ? [] : [{ kind: group(fate), before: tokensBefore, after: tokensAfter }],
    ),
  );

it('without a model: the gauge, the sizes before and after, each part and what is kept', async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(
      someOperations,
      someConfig,
      someTarget,
      factor,
      fc.boolean(),
      async (operations, config, target, factor, isCounted) => {
        const plain = operations.reduce(perform, replay([]));
        const thread = isCounted ? counted(plain, factor) : plain;
        const base = { system: 900, tools: 300, instructions: 0, factor };
        const none = { model: undefined };
        const input: PlanInput = { thread, config, limits: limitsWith(target), trigger: 'manual', base };
        const made = await both(input, none, none);
        if (!made) return;
        seen++;
        const { preview, marker, meter } = made;
        expect([marker.tokensBefore, marker.tokensAfter]).toEqual([preview.before.tokens, preview.after.tokens]);
        expect(meter.tokens).toBe(marker.tokensAfter);
        expect(inPreview(preview.parts)).toEqual(inMarker(marker));
        const kept = preview.parts.find(({ fate }) => fate === 'kept');
        if (kept)
          expect(marker.kept.messages === 0 ? 0 : marker.kept.tokens).toBe(
            marker.kept.messages === 0 ? 0 : kept.tokensAfter,
          );
        // The steps are in tokens of the measure, as what stays beside them is.
        if (kept && kept.ranges.others === 0 && !preview.parts.some(({ fate }) => fate === 'trimmed')) {
          const stays = kept.ranges.shown.reduce((sum, { tokens }) => sum + tokens, 0);
          expect(Math.abs(kept.tokensBefore - stays)).toBeLessThanOrEqual(6 + marker.steps.length);
        }
        // What is in the table of the marker makes up the whole.
        const { before = 0, after = 0 } =
          sizesOf(Object.values(inMarker(marker)).map((one) => ({ kind: '', ...one })))[''] ?? {};
        expect(before - after).toBeLessThanOrEqual(
          (marker.tokensBefore ?? 0) - (marker.tokensAfter ?? 0) + 2 + marker.steps.length,
        );
      },
    ),
    runs(100),
  );
  expect(seen).toBeGreaterThan(5);
});

it('with a model’s summary only the size of the summary is another, which the preview says is estimated', async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 4, max: 40 }), factor, fc.nat(400), async (turns, factor, words) => {
      const thread = counted(work(turns), factor);
      const base = { system: 900, tools: 300, instructions: 0 };
      const saying = (text: string): CompactionModels => ({
        model: {
          id: 'a/b',
          modelKey: 'a/b',
          window: 200_000,
          prices: DEFAULT_PRICES,
          warm: false,
          complete: async () => ({ ok: true, value: { text } }) as const,
        },
      });
      const input: PlanInput = {
        thread,
        config: DEFAULT_CONFIG,
        limits: limitsWith(4_000),
        trigger: 'manual',
        base,
      };
      const made = await both(input, saying(''), saying('It did as it was asked. '.repeat(20 + words)));
      if (made?.strategy !== 'summarize' || made.draft.strategy !== 'summarize') return;
      seen++;
      const { preview, marker } = made;
      expect(preview.after.estimated).toBe(true);
      const [said, done] = [inPreview(preview.parts), inMarker(marker)];
      expect(Object.keys(said)).toEqual(expect.arrayContaining(Object.keys(done)));
      for (const kind of Object.keys(done)) expect(said[kind]?.before).toBe(done[kind]?.before);
      for (const kind of ['collapsed', 'trimmed']) expect(said[kind]?.after).toBe(done[kind]?.after);
      const off = (said.messages?.after ?? 0) - (done.messages?.after ?? 0);
      expect(Math.abs(preview.after.tokens - (marker.tokensAfter ?? 0) - off)).toBeLessThanOrEqual(2);
      const kept = preview.parts.find(({ fate }) => fate === 'kept');
      expect(Math.abs((kept?.tokensAfter ?? 0) - marker.kept.tokens)).toBeLessThanOrEqual(2);
    }),
    runs(60),
  );
  expect(seen).toBeGreaterThan(5);
});
