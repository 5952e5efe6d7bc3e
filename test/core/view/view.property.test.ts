/** Properties of the views: every entry is shown, and the gauge's parts sum to the measure. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { measure } from '../../../src/core/thread/measure.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { computeMeter } from '../../../src/core/view/compute-meter.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { runs } from '../../property/runs.ts';
import { perform, someOperations } from '../arbitrary/operations.ts';

const RUNS = runs(100);

describe('the view of any thread', () => {
  it('has one status for each row, unique keys, a marker for each compaction and a row for each restore', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, replay([]));
        const { rows, statuses } = projectRows(thread);
        expect(statuses.reduce((sum, run) => sum + run.count, 0)).toBe(rows.length);
        expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
        const count = (type: string) => thread.entries.filter((entry) => entry.type === type).length;
        expect(rows.filter((row) => row.type === 'marker').length).toBe(count('compaction'));
        expect(rows.filter((row) => row.type === 'restore').length).toBe(count('restore'));
      }),
      RUNS,
    );
  });

  it('shows every call and every result once', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, replay([]));
        const blocks = thread.entries.flatMap((entry) => (entry.type === 'message' ? entry.blocks : []));
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

  it('says of each message whether a restore left it behind', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, replay([]));
        const { rows, statuses } = projectRows(thread);
        const fates = statuses.flatMap(({ count, fate }) => Array.from({ length: count }, () => fate));
        const onPath = new Set<number>(thread.messages.map(({ id }) => id));
        const isMessage = new Set<number>(thread.entries.flatMap(({ id, type }) => (type === 'message' ? [id] : [])));
        for (const [at, row] of rows.entries())
          if (isMessage.has(row.entry)) expect(fates[at] === 'left').toBe(!onPath.has(row.entry));
      }),
      RUNS,
    );
  });

  it('gives the same row objects for what did not change', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, replay([]));
        const lasting = () => projectRows(thread).rows.filter(({ type }) => type !== 'marker' && type !== 'restore');
        const first = lasting();
        const second = lasting();
        expect(second.every((row, i) => row === first[i])).toBe(true);
      }),
      RUNS,
    );
  });

  it('has segments that sum to the measure, pins among them', () => {
    const someFactor = fc.option(fc.double({ min: 0.3, max: 3, noNaN: true }));
    fc.assert(
      fc.property(someOperations, someFactor, (operations, factor) => {
        const thread = operations.reduce(perform, replay([]));
        const base = { system: 1000, tools: 200, instructions: 0, ...(factor !== null && { factor }) };
        const { tokens, segments } = computeMeter(thread, {
          config: DEFAULT_CONFIG,
          size: { window: 200_000 },
          model: 'm',
          base,
        });
        expect(tokens).toBe(measure(thread, base).tokens);
        expect(segments.reduce((sum, s) => sum + s.tokens, 0)).toBe(tokens);
        const stands = thread.items.some(
          (item) => item.type === 'entry' && thread.pins.has(item.entry.id) && item.tokens > 0,
        );
        if (measure(thread, base).factor > 0.3) expect(segments.some(({ kind }) => kind === 'pins')).toBe(stands);
      }),
      RUNS,
    );
  });
});
