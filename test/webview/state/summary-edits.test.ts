/** Unsaved edits of summaries: they are kept by thread and summary, in a bounded number. */
import { expect, test } from 'vitest';
import {
  dropEdit,
  keepEdit,
  newestEdit,
  type SummaryEdits,
  typedEdit,
} from '../../../src/webview/state/summary-edits.ts';

const editing = { key: '130', edit: 0, text: 'as it was', typed: 'as it is now' };

test('an edit is kept until it says what the summary says, or is dropped', () => {
  const kept = keepEdit([], 'a', editing);
  expect(typedEdit(kept, 'a', editing)).toBe('as it is now');
  expect(typedEdit(kept, 'b', editing)).toBeUndefined();
  expect(typedEdit(kept, 'a', { key: '130', edit: 1 })).toBeUndefined();
  expect(keepEdit(kept, 'a', { ...editing, typed: 'as it was' })).toEqual([]);
  expect(dropEdit(kept, 'a', editing)).toEqual([]);
  expect(dropEdit(kept, 'b', editing)).toEqual(kept);
});

test('the one that was changed last is opened again, of each thread its own', () => {
  let kept: SummaryEdits = keepEdit([], 'a', editing);
  kept = keepEdit(kept, 'b', { ...editing, typed: 'elsewhere' });
  kept = keepEdit(kept, 'a', { ...editing, edit: 2 });
  kept = keepEdit(kept, 'a', { ...editing, typed: 'again' });
  expect(newestEdit(kept, 'a')).toEqual({ key: '130', edit: 0, typed: 'again' });
  expect(newestEdit(kept, 'b')).toEqual({ key: '130', edit: 0, typed: 'elsewhere' });
  expect(newestEdit(kept, 'c')).toBeUndefined();
});

test('no more than ten are kept', () => {
  let kept: SummaryEdits = [];
  for (let edit = 0; edit < 30; edit += 1) kept = keepEdit(kept, 'a', { ...editing, edit });
  expect(kept.map(({ edit }) => edit)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
});
