/** The rows of compactions that failed or were cancelled. */
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { findRows } from '../../../src/core/view/find-rows.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { threadMarkdown } from '../../../src/extension/documents/thread-markdown.ts';
import { threadText } from '../../../src/extension/documents/thread-text.ts';
import { ENGLISH } from '../../extension/english.ts';
import { work } from '../arbitrary/work.ts';

const before = work(2);

function ended(more: object) {
  const attempt = {
    type: 'compaction_attempt',
    id: entryId(before.entries.length + 1),
    at: Date.parse('2026-11-27T14:07:00Z'),
    trigger: 'auto',
    end: 'failed',
    strategy: 'summarize',
    tokensBefore: 148_000,
    took: 12_000,
    ...more,
  } as Entry;
  return replay([...before.entries, attempt]);
}

describe('the row of a compaction that changed nothing', () => {
  it('stands where it was begun, with time, size, cost and reason', () => {
    const usage = { input: 100_000, output: 400, cacheCreation: 0, cacheRead: 0, total: 100_400 };
    const { rows, statuses } = projectRows(
      ended({ reason: 'model-failed', detail: 'overloaded', measured: true, model: 'anthropic/claude-opus-5', usage }),
    );
    expect(rows.at(-1)).toMatchObject({ type: 'attempt', reason: 'model-failed', detail: 'overloaded', took: 12_000 });
    expect(rows.at(-1)).toMatchObject({ tokensBefore: 148_000, estimated: false, cost: expect.any(Number) });
    expect(statuses.at(-1)).toEqual({ count: 1, fate: 'silent', above: false });
  });

  it('stays where it is once the thread was compacted, and dims nothing', () => {
    const { rows, statuses } = projectRows(ended({ end: 'cancelled' }));
    expect(rows.at(-1)).toMatchObject({ type: 'attempt', end: 'cancelled', estimated: true });
    expect(statuses.every(({ above }) => !above)).toBe(true);
  });

  it('names a reason of a later version', () => {
    expect(projectRows(ended({ reason: 'moon-phase' })).rows.at(-1)).toMatchObject({ reason: 'unknown' });
  });

  it('is found by what the server said, and is in both texts of the thread', () => {
    const thread = ended({ reason: 'model-failed', detail: 'the moon is full' });
    expect(findRows(thread, projectRows(thread).rows, 'Moon is', 0).hits).toHaveLength(1);
    const sentence = 'Compaction failed; the thread was not changed: the moon is full';
    expect([...threadMarkdown(thread, ENGLISH)].join('')).toContain(`> ${sentence}`);
    expect(threadText(thread, 'T', ENGLISH)).toContain(sentence);
  });
});
