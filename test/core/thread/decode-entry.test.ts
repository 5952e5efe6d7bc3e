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
  ])('says where %j differs from an entry', (value, where) => {
    const decoded = decodeEntry(value);
    expect(decoded.ok).toBe(false);
    if (!decoded.ok) expect(decoded.error).toMatch(where);
  });
});
