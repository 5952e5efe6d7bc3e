/** Log lines: what is written is read back, and whatever else is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEntry } from '../../../src/core/thread/decode-entry.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { perform, someOperations } from '../arbitrary/operations.ts';

describe('decodeEntry', () => {
  it('reads back every entry that a thread writes', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        for (const entry of operations.reduce(perform, replay([])).entries) {
          const line: unknown = JSON.parse(JSON.stringify(entry));
          expect(decodeEntry(line)).toEqual({ ok: true, value: line });
        }
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 200) },
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof decodeEntry(value).ok === 'boolean'));
  });

  it.each([
    [null, /./],
    [{ type: 'message' }, /id|at/],
    [{ type: 'dance', id: 1, at: 0 }, /type/],
    [{ type: 'note', id: 0, at: 0, text: 'x' }, /id/],
    [{ type: 'note', id: 1.5, at: 0, text: 'x' }, /id/],
    [{ type: 'message', id: 1, at: 0, origin: 'typed', blocks: [{ type: 'text' }] }, /blocks\.0\.text/],
    [{ type: 'undo', id: 2, at: 0, compaction: 'one' }, /compaction/],
    [{ type: 'restore', id: 2, at: 0 }, /to/],
    [{ type: 'restore', id: 2, at: 0, to: 0 }, /to/],
    [{ type: 'pin', id: 2, at: 0, message: 1 }, /pinned/],
    [{ type: 'pin', id: 2, at: 0, message: 1.5, pinned: true }, /message/],
    [{ type: 'queued', id: 2, at: 0, blocks: [{ type: 'text', text: 7 }] }, /blocks\.0\.text/],
    [{ type: 'unqueued', id: 2, at: 0, queued: 'the first' }, /queued/],
    [{ type: 'model', id: 2, at: 0, model: null }, /model/],
    [{ type: 'summary_edit', id: 2, at: 0, compaction: 1, edit: -1, replacement: [] }, /edit/],
    [{ type: 'summary_edit', id: 2, at: 0, compaction: 1, edit: 0, replacement: 'text' }, /replacement/],
    [{ type: 'message', id: 2, at: 0, origin: 'typed', blocks: [], queued: true }, /queued/],
  ])('says where %j differs from an entry', (value, where) => {
    const decoded = decodeEntry(value);
    expect(decoded.ok).toBe(false);
    if (!decoded.ok) expect(decoded.error).toMatch(where);
  });
});
