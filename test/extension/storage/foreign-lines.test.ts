/** Lines as the build of before wrote them, whose reader then refused them: they come back. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { replay } from '../../../src/core/thread/thread.ts';
import { toWireOrder } from '../../../src/core/thread/wire-order.ts';
import { entryLine } from '../../../src/extension/storage/log-line.ts';
import { readLog } from '../../../src/extension/storage/read-log.ts';

/**
 * Written by commit 32c651e: its six adapters were given one foreign value each in the replies of `test/providers/foreign`, and
 * the log of that build took the lines. The writer of each says which adapter it was, where the value stood, and what it was.
 * Where it was the id of a call the result follows.
 */
const LOG = path.join(import.meta.dirname, '../../fixtures/logs/foreign-values.jsonl');
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

it('W1 gives back every line that was refused for one foreign value', async () => {
  const { entries, skipped } = await readLog(LOG);
  expect(skipped).toEqual([]);
  expect(entries).toHaveLength(176);
  for (const entry of entries) {
    if (entry.type !== 'message') return expect.unreachable(entry.type);
    const { id, origin, blocks, usage } = entry;
    const words = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    expect(words, `${id}`).toEqual(origin === 'model' ? ['Seven herons.'] : []);
    for (const block of blocks)
      if (block.type === 'tool_use')
        expect([block.id, block.name].map((text) => typeof text)).toEqual(['string', 'string']);
    if (usage) {
      expect(Object.values(usage).every(isCount), `${id}`).toBe(true);
      expect(usage.total).toBe(usage.input + usage.output + usage.cacheCreation + usage.cacheRead);
    }
    expect(JSON.parse(entryLine('w', entry))).toEqual({ writer: 'w', ...entry });
  }
});

it('W1 pairs the results with the calls of such a line', async () => {
  const { entries } = await readLog(LOG);
  const results = entries.flatMap((entry, at) => (entry.type === 'message' && entry.origin === 'tools' ? [at] : []));
  expect(results.length).toBeGreaterThan(20);
  for (const at of results) {
    const { messages } = replay(entries.slice(at - 1, at + 1));
    const wire = messages.map(({ origin, blocks }) => ({
      role: origin === 'model' ? ('assistant' as const) : ('user' as const),
      blocks,
    }));
    const { repairs } = toWireOrder(wire);
    expect(
      repairs.map(({ type }) => type).filter((type) => /result/.test(type)),
      `entry ${at}`,
    ).toEqual([]);
  }
});

it('W1 keeps the good counts of a report beside the bad one', async () => {
  const { entries } = await readLog(LOG);
  const usages = entries.flatMap((entry) => (entry.type === 'message' && entry.usage ? [entry.usage] : []));
  expect(usages).toContainEqual({ input: 10, output: 0, cacheCreation: 2, cacheRead: 3, total: 15 });
});
