/** The drafts of two panels of a window are the same. */
import { expect, it } from 'vitest';
import { SharedDrafts } from '../../../src/extension/chat-view/shared-drafts.ts';

function setUp(cleared: readonly string[] = []) {
  let kept = cleared;
  const drafts = new SharedDrafts({
    read: () => kept,
    write: (threads) => {
      kept = threads;
    },
  });
  const shown: string[] = [];
  const side = drafts.join(({ thread, text }) => shown.push(`side ${thread}: ${text}`));
  const editor = drafts.join(({ thread, text }) => shown.push(`editor ${thread}: ${text}`));
  return { drafts, shown, side, editor, kept: () => kept };
}

it('passes what is typed in one panel on to the others, and keeps it for a panel that opens later', () => {
  const { drafts, shown, side } = setUp();
  side.tell({ thread: 't', text: 'half a mess' }, false);
  expect(shown).toEqual(['editor t: half a mess']);
  expect(drafts.of('t')).toEqual({ thread: 't', text: 'half a mess' });
  const places = [{ start: 4, end: 6 }];
  side.tell({ thread: 'p', text: 'fix $1', places }, false);
  expect(drafts.of('p')).toEqual({ thread: 'p', text: 'fix $1', places });
  expect(drafts.of('other')).toBeUndefined();
  expect(drafts.of(undefined)).toBeUndefined();
});

it('passes a sent draft on as empty', () => {
  const { drafts, editor } = setUp();
  editor.tell({ thread: '', text: 'a' }, false);
  editor.tell({ thread: '', text: '' }, false);
  expect(drafts.of(undefined)).toEqual({ thread: '', text: '' });
});

it('takes a saved draft only where none is known', () => {
  const { drafts, shown, side, editor } = setUp();
  side.tell({ thread: 't', text: 'saved' }, true);
  editor.tell({ thread: 't', text: 'older' }, true);
  expect(shown).toEqual(['editor t: saved']);
  expect(drafts.of('t')?.text).toBe('saved');
});

it('tells nothing to a panel that is closed', () => {
  const { shown, side, editor } = setUp();
  editor.leave();
  side.tell({ thread: 't', text: 'a' }, false);
  expect(shown).toEqual([]);
});

it('keeps the drafts of twenty threads', () => {
  const { drafts, side } = setUp();
  for (let thread = 0; thread < 25; thread++) side.tell({ thread: `${thread}`, text: 'a' }, false);
  expect(drafts.of('4')).toBeUndefined();
  expect(drafts.of('5')).toBeDefined();
});

it('takes no saved draft that was sent before a restart, and a new one of the same thread', () => {
  const before = setUp();
  before.side.tell({ thread: 't', text: 'sent' }, false);
  expect(before.kept()).toEqual([]);
  before.side.tell({ thread: 't', text: '' }, false);
  expect(before.kept()).toEqual(['t']);
  const after = setUp(before.kept());
  after.editor.tell({ thread: 't', text: 'sent' }, true);
  expect(after.shown).toEqual([]);
  expect(after.drafts.of('t')).toEqual({ thread: 't', text: '' });
  after.editor.tell({ thread: 't', text: 'new' }, false);
  expect(after.kept()).toEqual([]);
});
