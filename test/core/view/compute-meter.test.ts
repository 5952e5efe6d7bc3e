/** The gauge's number, state and report, where windows are small or a compaction has just been done. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { gaugeState } from '../../../src/core/protocol/gauge-state.ts';
import { computeMeter } from '../../../src/core/view/compute-meter.ts';
import { capacityOf } from '../../../src/core/view/meter.ts';
import { perform } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';

const meterOf = (
  thread: Parameters<typeof computeMeter>[0],
  size: { window: number; maxInput?: number },
  change = {},
) => computeMeter(thread, { config: { ...DEFAULT_CONFIG, ...change }, size, model: 'm' });

describe('M6 the share that is used', () => {
  it.each([
    ['is of the input limit where that is below the window', { window: 400_000, maxInput: 272_000 }, 272_000],
    ['is of the window where the input limit is the same', { window: 400_000, maxInput: 400_000 }, 400_000],
    ['is of the window where the input limit is above it', { window: 200_000, maxInput: 1_000_000 }, 200_000],
    ['is of the window where a server reports 0 as the input limit', { window: 200_000, maxInput: 0 }, 200_000],
    ['is of the window where there is no input limit', { window: 200_000 }, 200_000],
  ])('%s', (_, size, capacity) => {
    expect(capacityOf(meterOf(work(3), size))).toBe(capacity);
  });
});

describe('M7 a window in which the reserve decides the trigger', () => {
  const thread = work(30, 3_000);
  const window = Math.round(thread.tokens * 1.25);
  const state = (change: object) => gaugeState(meterOf(thread, { window }, change), undefined).type;

  it('is due, not over, where the next request is compacted first', () => {
    const { trigger = 0, reserve, tokens } = meterOf(thread, { window });
    expect(trigger).toBe(window - reserve);
    expect(tokens).toBeGreaterThan(trigger);
    expect(state({})).toBe('due');
    expect(meterOf(thread, { window }, {}).tone).toBe('near');
    expect(meterOf(thread, { window }, { auto: 'ask' }).tone).toBe('near');
  });

  it.each([
    ['the trigger is not reached', { auto: 'ask' }, 10, undefined],
    ['compaction acts by itself', {}, 1.1, undefined],
    ['the settings say so', { auto: 'ask' }, 1.1, true],
  ] as const)('asks first or not: %s', (_, change, share, asks) => {
    expect(meterOf(thread, { window: Math.round(thread.tokens * share) }, change).asks).toBe(asks);
  });

  it('asks first after an undo, as long as the request fits', () => {
    const { trigger = 0 } = meterOf(thread, { window });
    const compacted = perform(thread, { type: 'compact', config: DEFAULT_CONFIG, target: thread.tokens / 4 });
    const undone = perform(compacted, { type: 'undo', which: 0 });
    expect(compacted.tokens).toBeLessThan(undone.tokens);
    expect(meterOf(undone, { window: thread.tokens * 2 }, { thresholdRatio: 0.5 }).asks).toBe(true);
    expect(meterOf(undone, { window }).tokens).toBeGreaterThan(trigger);
    expect(meterOf(undone, { window }).asks).toBeUndefined();
  });

  it.each([
    ['compaction is not automatic', { auto: false }],
    ['compaction is switched off', { enabled: false }],
    ['the strategy is disabled', { strategy: 'disabled' }],
  ])('is over where %s, since the next request can’t be sent', (_, change) => {
    expect(state(change)).toBe('over');
  });

  it('is over where what must stay is larger than the window', () => {
    const typed = perform(work(2), { type: 'abort', said: 'so', typed: 'queue part '.repeat(20_000) });
    expect(meterOf(typed, { window: 16_000 }).tone).toBe('over');
  });
});

describe('M8 right after a compaction', () => {
  const reported = perform(work(30, 3_000), { type: 'reply', model: 'a', total: 60_000, text: 'Done.' });

  it('the report of the context before it is no measure of the new one; the next report is', () => {
    expect(meterOf(reported, { window: 200_000 }).measured?.tokens).toBeGreaterThanOrEqual(60_000);
    const compacted = perform(reported, {
      type: 'summarize',
      target: 8_000,
      reply: '<summary>Parts were queued.</summary>',
    });
    const after = meterOf(compacted, { window: 200_000 });
    expect(after).toMatchObject({ estimated: true });
    expect(after).not.toHaveProperty('measured');
    const next = perform(compacted, { type: 'reply', model: 'a', total: after.tokens + 500, text: 'Next.' });
    expect(meterOf(next, { window: 200_000 }).measured).toBeDefined();
  });
});

it('the largest items hold a compaction once, with all that it left', () => {
  const compacted = perform(work(30, 3_000), {
    type: 'compact',
    config: { ...DEFAULT_CONFIG, strategy: 'extract' },
    target: 8_000,
  });
  const { segments, largest } = meterOf(compacted, { window: 200_000 });
  const summaries = largest.filter(({ kind }) => kind === 'summary');
  expect(summaries).toHaveLength(1);
  const segment = segments.find(({ kind }) => kind === 'summary')?.tokens ?? 0;
  expect(Math.abs((summaries[0]?.tokens ?? 0) - segment)).toBeLessThanOrEqual(1);
});
