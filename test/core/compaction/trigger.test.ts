/** When a thread is compacted by itself (R23, R25, R30, R42). */
import { describe, expect, it } from 'vitest';
import { afterFailure, breakerState, CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planSummaryEdit } from '../../../src/core/compaction/edit-summary.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { shouldAutoCompact } from '../../../src/core/compaction/trigger.ts';
import { planRedo, planUndo } from '../../../src/core/compaction/undo.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { limitsWith } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';

function limits(config: CompactionConfig = DEFAULT_CONFIG, window = 200_000) {
  const found = limitsFor({ window }, config);
  if (!found.ok) throw new Error(found.error.type);
  return found.value;
}

/** A thread whose last reply reported this many tokens. */
function reported(tokens: number): Thread {
  const usage = tokenUsage({ cacheRead: tokens - 100, input: 90, output: 10 });
  return replay([
    { type: 'message', id: entryId(1), at: 0, origin: 'typed', blocks: [{ type: 'text', text: 'go' }] },
    { type: 'message', id: entryId(2), at: 0, origin: 'model', blocks: [{ type: 'text', text: 'ok' }], usage },
  ]);
}

const decide = (thread: Thread, more = {}, config: CompactionConfig = DEFAULT_CONFIG) =>
  shouldAutoCompact({ thread, config, limits: limits(config), ...more });

describe('shouldAutoCompact', () => {
  it.each([
    ['R23 160,000 of 200,000 fires', reported(160_000), {}, DEFAULT_CONFIG, { type: 'compact' }],
    ['R23 159,999 does not', reported(159_999), {}, DEFAULT_CONFIG, { type: 'wait', why: 'below-trigger' }],
    [
      'R27 the message that is about to be sent counts',
      reported(159_000),
      { pendingTokens: 1_000 },
      DEFAULT_CONFIG,
      { type: 'compact' },
    ],
    [
      'R42 enabled: false never',
      reported(190_000),
      {},
      { ...DEFAULT_CONFIG, enabled: false },
      { type: 'wait', why: 'switched-off' },
    ],
    [
      'R42 a strategy that is switched off never',
      reported(190_000),
      {},
      { ...DEFAULT_CONFIG, strategy: 'disabled' },
      { type: 'wait', why: 'switched-off' },
    ],
    [
      'R25 a report counts where estimates do not',
      reported(160_000),
      {},
      { ...DEFAULT_CONFIG, estimateWhenUnreported: false },
      { type: 'compact' },
    ],
    [
      'R42 auto: false not by itself',
      reported(190_000),
      {},
      { ...DEFAULT_CONFIG, auto: false },
      { type: 'wait', why: 'not-automatic' },
    ],
    ['auto: ask asks', reported(170_000), {}, { ...DEFAULT_CONFIG, auto: 'ask' }, { type: 'ask', why: 'configured' }],
    [
      'an absolute threshold fires',
      reported(50_000),
      {},
      { ...DEFAULT_CONFIG, thresholdTokens: 50_000 },
      { type: 'compact' },
    ],
  ] satisfies [string, Thread, object, CompactionConfig, object][])('%s', (_, thread, more, config, expected) => {
    expect(decide(thread, more, config)).toEqual(expected);
  });

  it('R23 takes a count that is only estimated 10 % higher', () => {
    const thread = work(40);
    const at = (share: number) => ({ ...limits(), trigger: Math.round(thread.tokens * share) });
    expect(decide(thread, { limits: at(1.09) }).type).toBe('compact');
    expect(decide(thread, { limits: at(1.11) }).type).toBe('wait');
  });

  it('R25 never fires on an estimate when estimates are switched off', () => {
    const thread = work(40);
    const config = { ...DEFAULT_CONFIG, estimateWhenUnreported: false };
    expect(decide(thread, { limits: { ...limits(), trigger: 1 } }, config)).toEqual({
      type: 'wait',
      why: 'not-counted',
    });
  });

  const thread = work(40);
  const plan = planCompaction({ thread, config: DEFAULT_CONFIG, limits: limitsWith(5_000), trigger: 'auto' });
  if (plan.type !== 'compaction') throw new Error(plan.type);
  const compacted = append(thread, applyBoundary(thread, plan.draft, 0));

  it('R30 case 15: fires once for one sample, also when the count stays above', () => {
    expect(decide(compacted, { limits: { ...limits(), trigger: 10 } })).toEqual({
      type: 'wait',
      why: 'just-compacted',
    });
  });

  it('after an undo it asks, unless the next request can not fit', () => {
    const undo = planUndo(compacted, compacted.compactions[0]?.id ?? entryId(0));
    if (!undo.ok) throw new Error(undo.error.type);
    const undone = append(compacted, applyBoundary(compacted, undo.value, 0));
    expect(decide(undone, { limits: { ...limits(), trigger: 10 } })).toEqual({ type: 'ask', why: 'undone' });
    expect(decide(undone, { limits: { ...limits(), trigger: 10, window: 100, reserve: 0 } })).toEqual({
      type: 'compact',
    });
  });

  const grown = (from: Thread) =>
    append(from, {
      type: 'message',
      id: nextId(from),
      at: 0,
      origin: 'typed',
      blocks: [{ type: 'text', text: 'go on' }],
    });

  it('fires again at once for another context: after a restore, a switch of model, a longer summary', () => {
    const low = { limits: { ...limits(), trigger: 10 } };
    const restored = append(compacted, applyBoundary(compacted, { type: 'restore', to: entryId(20) }, 0));
    expect(decide(restored, low)).toEqual({ type: 'compact' });
    const switched = append(compacted, applyBoundary(compacted, { type: 'model', model: 'smaller' }, 0));
    expect(decide(switched, low)).toEqual({ type: 'compact' });
    const edited = planSummaryEdit(
      compacted,
      compacted.compactions[0]?.id ?? entryId(0),
      0,
      'long words '.repeat(9_000),
    );
    if (!edited.ok) throw new Error(edited.error.type);
    expect(decide(append(compacted, applyBoundary(compacted, edited.value, 0)), low)).toEqual({ type: 'compact' });
    const back = append(restored, applyBoundary(restored, { type: 'restore', to: nextId(thread) }, 0));
    expect(back.items).toEqual(compacted.items);
  });

  it('after an undo it asks up to the last token that fits', () => {
    const undo = planUndo(compacted, compacted.compactions[0]?.id ?? entryId(0));
    if (!undo.ok) throw new Error(undo.error.type);
    const undone = append(compacted, applyBoundary(compacted, undo.value, 0));
    const at = (window: number) => decide(undone, { limits: { ...limits(), trigger: 10, window, reserve: 50 } });
    // An estimate counts a tenth more here too.
    const safe = Math.ceil(undone.tokens * 1.1);
    expect(at(safe + 50)).toEqual({ type: 'ask', why: 'undone' });
    expect(at(safe + 49)).toEqual({ type: 'compact' });
  });

  it('after a redo it goes on by itself', () => {
    const id = compacted.compactions[0]?.id ?? entryId(0);
    const undo = planUndo(compacted, id);
    if (!undo.ok) throw new Error(undo.error.type);
    const undone = append(compacted, applyBoundary(compacted, undo.value, 0));
    const redo = planRedo(undone, id);
    if (!redo.ok) throw new Error(redo.error.type);
    const redone = append(undone, applyBoundary(undone, redo.value, 0));
    expect(decide(redone, { limits: { ...limits(), trigger: 10 } })).toEqual({ type: 'compact' });
  });

  it('does not loop where what must stay exceeds the trigger, until a tenth of the target has come', () => {
    const stuck = grown(append(thread, { ...applyBoundary(thread, plan.draft, 0), reason: 'fixed-part' }));
    const since = stuck.tokens - plan.draft.tokensAfter;
    const of = (target: number) => decide(stuck, { limits: { ...limits(), trigger: 10, target } });
    expect(since).toBeGreaterThan(0);
    expect(of(10 * since + 10)).toEqual({ type: 'wait', why: 'no-progress' });
    expect(of(10 * since)).toEqual({ type: 'compact' });
    expect(decide(stuck, { limits: { ...limits(), trigger: 10, target: 10 * since + 10 }, pendingTokens: 1 })).toEqual({
      type: 'compact',
    });
  });

  it('goes on after one that met its target', () => {
    expect(decide(grown(compacted), { limits: { ...limits(), trigger: 10, target: 1_000_000 } })).toEqual({
      type: 'compact',
    });
  });
});

describe('the breaker', () => {
  it('waits longer after each failure and opens after three', () => {
    const once = afterFailure(CLOSED_BREAKER, 1_000);
    expect([breakerState(CLOSED_BREAKER, 0), breakerState(once, 30_999), breakerState(once, 31_000)]).toEqual([
      'closed',
      'waiting',
      'closed',
    ]);
    const twice = afterFailure(once, 31_000);
    expect([breakerState(twice, 90_999), breakerState(twice, 91_000)]).toEqual(['waiting', 'closed']);
    expect(breakerState(afterFailure(twice, 91_000), Number.MAX_SAFE_INTEGER)).toBe('open');
  });
});
