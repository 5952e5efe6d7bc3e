/** How long the deterministic summary takes by size of thread, first and warm. Prints figures; asserts nothing. */
import { extract } from '../src/core/compaction/extract.ts';
import type { MessageEntry } from '../src/core/thread/entry.ts';
import { estimateMessage } from '../src/core/tokens/estimate.ts';
import { syntheticLog } from './synthetic-thread.ts';

/** Messages, and characters of a tool result; the last but one has about 2 M tokens. */
const SIZES: readonly (readonly [number, number])[] = [
  [1_000, 300],
  [1_000, 3000],
  [5_000, 3000],
  [5_000, 4500],
  [20_000, 1000],
];
const REPEATS = 5;

process.stdout.write('messages    tokens   budget  first ms   warm ms\n');
for (const [count, resultLength] of SIZES) {
  const entries = syntheticLog(count, resultLength).filter((entry): entry is MessageEntry => entry.type === 'message');
  const tokens = entries.reduce((sum, { blocks }) => sum + estimateMessage(blocks), 0);
  const budget = Math.round(Math.min(tokens * 0.2, 100_000));
  const head = entries.slice(0, -20).map((entry) => ({ type: 'message', entry }) as const);
  const kept = entries.slice(-20);
  const times = Array.from({ length: REPEATS }, () => {
    const start = performance.now();
    extract({ head, kept, budget });
    return performance.now() - start;
  });
  const warm = times.slice(1).toSorted((a, b) => a - b)[Math.floor((REPEATS - 1) / 2)] ?? Number.NaN;
  const cells = [count, tokens, budget, Math.round(times[0] ?? Number.NaN), Math.round(warm)];
  process.stdout.write(`${cells.map((cell, i) => String(cell).padStart(i === 0 ? 8 : 10)).join('')}\n`);
}
