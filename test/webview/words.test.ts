/** What the panel says: the gauge's distance, the announcements, the language and the clock. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Delta } from '../../src/core/protocol/panel.ts';
import type { Meter } from '../../src/core/view/meter.ts';
import { announcement } from '../../src/webview/a11y/announce.ts';
import { nextEntry } from '../../src/webview/a11y/roving.ts';
import { distanceOf } from '../../src/webview/distance.ts';
import { clock } from '../../src/webview/format.ts';
import { readLanguage, t } from '../../src/webview/l10n.ts';
import { applySnapshot, emptyState } from '../../src/webview/state.ts';
import { spoken } from '../../src/webview/strings.ts';
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
      { ...calm, tokens: 193_216 },
      { type: 'over', tokens: 9_600 },
    ],
    ['the window when nothing is in it', { ...calm, tokens: 0 }, { type: 'empty', window: 200_000 }],
    ['that the window is unknown', unknown, { type: 'unknown' }],
    [
      'the excess before an unreachable trigger',
      { ...calm, tokens: 199_000, trigger: 210_000 },
      { type: 'over', tokens: 15_384 },
    ],
  ])('%s', (_, meter, distance) => {
    expect(distanceOf(meter)).toEqual(distance);
  });
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
      'of nothing when a marker only changed its words',
      { changed: [{ index, row: { ...marker, turns: 13 } }] },
      undefined,
    ],
    ['of a notice', { notice: { severity: 'error', text: 'Nothing was imported.' } }, 'Nothing was imported.'],
  ])('%s', (_, change, words) => {
    expect(announcement(before, delta(change))).toBe(words);
  });
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
  expect(nextEntry(key, from, 3)).toBe(to);
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
