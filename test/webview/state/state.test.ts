/** Snapshots, deltas and pages against a simple model of the host: a whole thread that is cut anew each time. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Delta, RowsPage, Snapshot } from '../../../src/core/protocol/panel-state.ts';
import type { Row, RowFate, StatusRun } from '../../../src/core/view/row.ts';
import { segmentAt, segmentsOf } from '../../../src/webview/state/segments.ts';
import * as states from '../../../src/webview/state/state.ts';
import { said } from '../../gallery/rows.ts';

const thread = { id: 't', title: 'T', readOnly: false, canUndo: false, canRedo: false };

/** What the host has. */
interface Whole {
  readonly version: number;
  readonly rows: readonly Row[];
  readonly statuses: readonly StatusRun[];
}

const rowsOf = (count: number, word = ''): Row[] =>
  Array.from({ length: count }, (_, i) => said(i + 1, '12:00', `${word}${i}`));
const evenly = (count: number): StatusRun[] => (count > 0 ? [{ count, fate: 'kept', above: false }] : []);

function snapshotOf({ version, rows, statuses }: Whole, page: number): Snapshot {
  const first = Math.max(0, rows.length - page);
  return { version, thread, total: rows.length, first, rows: rows.slice(first), statuses, showContext: 0 };
}

function deltaOf(before: Whole, after: Whole): Delta {
  const changed = after.rows.flatMap((row, index) => (row === before.rows[index] ? [] : [{ index, row }]));
  return {
    base: before.version,
    version: after.version,
    thread,
    total: after.rows.length,
    statuses: after.statuses,
    changed,
    showContext: 0,
  };
}

const pageOf = ({ version, rows }: Whole, { from, to }: { from: number; to: number }): RowsPage => ({
  version,
  first: from,
  rows: rows.slice(from, to),
});

/** Every row of the window is there, and it is the host's. */
function expectWhole(state: states.PanelState, whole: Whole): void {
  for (let index = state.from; index < state.to; index += 1) {
    const segment = segmentAt(state.segments, index);
    if (segment?.fold && !segment.open) continue;
    expect(state.rows.get(index), `row ${index}`).toBe(whole.rows[index]);
  }
  expect(state.head?.version).toBe(whole.version);
  expect([...state.rows.keys()].every((index) => index >= state.from && index < state.to)).toBe(true);
  expect(states.itemsOf(state).filter((item) => item.type === 'row').length).toBeLessThanOrEqual(states.WINDOW);
}

const fates: readonly RowFate[] = ['kept', 'summarized', 'collapsed', 'dropped', 'silent'];
const cut = fc.array(
  fc.record({ share: fc.integer({ min: 1, max: 40 }), fate: fc.constantFrom(...fates), above: fc.boolean() }),
  { maxLength: 6 },
);

function statusesFor(total: number, cuts: readonly { share: number; fate: RowFate; above: boolean }[]): StatusRun[] {
  const runs: StatusRun[] = [];
  let left = total;
  for (const { share, fate, above } of cuts) {
    const count = Math.min(share, left);
    if (count > 0) runs.push({ count, fate, above });
    left -= count;
  }
  return left > 0 ? [...runs, { count: left, fate: 'kept', above: false }] : runs;
}

const step = fc.oneof(
  fc.record({ type: fc.constant('append' as const), count: fc.integer({ min: 1, max: 30 }), cuts: cut }),
  fc.record({ type: fc.constant('change' as const), at: fc.nat(), cuts: cut }),
  fc.record({ type: fc.constantFrom('older' as const, 'newer' as const) }),
  fc.record({ type: fc.constant('fold' as const), at: fc.nat() }),
  fc.record({ type: fc.constant('jump' as const), at: fc.nat() }),
);

describe('the panel\u2019s state', () => {
  test('is the host\u2019s rows, whatever deltas, pages and folds came in between', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 1, max: 250 }),
        fc.array(step, { maxLength: 25 }),
        (total, page, steps) => {
          let whole: Whole = { version: 1, rows: rowsOf(total), statuses: evenly(total) };
          let state = states.applySnapshot(states.emptyState, snapshotOf(whole, page));
          expectWhole(state, whole);
          for (const next of steps) {
            if (next.type === 'append' || next.type === 'change') {
              const before = whole;
              const rows =
                next.type === 'append'
                  ? [...before.rows, ...rowsOf(next.count, 'new ')]
                  : before.rows.map((row, i) =>
                      i === next.at % before.rows.length ? said(i, '13:00', 'changed') : row,
                    );
              whole = { version: before.version + 1, rows, statuses: statusesFor(rows.length, next.cuts) };
              const followed = states.atEnd(state);
              const applied = states.applyDelta(state, deltaOf(before, whole));
              expect(applied).toBeDefined();
              if (applied) state = applied;
              if (followed) expect(states.atEnd(state)).toBe(true);
            } else if (next.type === 'fold') {
              const folds = state.segments.filter((segment) => segment.fold);
              const fold = folds[next.at % Math.max(1, folds.length)];
              const missing = fold && states.missingInFold(state, fold.from);
              if (fold) state = states.toggleFold(state, fold.from, missing && pageOf(whole, missing));
            } else if (next.type === 'jump') {
              const to = Math.min(whole.rows.length, (next.at % (whole.rows.length + 1)) + 50);
              state = states.showPage(state, pageOf(whole, { from: Math.max(0, to - 100), to })) ?? state;
            } else {
              const wanted = next.type === 'older' ? states.olderPage(state) : states.newerPage(state);
              if (wanted) state = states.applyPage(state, pageOf(whole, wanted)) ?? state;
            }
            expectWhole(state, whole);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('reaches both ends by pages alone', () => {
    const whole: Whole = {
      version: 1,
      rows: rowsOf(1_500),
      statuses: statusesFor(1_500, [
        { share: 700, fate: 'summarized', above: true },
        { share: 300, fate: 'kept', above: true },
      ]),
    };
    let state = states.applySnapshot(states.emptyState, snapshotOf(whole, 60));
    let asked = 0;
    for (let wanted = states.olderPage(state); wanted; wanted = states.olderPage(state), asked += 1) {
      state = states.applyPage(state, pageOf(whole, wanted)) ?? expect.fail('the page does not join');
      expectWhole(state, whole);
      expect(asked).toBeLessThan(30);
    }
    expect(state.from).toBe(0);
    for (let wanted = states.newerPage(state); wanted; wanted = states.newerPage(state), asked += 1) {
      state = states.applyPage(state, pageOf(whole, wanted)) ?? expect.fail('the page does not join');
      expect(asked).toBeLessThan(60);
    }
    expect(states.atEnd(state)).toBe(true);
  });

  test('refuses a delta that does not follow, of another thread, or that leaves a gap', () => {
    const whole: Whole = { version: 4, rows: rowsOf(10), statuses: evenly(10) };
    const state = states.applySnapshot(states.emptyState, snapshotOf(whole, 10));
    const delta = deltaOf(whole, { ...whole, version: 5 });
    expect(states.applyDelta(state, delta)).toBeDefined();
    expect(states.applyDelta(state, { ...delta, base: 3 })).toBeUndefined();
    expect(states.applyDelta(state, { ...delta, thread: { ...thread, id: 'other' } })).toBeUndefined();
    expect(states.applyDelta(state, { ...delta, total: 12 })).toBeUndefined();
    expect(states.applyDelta(states.emptyState, delta)).toBeUndefined();
  });

  test('refuses a page of another version and one that joins nowhere', () => {
    const whole: Whole = { version: 1, rows: rowsOf(300), statuses: evenly(300) };
    const state = states.applySnapshot(states.emptyState, snapshotOf(whole, 50));
    const wanted = states.olderPage(state) ?? { from: 0, to: 0 };
    expect(states.applyPage(state, { ...pageOf(whole, wanted), version: 2 })).toBeUndefined();
    expect(states.applyPage(state, pageOf(whole, { from: 0, to: 20 }))).toBeUndefined();
    expect(states.applyPage(state, pageOf(whole, wanted))).toMatchObject(
      wanted.from === 150 ? { from: 150, to: 300 } : {},
    );
  });

  test('keeps what is open for the same thread and forgets it for another', () => {
    const whole: Whole = { version: 1, rows: rowsOf(3), statuses: evenly(3) };
    const state = { ...states.applySnapshot(states.emptyState, snapshotOf(whole, 3)), open: new Set(['2']) };
    expect(states.applySnapshot(state, snapshotOf(whole, 3)).open).toEqual(new Set(['2']));
    expect(states.applySnapshot(state, { ...snapshotOf(whole, 3), thread: { ...thread, id: 'u' } }).open.size).toBe(0);
  });

  test('forgets the full text of a row that changed', () => {
    const whole: Whole = { version: 1, rows: rowsOf(3), statuses: evenly(3) };
    const opened = {
      ...states.applySnapshot(states.emptyState, snapshotOf(whole, 3)),
      texts: new Map([
        [states.textKey('2', 'body'), 'old'],
        [states.textKey('1', 'body'), 'kept'],
      ]),
    };
    const changed = whole.rows.map((row) => (row.key === '2' ? said(2, '13:00', 'new') : row));
    const next = states.applyDelta(opened, deltaOf(whole, { ...whole, version: 2, rows: changed }));
    expect([...(next?.texts.values() ?? [])]).toEqual(['kept']);
  });
});

describe('segments', () => {
  test.each<[number, RowFate, boolean, boolean]>([
    [8, 'summarized', true, true],
    [7, 'summarized', true, false],
    [8, 'summarized', false, false],
    [100, 'dropped', true, true],
    [100, 'kept', true, false],
    [100, 'silent', true, false],
  ])('%i rows, %s, above: %s, fold: %s', (count, fate, above, fold) => {
    expect(segmentsOf([{ count, fate, above }], new Set()).map((s) => s.fold)).toEqual([fold]);
  });

  test('join runs that say the same, and are found by any of their rows', () => {
    const segments = segmentsOf(
      [
        { count: 4, fate: 'dropped', above: true },
        { count: 4, fate: 'dropped', above: true },
        { count: 2, fate: 'kept', above: false },
      ],
      new Set([0]),
    );
    expect(segments).toEqual([
      { from: 0, to: 8, fate: 'dropped', above: true, fold: true, open: true },
      { from: 8, to: 10, fate: 'kept', above: false, fold: false, open: false },
    ]);
    expect([-1, 0, 7, 8, 9, 10].map((i) => segmentAt(segments, i)?.from)).toEqual([undefined, 0, 0, 8, 8, undefined]);
  });
});
