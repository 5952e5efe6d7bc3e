/** What the panel says: the gauge's distance, the announcements, the language and the clock. */
import { beforeEach, describe, expect, test } from 'vitest';
import { gaugeState, toneOf } from '../../src/core/protocol/gauge-state.ts';
import type { Delta } from '../../src/core/protocol/panel-state.ts';
import { entryId } from '../../src/core/thread/entry-id.ts';
import type { Meter } from '../../src/core/view/meter.ts';
import { announcement } from '../../src/webview/a11y/announce.ts';
import { indexAfterKey } from '../../src/webview/a11y/roving.ts';
import { applySnapshot, emptyState } from '../../src/webview/state/state.ts';
import { change, clock, elapsed, price, spoken } from '../../src/webview/words/format.ts';
import { readLanguage, t } from '../../src/webview/words/l10n.ts';
import { panel } from '../../src/webview/words/panel-strings.ts';
import { at } from '../gallery/rows.ts';
import { bounded, calm, marker } from '../gallery/states.ts';

const page = (lang: string, table: string | undefined) => ({
  documentElement: { lang },
  getElementById: () => (table === undefined ? null : { textContent: table }),
});

beforeEach(() => readLanguage(page('en', undefined)));

describe('the gauge leads with', () => {
  const { window: _, ...unknown } = calm;
  test.each<[string, Meter, object]>([
    ['the distance to the trigger', calm, { type: 'until', tokens: 36_000 }],
    ['that compaction is due at the trigger', { ...calm, tokens: 160_000 }, { type: 'due' }],
    ['what is left when compaction is by hand', { ...calm, auto: false }, { type: 'left', tokens: 59_616 }],
    [
      'how much the next request is too large, reserve included',
      { ...calm, tokens: 193_216, tone: 'over' },
      { type: 'over', tokens: 9_600 },
    ],
    ['the window when nothing is in it', { ...calm, tokens: 0 }, { type: 'empty', window: 200_000 }],
    ['that the window is unknown', unknown, { type: 'unknown' }],
    [
      'the excess before an unreachable trigger',
      { ...calm, tokens: 199_000, trigger: 210_000, tone: 'over' },
      { type: 'over', tokens: 15_384 },
    ],
  ])('%s', (_, meter, distance) => {
    expect(gaugeState(meter, undefined)).toEqual(distance);
  });

  test('P7 that it compacts, also in a turn, and then it looks calm', () => {
    const over: Meter = { ...calm, tokens: 199_000, tone: 'over' };
    for (const busy of [{ type: 'compacting' }, { type: 'turn', phase: 'compacting', since: 0 }] as const) {
      expect(gaugeState(over, busy)).toEqual({ type: 'compacting' });
      expect(toneOf(over, gaugeState(over, busy))).toBe('calm');
    }
    expect(toneOf(over, gaugeState(over, { type: 'turn', phase: 'tools', since: 0 }))).toBe('over');
  });
});

test('the button of a thread whose title is a sentence has one full stop', () => {
  expect(panel.switchThread('It is built.')).toBe('Thread: It is built. Open another thread.');
  expect(panel.switchThread('Retries')).toBe('Thread: Retries. Open another thread.');
});

test('P14 a saving reads as a person would write it', () => {
  expect(change(148_000, 126_000, true)).toBe('~22k less');
  expect(change(148_000, 31_000)).toBe('117k less');
  expect(change(1_000, 3_000)).toBe('2k more');
});

describe('an announcement', () => {
  const before = applySnapshot(emptyState, bounded());
  const head = bounded();
  const delta = (change: Partial<Delta>): Delta => ({
    base: 1,
    version: 2,
    total: head.total,
    statuses: head.statuses,
    changed: [],
    showContext: 0,
    ...change,
  });
  const index = head.rows.findIndex((row) => row.type === 'marker');

  test.each<[string, Partial<Delta>, string | undefined]>([
    ['of nothing', {}, undefined],
    ['of a compaction that begins', { busy: { type: 'compacting' } }, 'Compacting'],
    ['of an import that begins', { busy: { type: 'importing', name: 'a.jsonl' } }, 'Importing a.jsonl'],
    [
      'of a new compaction',
      { total: head.total + 1, changed: [{ index: head.total, row: marker }] },
      'Compacted: 148 to 31 thousand tokens',
    ],
    ['of an undone one', { changed: [{ index, row: { ...marker, state: 'undone' } }] }, 'Compaction undone'],
    [
      'of the undo of a restore, not of the rows that it brings back',
      {
        total: head.total + 1,
        changed: [
          { index, row: { ...marker, state: 'undone' } },
          {
            index: head.total,
            row: { type: 'restore', key: '99', entry: entryId(99), at: 0, tokens: 0, to: entryId(1), forward: true },
          },
        ],
      },
      'Went forward: the thread goes on from a message that was left behind',
    ],
    [
      'of nothing when a marker only changed its words',
      { changed: [{ index, row: { ...marker, turns: 13 } }] },
      undefined,
    ],
    ['of a turn that begins', { busy: { type: 'turn', phase: 'waiting', since: 0 } }, 'Responding'],
    [
      'of a call that is made once more, with the reason',
      { busy: { type: 'retrying', attempt: 1, most: 8, at: 0, reason: 'Too many requests.' } },
      'Trying again. Too many requests.',
    ],
    ['of what is queued', { queue: [{ id: 1, text: 'x', tokens: 1 }] }, '1 message is queued'],
    ['of a notice', { notice: { severity: 'error', text: 'Nothing was imported.' } }, 'Nothing was imported.'],
  ])('%s', (_, change, words) => {
    expect(announcement(before, delta(change))).toBe(words);
  });
});

describe('in a turn, an announcement', () => {
  type Turn = Extract<NonNullable<Delta['busy']>, { type: 'turn' }>['phase'];
  const turn = (phase: Turn) => ({ type: 'turn', phase, since: 0 }) as const;
  const retry = (attempt: number) => ({ type: 'retrying', attempt, most: 8, at: 0, reason: 'Overloaded.' }) as const;
  const said = (was: NonNullable<Delta['busy']>, busy: Delta['busy']) => {
    const { total, statuses } = bounded();
    const before = applySnapshot(emptyState, { ...bounded(), busy: was });
    const delta = { base: 1, version: 2, total, statuses, changed: [], showContext: 0, ...(busy && { busy }) };
    return announcement(before, delta);
  };

  test.each<[string, NonNullable<Delta['busy']>, Delta['busy'], string | undefined]>([
    ['is not made of its phases', turn('waiting'), turn('writing'), undefined],
    ['is made of a compaction on its way', turn('tools'), turn('compacting'), 'Compacting'],
    ['is made of each attempt once', retry(1), retry(1), undefined],
    ['is made of the next attempt', retry(1), retry(2), 'Trying again. Overloaded.'],
    ['is not made of its going on', retry(1), turn('waiting'), undefined],
    ['is made of its end', turn('writing'), undefined, 'The turn is over'],
    ['is made of no end of an import', { type: 'importing', name: 'a' }, undefined, undefined],
  ])('%s', (_, was, busy, words) => {
    expect(said(was, busy)).toBe(words);
  });
});

test.each([
  [0.02, '~$0.02'],
  [0.035, '~$0.035'],
  [0, '~$0.00'],
  [1.2, '~$1.20'],
  [0.000_12, '~$0.00012'],
])('%d dollars are written %s', (dollars, words) => {
  expect(price(dollars)).toBe(words);
});

test.each([
  [8_400, '0:08'],
  [70_000, '1:10'],
  [3_723_000, '1:02:03'],
  [-5, '0:00'],
])('%i milliseconds are %s', (span, words) => {
  expect(elapsed(span)).toBe(words);
});

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, undefined],
  ['ArrowUp', 1, 0],
  ['ArrowUp', 0, undefined],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 1, undefined],
])('the key %s leads from entry %i of three to %s', (key, from, to) => {
  expect(indexAfterKey(key, from, 3)).toBe(to);
});

test.each([
  [0, '0'],
  [850, '850'],
  [1_240, '1.2 thousand'],
  [148_320, '148 thousand'],
])('%i is spoken as %s', (n, words) => {
  expect(spoken(n)).toBe(words);
});

describe('the language', () => {
  test('comes from the page, arguments go where the translation wants them', () => {
    readLanguage(page('de', '{"{0} of {1}": "von {1} sind es {0}", "Undo": "Rückgängig"}'));
    expect(t('Undo')).toBe('Rückgängig');
    expect(t('{0} of {1}', 'a', 'b')).toBe('von b sind es a');
    expect(t('not {0} there', 1)).toBe('not 1 there');
  });

  test('puts an argument in as it is, whatever it holds', () => {
    expect(t('{0}!', '$& {1} {0}')).toBe('$& {1} {0}!');
  });
});

test('a time of today has no day, an earlier one has', () => {
  readLanguage(page('en-GB', undefined));
  expect(clock(at('14:07'), at('18:00'))).toMatch(/^\d\d:\d\d$/);
  expect(clock(at('14:07') - 3 * 86_400_000, at('18:00'))).toMatch(/24 Nov.*\d\d:\d\d/);
});
