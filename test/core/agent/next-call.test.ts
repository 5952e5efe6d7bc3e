/** What is done before each call (R23, R25, R27, R30, R35, R41, R42). */
import { describe, expect, it } from 'vitest';
import { afterFailure, CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import { type NextCallInput, nextCall } from '../../../src/core/agent/next-call.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { planUndo } from '../../../src/core/compaction/undo.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import type { MessageEntry, Planned } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { measure, plainEstimate } from '../../../src/core/thread/measure.ts';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { estimateMessage } from '../../../src/core/tokens/estimate.ts';
import { work } from '../arbitrary/work.ts';
import { read, round, run, threadOf, typed } from '../tool-output/rounds.ts';

const WINDOW = 40_000;

function limits(config: CompactionConfig = DEFAULT_CONFIG) {
  return limitsFor({ window: WINDOW }, config);
}

function next(thread: Thread, more: Partial<NextCallInput> = {}) {
  const config = more.config ?? DEFAULT_CONFIG;
  return nextCall({ thread, config, limits: limits(config), breaker: CLOSED_BREAKER, now: 0, ...more });
}

function plus(thread: Thread, message: Partial<Planned<MessageEntry>> & { readonly text?: string }): Thread {
  const { text = 'ok', ...rest } = message;
  const id = nextId(thread);
  return append(thread, { type: 'message', id, at: id, origin: 'model', blocks: [{ type: 'text', text }], ...rest });
}

/** A thread whose last reply reported this many tokens. */
function reported(tokens: number, thread = work(4)): Thread {
  return plus(thread, { usage: tokenUsage({ input: tokens - 10, output: 10 }) });
}

/** How far our estimate of that thread is off. */
function factorOf(tokens: number): number {
  return measure(reported(tokens)).factor;
}

function compacted(thread: Thread): Thread {
  const found = limits();
  if (!found.ok) throw new Error(found.error.type);
  const plan = planCompaction({
    thread,
    config: DEFAULT_CONFIG,
    limits: { ...found.value, target: 1_000 },
    trigger: 'auto',
  });
  if (plan.type !== 'compaction') throw new Error(plan.type);
  return append(thread, applyBoundary(thread, plan.draft, 0));
}

const open = afterFailure(afterFailure(afterFailure(CLOSED_BREAKER, 0), 0), 0);
const off = { ...DEFAULT_CONFIG, enabled: false };
const manual = { ...DEFAULT_CONFIG, auto: false } as const;
const asking = { ...DEFAULT_CONFIG, auto: 'ask' } as const;
const ROOM = WINDOW - WINDOW / 4;

/** Larger than the window by the plain estimate too. */
const LARGE = work(36);
const TOO_LARGE = { tokens: plainEstimate(LARGE), room: ROOM, window: WINDOW };

describe('nextCall', () => {
  it.each([
    ['R23 below the trigger it sends', reported(20_000), {}, { type: 'send' }],
    ['R23 at the trigger it compacts', reported(ROOM), {}, { type: 'compact' }],
    [
      'R27 the prepared message counts',
      reported(20_000),
      { pendingTokens: 11_000 / factorOf(20_000) },
      { type: 'compact' },
    ],
    ['R42 asks where the settings say so', reported(ROOM), { config: asking }, { type: 'ask', why: 'configured' }],
    ['R42 sends as long as it fits where nothing is automatic', reported(ROOM), { config: manual }, { type: 'send' }],
    ['and asks when it does not', LARGE, { config: manual }, { type: 'ask', why: 'too-large', ...TOO_LARGE }],
    [
      'with compaction switched off it says so when it does not fit',
      LARGE,
      { config: off },
      { type: 'compaction-off', why: 'switched-off', ...TOO_LARGE },
    ],
    [
      'or that no strategy is allowed',
      LARGE,
      { config: { ...DEFAULT_CONFIG, strategy: 'disabled' } },
      { type: 'compaction-off', why: 'strategy-disabled', ...TOO_LARGE },
    ],
    ['and sends when it fits', reported(20_000), { config: off }, { type: 'send' }],
    [
      'R41 an unknown window fails no turn',
      reported(50_000),
      { limits: err({ type: 'window-unknown', model: 'm' } as const) },
      { type: 'send', problem: { type: 'window-unknown', model: 'm' } },
    ],
    ['an open breaker stops what is automatic', reported(ROOM), { breaker: open }, { type: 'send' }],
    [
      'but the next send still works through truncate',
      reported(39_000),
      { breaker: open },
      { type: 'compact', strategy: 'truncate' },
    ],
    ['back-off waits', reported(ROOM), { breaker: afterFailure(CLOSED_BREAKER, 0), now: 1 }, { type: 'send' }],
    ['and ends', reported(ROOM), { breaker: afterFailure(CLOSED_BREAKER, 0), now: 60_000 }, { type: 'compact' }],
  ] as const)('%s', (_, thread, more, call) => expect(next(thread, more)).toEqual(call));

  it.each([
    ['nothing is automatic', manual],
    ['compaction is switched off', off],
    ['no strategy is allowed', { ...DEFAULT_CONFIG, strategy: 'disabled' }],
  ] satisfies [string, CompactionConfig][])(
    'M4 where %s it sends what only an extrapolation calls too large',
    (_, config) => {
      const thread = reported(29_000);
      expect(next(thread, { config, pendingTokens: 9_000 })).toEqual({ type: 'send' });
      const counted = { config, pendingTokens: 9_000, counted: 29_000 };
      expect(next(thread, counted).type).not.toBe('send');
    },
  );

  it('M4 never says that a thread can’t fit for what its reports have beyond the plain estimate', () => {
    const message = plus(reported(29_000, work(1)), { origin: 'typed', text: 'line\n'.repeat(9_000) });
    expect(measure(message).tokens).toBeGreaterThan(WINDOW);
    expect(next(message).type).toBe('compact');
  });

  it('R25 without a report the estimate decides, unless it is switched off', () => {
    const thread = work(30);
    expect(next(thread).type).toBe('compact');
    expect(next(thread, { config: { ...DEFAULT_CONFIG, estimateWhenUnreported: false } })).toEqual({ type: 'send' });
  });

  it('R30 case 15 one report compacts once: what comes after it is measured by the next report', () => {
    const once = compacted(reported(ROOM, work(12)));
    const grown = plus(once, { origin: 'tools', text: 'a line of output\n'.repeat(14_000) });
    const small = { limits: ok({ window: 200_000, reserve: 0, trigger: 30_000, target: 10_000, floor: 1_500 }) };
    expect(next(grown, small)).toEqual({ type: 'send' });
    expect(next(plus(grown, { usage: tokenUsage({ input: 60_000 }) }), small).type).toBe('compact');
    expect(next(grown).type).toBe('compact');
  });

  it.each([
    ['the system prompt and tools', work(4), { base: { system: 25_000, tools: 8_000, instructions: 0 } }],
    ['the message that is to be sent', work(4), { pendingTokens: 40_000 }],
    ['the newest typed message', plus(work(1), { origin: 'typed', text: 'line\n'.repeat(40_000) }), {}],
  ])('case 14 says at once that %s alone exceed the window, and compacts nothing', (_, thread, more) =>
    expect(next(thread, more)).toMatchObject({ type: 'cannot-fit', room: ROOM }),
  );

  it('R27 makes room for a message right after a compaction, where the rest of the thread may still go', () => {
    const once = compacted(reported(ROOM, work(12)));
    const { tokens, factor } = measure(once);
    const pendingTokens = (ROOM - tokens / 2) / factor;
    expect(next(once, { pendingTokens })).toEqual({ type: 'compact' });
  });

  it('R27 counts what is about to be sent as the provider would, by the factor of the thread', () => {
    const thread = reported(10_000, work(1));
    expect(10_000 / thread.tokens).toBeGreaterThan(2);
    const { factor } = measure(thread);
    expect(next(thread, { pendingTokens: 20_100 / factor })).toEqual({ type: 'compact' });
    expect(next(thread, { pendingTokens: 19_900 / factor })).toEqual({ type: 'send' });
  });

  it('case 14 counts pins among what must stay', () => {
    const thread = work(30);
    const message = thread.messages.at(0)?.id;
    if (message === undefined) throw new Error('empty');
    const pinned = thread.messages.reduce(
      (pins, { id }) => append(pins, { type: 'pin', message: id, pinned: true, id: nextId(pins), at: 0 }),
      thread,
    );
    expect(next(thread).type).toBe('compact');
    expect(next(pinned).type).toBe('cannot-fit');
  });

  it('asks after a person undid a compaction, until the request can no longer be sent', () => {
    const once = compacted(reported(ROOM, work(12)));
    const id = once.compactions[0]?.id;
    const undo = id === undefined ? undefined : planUndo(once, id);
    if (!undo?.ok) throw new Error('no undo');
    const undone = append(once, applyBoundary(once, undo.value, 0));
    expect(next(undone)).toEqual({ type: 'ask', why: 'undone' });
    expect(next(undone, { pendingTokens: 100 }).type).toBe('compact');
  });

  it('R35 trims outputs over an explicit budget below the trigger', () => {
    const config = { ...DEFAULT_CONFIG, toolOutput: { ...DEFAULT_CONFIG.toolOutput, contextBudgetTokens: 2_000 } };
    expect(next(work(6), { config })).toMatchObject({ type: 'trim', plan: { draft: { strategy: 'outputs' } } });
  });

  const budget = (contextBudgetTokens: number, more: Partial<CompactionConfig> = {}) => ({
    config: { ...DEFAULT_CONFIG, ...more, toolOutput: { ...DEFAULT_CONFIG.toolOutput, contextBudgetTokens } },
  });
  it.each<[string, Thread, Partial<NextCallInput>, object]>([
    ['nothing is automatic', work(6), budget(2_000, { auto: false }), { type: 'send' }],
    ['the person is asked', reported(ROOM), budget(2_000, { auto: 'ask' }), { type: 'ask', why: 'configured' }],
    ['compaction is switched off', work(6), budget(2_000, { enabled: false }), { type: 'send' }],
    ['no strategy is allowed', work(6), budget(0, { strategy: 'disabled' }), { type: 'send' }],
    [
      'the request is too large for what is allowed',
      LARGE,
      budget(2_000, { enabled: false }),
      { type: 'compaction-off', why: 'switched-off' },
    ],
    ['automatic compaction failed too often', reported(ROOM), { ...budget(2_000), breaker: open }, { type: 'send' }],
    ['nothing was reported', work(30), budget(2_000, { estimateWhenUnreported: false }), { type: 'send' }],
    [
      'the window is unknown',
      work(6),
      { ...budget(2_000, { auto: false }), limits: err({ type: 'window-unknown', model: 'm' } as const) },
      { type: 'send', problem: { type: 'window-unknown', model: 'm' } },
    ],
  ])('C11 an explicit budget is applied where %s', (_, thread, more, then) =>
    expect(next(thread, more)).toMatchObject({ type: 'trim', plan: { draft: { strategy: 'outputs' } }, then }),
  );

  it('C11 an explicit budget is applied by whichever step meets it', () => {
    const text = 'a line of the file\n'.repeat(800);
    const thread = threadOf(
      typed('go'),
      round(read('a.ts', text)),
      round(read('a.ts', text)),
      round(run('ls', 'a.ts')),
      typed('go on'),
    );
    const most = Math.ceil(thread.tally.toolResults * 0.6);
    const call = next(thread, budget(most, { auto: false }));
    expect(call.type === 'trim' && call.plan.draft.steps.map(({ kind }) => kind)).toEqual(['supersede']);
    expect(next(thread, budget(thread.tally.toolResults, { auto: false }))).toEqual({ type: 'send' });
  });

  it('C11 the stock budget waits where nothing is automatic, and with the cache switched off there is none', () => {
    expect(next(work(6), { config: manual, cold: true })).toEqual({ type: 'send' });
    const { config } = budget(2_000, { auto: false });
    const cacheOff = { ...config, toolOutput: { ...config.toolOutput, enabled: false } };
    expect(next(work(6), { config: cacheOff })).toEqual({ type: 'send' });
  });
});

it('what must stay has the messages that were not sent yet apart from the newest one', () => {
  const text = 'word '.repeat(60_000);
  const queued = (at: number, words: string) =>
    ({ type: 'queued', id: entryId(at), at, blocks: [{ type: 'text', text: words }] }) as const;
  const thread = append(append(threadOf(typed('go')), queued(10, text)), queued(11, 'ok?'));
  const [large, small] = thread.queue.map(({ blocks }) => estimateMessage(blocks));
  const pendingTokens = (large ?? 0) + (small ?? 0);
  expect(next(thread, { pendingTokens })).toMatchObject({ type: 'cannot-fit', by: { unsent: large, message: small } });
  // A message that is typed, not queued, is the newest one.
  expect(next(thread, { pendingTokens: pendingTokens + 7 })).toMatchObject({
    type: 'cannot-fit',
    by: { unsent: pendingTokens, message: 7 },
  });
});
