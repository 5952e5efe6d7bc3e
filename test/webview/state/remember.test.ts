/** What survives a reload, and how a row that is not loaded is found. */
import { describe, expect, test } from 'vitest';
import { noDrafts } from '../../../src/webview/state/draft.ts';
import { findRow } from '../../../src/webview/state/find-row.ts';
import { placeholdersAt } from '../../../src/webview/state/placeholders.ts';
import { remember, remembered, rememberedDrafts, rememberedEdits } from '../../../src/webview/state/remember.ts';
import { applySnapshot, emptyState } from '../../../src/webview/state/state.ts';
import { id } from '../../gallery/rows.ts';
import { bounded, longThread } from '../../gallery/states.ts';

function editor() {
  let kept: unknown;
  return {
    postMessage: () => undefined,
    getState: () => kept,
    setState: (state: unknown) => (kept = JSON.parse(JSON.stringify(state))),
  };
}

describe('the scroll position and what is open', () => {
  test('come back for the same thread', () => {
    const api = editor();
    const state = { ...applySnapshot(emptyState, bounded()), open: new Set(['130']), openFolds: new Set([0]) };
    remember(api, state, { type: 'row', index: 12, offset: 3 }, 2);
    expect(remembered(api, 'retries')).toEqual({
      open: state.open,
      openFolds: state.openFolds,
      shownContext: 2,
      position: { type: 'row', index: 12, offset: 3 },
    });
    expect(remembered(api, 'another')).toBeUndefined();
  });

  test('come with the drafts of every thread, also while none is open', () => {
    const api = editor();
    const texts = new Map([
      ['', 'typed nowhere'],
      ['another', 'half a thought'],
    ]);
    const { thread: _, ...none } = bounded();
    const drafts = {
      texts,
      placeholders: new Map([['another', placeholdersAt('half a thought', [{ start: 0, end: 4 }])]]),
    };
    remember(api, applySnapshot(emptyState, none), { type: 'end' }, 0, drafts);
    expect(rememberedDrafts(api)).toEqual(drafts);
    expect(rememberedDrafts(editor())).toEqual(noDrafts);
    const older = { ...Object(api.getState()), places: undefined };
    expect(rememberedDrafts({ ...editor(), getState: () => older })).toEqual({ texts, placeholders: new Map() });
  });

  test('come with the unsaved edits of summaries; a panel of an older version saved none', () => {
    const api = editor();
    const edits = [{ thread: 'retries', key: '130', edit: 0, typed: 'half a summary' }];
    remember(api, applySnapshot(emptyState, bounded()), { type: 'end' }, 0, noDrafts, edits);
    expect(rememberedEdits(api)).toEqual(edits);
    expect(rememberedEdits(editor())).toEqual([]);
    const { edits: _, ...older } = Object(api.getState());
    expect(rememberedEdits({ ...editor(), getState: () => older })).toEqual([]);
    expect(remembered({ ...editor(), getState: () => older }, 'retries')).toBeDefined();
  });

  test.each([[undefined], [null], ['x'], [{}], [{ thread: 'retries', open: 'all' }]])(
    'are not read from %j',
    (kept) => {
      expect(remembered({ ...editor(), getState: () => kept }, 'retries')).toBeUndefined();
    },
  );
});

describe('a row is found by its entry', () => {
  const { snapshot, rows } = longThread(1_000, 60);
  const state = applySnapshot(emptyState, snapshot);

  test.each([
    [id(990), 989, 0],
    [id(1), 0, 10],
    [id(500), 499, 10],
    [id(5_000), undefined, 10],
  ])('%i at %s, with at most %i questions', async (entry, index, most) => {
    let asked = 0;
    const ask = async (from: number) => {
      asked += 1;
      return { version: 1, first: from, rows: rows.slice(from, from + 1) };
    };
    expect(await findRow(state, entry, undefined, ask)).toBe(index);
    expect(asked).toBeLessThanOrEqual(most);
  });
});
