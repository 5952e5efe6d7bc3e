/** Properties of the views: every entry is shown, and the gauge's parts sum to the measure. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { measure } from '../../../src/core/tokens/measure.ts';
import { meterOf } from '../../../src/core/view/meter-of.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { perform, someOperations } from '../arbitrary/operations.ts';

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) };

describe('the view of any thread', () => {
  it('has one status for each row, unique keys, and a marker for each compaction', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, replay([]));
        const { rows, statuses } = projectRows(thread);
        expect(statuses.reduce((sum, run) => sum + run.count, 0)).toBe(rows.length);
        expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
        expect(rows.filter((row) => row.type === 'marker').length).toBe(thread.compactions.length);
      }),
      RUNS,
    );
  });

  it('shows every call and every result once', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, replay([]));
        const blocks = thread.messages.flatMap((m) => m.blocks);
        const { rows } = projectRows(thread);
        const tools = rows.flatMap((row) => (row.type === 'tool' ? [row] : []));
        const calls = blocks.filter((b) => b.type === 'tool_use').length;
        const results = blocks.filter((b) => b.type === 'tool_result').length;
        expect(tools.filter((row) => !row.orphan).length).toBe(calls);
        expect(tools.filter((row) => row.result !== undefined).length).toBe(results);
      }),
      RUNS,
    );
  });

  it('gives the same row objects for what did not change', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, replay([]));
        const first = projectRows(thread).rows.filter((row) => row.type !== 'marker' && row.type !== 'note');
        const second = projectRows(thread).rows.filter((row) => row.type !== 'marker' && row.type !== 'note');
        expect(second.every((row, i) => row === first[i])).toBe(true);
      }),
      RUNS,
    );
  });

  it('has segments that sum to the measure', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, replay([]));
        const meter = meterOf(thread, { config: DEFAULT_CONFIG, size: { window: 200_000 }, model: 'm' });
        expect(meter.segments.reduce((sum, s) => sum + s.tokens, 0)).toBe(measure(thread).tokens);
      }),
      RUNS,
    );
  });
});
