/** The preview of a compaction: what it says is what the compaction then does (C13). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rehearseCompaction } from '../../../src/core/agent/rehearse-compaction.ts';
import { type CompactionModels, runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import type { PlanInput } from '../../../src/core/compaction/plan-input.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { planPin } from '../../../src/core/thread/pin.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { estimateText } from '../../../src/core/tokens/estimate.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { computeMeter } from '../../../src/core/view/compute-meter.ts';
import { makePreview } from '../../../src/core/view/make-preview.ts';
import type { Preview } from '../../../src/core/view/preview.ts';
import { runs } from '../../property/runs.ts';
import { limitsWith, perform, someConfig, someOperations, someTarget } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';

const base = { system: 900, tools: 300, instructions: 0 };

function inputOf(thread: Thread, config = DEFAULT_CONFIG, target = 4_000): PlanInput {
  return { thread, config, limits: limitsWith(target), trigger: 'manual', base };
}

const meterOf = ({ config }: PlanInput) => ({ config, size: { window: 200_000 }, model: undefined, base });

/** A model that answers so. */
function modelSaying(reply: () => string): CompactionModels {
  const complete = async () => ({ ok: true, value: { text: reply() } }) as const;
  return {
    model: { id: 'a/b', modelKey: 'a/b', window: 200_000, prices: DEFAULT_PRICES, warm: false, complete },
  };
}

async function previewed(input: PlanInput, models: CompactionModels = { model: undefined }) {
  const { outcome, asked } = await rehearseCompaction(input, models);
  if (outcome.type !== 'compacted') return { outcome, asked };
  const { draft, price } = outcome;
  const meter = { ...meterOf(input), prices: DEFAULT_PRICES };
  const preview = makePreview({ thread: input.thread, draft, price, meter, why: 'manual', ...(asked && { asked }) });
  return { outcome, preview, asked };
}

/** The thread after the compaction itself. */
async function compacted({ thread, ...rest }: PlanInput, models: CompactionModels = { model: undefined }) {
  const outcome = await runCompaction({ ...rest, thread }, models, { aborted: false });
  if (outcome.type !== 'compacted') throw new Error(outcome.type);
  return append(thread, { ...outcome.draft, id: nextId(thread), at: 0 });
}

const part = ({ parts }: Preview, fate: string) => parts.find((one) => one.fate === fate);
const sum = (preview: Preview, of: 'tokensBefore' | 'tokensAfter' | 'messages') =>
  preview.parts.reduce((total, one) => total + one[of], 0);

describe('what the preview of any thread says', () => {
  it('is what the compaction then does: the gauge, what goes and what stays', async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(someOperations, someConfig, someTarget, async (operations, config, target) => {
        const thread = operations.reduce(perform, replay([]));
        const input = inputOf(thread, config, target);
        const { outcome, preview } = await previewed(input);
        const real = await runCompaction(input, { model: undefined }, { aborted: false });
        expect(real).toEqual(outcome);
        if (!preview) return;
        seen++;
        const after = await compacted(input);
        for (const [size, of] of [
          [preview.before, thread],
          [preview.after, after],
        ] as const) {
          expect(computeMeter(of, { ...meterOf(input), isServerShown: true })).toMatchObject(size);
          expect(computeMeter(of, meterOf(input))).toMatchObject({ ...size, segments: expect.anything() });
        }
        for (const { ranges } of preview.parts)
          for (const [at, { from }] of ranges.shown.entries())
            expect(ranges.shown[at - 1]?.to.turn).not.toBe(from.turn);
        const entries = (of: Thread) => [...of.items].flatMap((item) => (item.type === 'entry' ? [item.entry.id] : []));
        const stays = (part(preview, 'kept')?.messages ?? 0) + (part(preview, 'trimmed')?.messages ?? 0);
        expect(stays).toBe(entries(after).length);
        const beside = (segments: Preview['before']['segments']) =>
          segments.reduce(
            (total, { kind, tokens }) =>
              total + (kind === 'system' || kind === 'tools' || kind === 'server' ? tokens : 0),
            0,
          );
        const slack = preview.parts.length + 3;
        for (const [of, name] of [
          [preview.before, 'tokensBefore'],
          [preview.after, 'tokensAfter'],
        ] as const)
          expect(Math.abs(sum(preview, name) + beside(of.segments) - of.tokens)).toBeLessThanOrEqual(slack);
        const shown = new Set(preview.unpinned.shown.map(({ entry }) => entry));
        for (const id of entries(after)) expect(shown).not.toContain(id);
      }),
      runs(100),
    );
    expect(seen).toBeGreaterThan(5);
  });

  it('holds for a summary: the same goes and stays, and a usual reply leaves the tokens that were said', async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(
        someOperations,
        fc.integer({ min: 4, max: 40 }),
        fc.double({ min: 0.5, max: 1.5, noNaN: true }),
        async (operations, turns, length) => {
          const thread = operations.reduce(perform, work(turns));
          const input = inputOf(thread, DEFAULT_CONFIG, 4_000);
          const { preview, outcome, asked } = await previewed(
            input,
            modelSaying(() => ''),
          );
          if (!preview || !asked?.call || outcome.draft.strategy !== 'summarize') return;
          seen++;
          const likely = asked.call.likelyTokens;
          const reply = 'It did what it was asked to do. '.repeat(Math.ceil((likely * length) / 9));
          const real = await runCompaction(
            input,
            modelSaying(() => reply),
            { aborted: false },
          );
          if (real.type !== 'compacted' || real.draft.strategy !== 'summarize') return;
          const spans = (edits: typeof real.draft.edits) => edits.map(({ type, span, fate }) => ({ type, span, fate }));
          expect(spans(outcome.draft.edits)).toEqual(spans(real.draft.edits));
          // What the program adds is a share of the summary, so it differs by no more than the reply does.
          const off = Math.abs(real.draft.tokensAfter - preview.after.tokens);
          expect(preview.after.estimated).toBe(true);
          expect(off).toBeLessThanOrEqual(2 * (Math.abs(estimateText(reply) - likely) + 40));
        },
      ),
      runs(50),
    );
    expect(seen).toBeGreaterThan(3);
  });
});

describe('C13 the strategy and the price', () => {
  const input = inputOf(work(40));

  it.each(['summarize', 'native', 'extract'] as const)('of %s', async (strategy) => {
    const native = { id: 'a/b', modelKey: 'a/b', prices: DEFAULT_PRICES, compact: () => Promise.reject(new Error()) };
    const models = { ...modelSaying(() => ''), native };
    const { preview } = await previewed({ ...input, config: { ...DEFAULT_CONFIG, strategy } }, models);
    expect(preview?.strategy).toBe(strategy);
    const { summary } = preview?.price ?? {};
    if (strategy !== 'summarize') return expect(summary).toBeUndefined();
    expect(summary?.likely).toBeGreaterThan(0);
    expect(summary?.most).toBeGreaterThan(summary?.likely ?? 0);
    expect(preview?.price?.recache.tokens).toBeGreaterThan(0);
  });

  it('a pin moves its message from what goes to what stays', async () => {
    const { preview } = await previewed(input);
    const [first] = preview?.unpinned.shown ?? [];
    if (!first) throw new Error('nothing goes');
    const pinned = planPin(input.thread, first.entry, true);
    if (!pinned.ok) throw new Error(pinned.error.type);
    const thread = append(input.thread, { ...pinned.value, id: nextId(input.thread), at: 0 });
    const { preview: next } = await previewed({ ...input, thread });
    expect(next?.pins.shown).toEqual([first]);
    expect(next?.unpinned.shown.map(({ entry }) => entry)).not.toContain(first.entry);
    expect(next?.after.segments.map(({ kind }) => kind)).toContain('pins');
  });
});

it('names the calls whose results collapse, and is small for a long thread', async () => {
  const config = { ...DEFAULT_CONFIG, toolOutput: { ...DEFAULT_CONFIG.toolOutput, collapseAfterTurns: 1 } };
  const input = inputOf(work(1_500, 160), { ...config, strategy: 'extract' }, 30_000);
  const { preview } = await previewed(input);
  if (!preview) throw new Error('no preview');
  expect(JSON.stringify(preview).length).toBeLessThan(8_000);
  const collapsed = part(preview, 'collapsed');
  expect(collapsed?.calls.shown[0]).toMatchObject({ kind: 'read', count: 1 });
  expect(collapsed?.calls.others).toBeGreaterThan(10);
  expect(collapsed?.toolResults).toBe((collapsed?.calls.others ?? 0) + 5);
});

it('splits what is sent beside the messages alike before and after, also where the provider counts a little that we do not', async () => {
  // A provider that counts 600 tokens more than we do: less than what the gauge shows as a part before, and more than that after.
  const thread = [work(15), work(15)].reduce<Thread>((so, more) => {
    const asked = [...more.messages].reduce<Thread>((all, entry) => append(all, { ...entry, id: nextId(all) }), so);
    const usage = tokenUsage({ input: asked.tokens + base.system + base.tools + 600, output: 0 });
    const blocks = [{ type: 'text', text: 'Done.' }] as const;
    return append(asked, { type: 'message', origin: 'model', id: nextId(asked), at: 0, blocks, usage, model: 'a' });
  }, replay([]));
  const { preview } = await previewed(inputOf(thread));
  const beside = (kind: string) =>
    [preview?.before, preview?.after].map((size) => size?.segments.find((one) => one.kind === kind)?.tokens ?? 0);
  for (const kind of ['system', 'tools', 'server']) {
    const [before = 0, after = 0] = beside(kind);
    expect(before).toBeGreaterThan(0);
    expect(Math.abs(after - before)).toBeLessThanOrEqual(1);
  }
});
