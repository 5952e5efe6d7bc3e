/** Where a thread went on with another model: beside a search that follows each entry to the one before it, by the log alone. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { findRows } from '../../../src/core/view/find-rows.ts';
import { modelSwitches } from '../../../src/core/view/model-switches.ts';
import { projectRows, rowText } from '../../../src/core/view/rows.ts';
import { runs } from '../../property/runs.ts';

type Step = { readonly model?: string | undefined } | { readonly to: number };

function logOf(steps: readonly Step[]): readonly Entry[] {
  return steps.map((step, i): Entry => {
    const base = { id: entryId(i + 1), at: 0 };
    if ('to' in step) return { ...base, type: 'restore', to: entryId(Math.min(step.to, i)) };
    const origin = 'model' in step ? 'model' : 'typed';
    const said = { ...base, type: 'message', origin, blocks: [{ type: 'text', text: `said ${i + 1}` }] } as const;
    return step.model === undefined ? said : { ...said, model: step.model };
  });
}

/** The model of the newest reply at or before an entry, on the way that led to it. */
function modelAt(entries: readonly Entry[], id: number): string | undefined {
  const entry = entries[id - 1];
  if (!entry) return undefined;
  if (entry.type === 'restore') return modelAt(entries, entry.to);
  const own = entry.type === 'message' && entry.origin === 'model' ? entry.model : undefined;
  return own ?? modelAt(entries, id - 1);
}

it('is found with any restores, and none is invented', () => {
  const step = fc.oneof(
    fc.record({ model: fc.constantFrom('a', 'b', 'c', undefined) }),
    fc.constant({}),
    fc.record({ to: fc.nat(12) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const entries = logOf(steps);
      const expected = entries.flatMap((entry) => {
        if (entry.type !== 'message' || entry.origin !== 'model' || entry.model === undefined) return [];
        const before = modelAt(entries, entry.id - 1);
        return before === undefined || before === entry.model ? [] : [[entry.id, before] as const];
      });
      expect([...modelSwitches(entries)]).toEqual(expected);
    }),
    runs(500),
  );
});

it('is a row of its own before the reply, which is found, keeps its identity, and has no text of its own', () => {
  const thread = replay(logOf([{}, { model: 'p/a' }, {}, { model: 'p/b' }, { model: 'p/b' }]));
  const { rows, statuses } = projectRows(thread);
  expect(rows.map((row) => (row.type === 'switch' ? `${row.from} → ${row.to}` : row.type))).toEqual([
    'user',
    'assistant',
    'user',
    'p/a → p/b',
    'assistant',
    'assistant',
  ]);
  expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  expect(projectRows(thread).rows[3]).toBe(rows[3]);
  expect(rowText(thread, rows[3]?.key ?? '', 'body')).toBeUndefined();
  expect(findRows(thread, rows, 'P/A →', 0).hits).toEqual([{ index: 3, key: rows[3]?.key }]);
});
