/** Marks of rows: pinned, not answered, and thoughts in tags. */
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, replay } from '../../../src/core/thread/thread.ts';
import { projectRows, rowText } from '../../../src/core/view/rows.ts';
import { typed } from '../../extension/storage/sample-entries.ts';

const said = (id: number, text: string): Entry => ({
  id: entryId(id),
  at: id,
  type: 'message',
  origin: 'model',
  blocks: text === '' ? [] : [{ type: 'text', text }],
});
const pin = (id: number, message: number, pinned: boolean): Entry => ({
  id: entryId(id),
  at: id,
  type: 'pin',
  message: entryId(message),
  pinned,
});
const unanswered = (entries: readonly Entry[]) =>
  projectRows(replay(entries)).rows.flatMap((row) => (row.type === 'user' && row.unanswered ? [row.unanswered] : []));

describe('a typed message', () => {
  it('is not answered where no reply came after it', () => {
    expect(unanswered([typed(1, 'one')])).toEqual(['last']);
    expect(unanswered([typed(1, 'one'), said(2, 'yes'), typed(3, 'two'), typed(4, 'three')])).toEqual([
      'earlier',
      'last',
    ]);
    expect(unanswered([typed(1, 'one'), said(2, '')])).toEqual(['last']);
  });

  it('is answered by a reply after it, and where a restore left it behind nothing is said', () => {
    expect(unanswered([typed(1, 'one'), typed(2, 'two'), said(3, 'yes')])).toEqual([]);
    const restore: Entry = { id: entryId(4), at: 4, type: 'restore', to: entryId(2) };
    expect(unanswered([typed(1, 'one'), said(2, 'yes'), typed(3, 'two'), restore])).toEqual([]);
  });
});

it('a pin marks the rows of its message, until it is taken away; the others are the same objects', () => {
  const thread = replay([typed(1, 'one'), said(2, 'yes')]);
  const pinned = append(thread, pin(3, 2, true));
  const [before, now, again] = [thread, pinned, append(pinned, pin(4, 2, false))].map((one) => projectRows(one).rows);
  expect(now?.map((row) => row.pinned)).toEqual([undefined, true]);
  expect(now?.[0]).toBe(before?.[0]);
  expect(again?.[1]).toBe(before?.[1]);
  expect(projectRows(pinned).rows[1]).toBe(now?.[1]);
});

it('the thread can be restored to its start', () => {
  const thread = replay([typed(1, 'one'), { id: entryId(2), at: 2, type: 'restore', to: entryId(0) }, typed(3, 'two')]);
  expect(thread.messages.at(0)?.id).toBe(3);
});

describe('P11 thoughts in tags at the head of a reply', () => {
  const thread = replay([typed(1, 'one'), said(2, '<think>\nHm.\n</think>\n\nYes, `<think>` is a tag.')]);

  it('are a row of thinking, and the answer is one without them', () => {
    expect(projectRows(thread).rows.map((row) => [row.type, row.key, 'body' in row && row.body.text])).toEqual([
      ['user', '1', 'one'],
      ['thinking', '2.0.thinking', 'Hm.'],
      ['assistant', '2.0', 'Yes, `<think>` is a tag.'],
    ]);
  });

  it('are copied and shown whole each by its own', () => {
    expect(rowText(thread, '2.0.thinking', 'body')).toBe('Hm.');
    expect(rowText(thread, '2.0', 'body')).toBe('Yes, `<think>` is a tag.');
  });
});
