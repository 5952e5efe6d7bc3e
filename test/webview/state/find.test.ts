/** Steps through what was found, and the keys that begin it. */
import { expect, it } from 'vitest';
import { NO_FIND, stepFrom } from '../../../src/webview/state/find.ts';
import { shortcutOf } from '../../../src/webview/state/panel-keys.ts';

const find = (at: number, ...indexes: readonly number[]) => ({
  ...NO_FIND,
  at,
  hits: indexes.map((index) => ({ index, key: `${index}` })),
});

it.each([
  ['the first at or below the view', find(-1, 2, 5, 9), false, 4, 1],
  ['the last, when all are above the view', find(-1, 2, 5, 9), false, 10, 2],
  ['the one above the view, going back', find(-1, 2, 5, 9), true, 5, 0],
  ['the last, going back from the top', find(-1, 2, 5, 9), true, 0, 2],
  ['the last, going back from the end', find(-1, 2, 5, 9), true, 10, 2],
  ['the next', find(0, 2, 5, 9), false, 0, 1],
  ['around the end', find(2, 2, 5, 9), false, 0, 0],
  ['around the start', find(0, 2, 5, 9), true, 0, 2],
  ['none', find(-1), false, 0, -1],
])('goes to %s', (_, state, back, top, at) => {
  expect(stepFrom(state, back, top)).toBe(at);
});

const key = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

it('knows its keys from others', () => {
  expect(shortcutOf(key('f', { ctrlKey: true }))).toEqual({ type: 'openFind' });
  expect(shortcutOf(key('F', { metaKey: true }))).toEqual({ type: 'openFind' });
  expect(shortcutOf(key('ArrowUp', { altKey: true }))).toEqual({ type: 'jump', kind: 'turn', back: true });
  expect(shortcutOf(key('ArrowDown', { altKey: true, ctrlKey: true }))).toEqual({
    type: 'jump',
    kind: 'marker',
    back: false,
  });
  for (const other of [
    key('f'),
    key('ArrowUp'),
    key('f', { ctrlKey: true, shiftKey: true }),
    key('ArrowUp', { altKey: true, metaKey: true }),
  ])
    expect(shortcutOf(other)).toBeUndefined();
});
