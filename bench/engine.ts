/** The engine's speed by size of thread: open, append, measure, plan and apply. Prints figures; asserts nothing. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyBoundary } from '../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../src/core/compaction/config.ts';
import { planCompaction } from '../src/core/compaction/plan.ts';
import { projectContext } from '../src/core/thread/context.ts';
import { measure } from '../src/core/thread/measure.ts';
import { append, nextId, replay, type Thread } from '../src/core/thread/thread.ts';
import { computeMeter } from '../src/core/view/compute-meter.ts';
import { projectRows } from '../src/core/view/rows.ts';
import { readLog } from '../src/extension/storage/read-log.ts';
import { syntheticLog } from './synthetic-thread.ts';

/** Messages, and characters of a tool result. */
const SIZES: readonly (readonly [number, number])[] = [
  [1_000, 3000],
  [5_000, 3000],
  [10_000, 1000],
  [10_000, 3000],
  [20_000, 3000],
];
const REPEATS = 9;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Milliseconds: the first run, and the median of those after it. */
function time(work: () => unknown): { readonly first: number; readonly warm: number } {
  const runs = Array.from({ length: REPEATS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return { first: runs[0] ?? Number.NaN, warm: median(runs.slice(1)) };
}

const show = (ms: number) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0));

function plan(thread: Thread, strategy: 'extract' | 'truncate'): Thread {
  const target = Math.round(thread.tokens * 0.3);
  const limits = { window: thread.tokens * 2, reserve: 0, trigger: thread.tokens, target, floor: 1_000 };
  const planned = planCompaction({ thread, config: { ...DEFAULT_CONFIG, strategy }, limits, trigger: 'manual' });
  if (planned.type !== 'compaction') throw new Error(planned.type);
  return append(thread, applyBoundary(thread, planned.draft, 0));
}

process.stdout.write(`node ${process.version}, median of ${REPEATS - 1} runs after the first, ms\n`);
process.stdout.write(
  [
    'messages',
    'tokens',
    'read log',
    'replay',
    'project',
    'append+measure',
    'rows',
    'meter',
    'truncate first/warm',
    'extract first/warm',
  ]
    .join('\t')
    .concat('\n'),
);
for (const [size, resultLength] of SIZES) {
  const entries = syntheticLog(size, resultLength);
  const folder = mkdtempSync(path.join(tmpdir(), 'spool-bench-'));
  const file = path.join(folder, 'log.jsonl');
  const head = JSON.stringify({ spool: 1, thread: 'bench', createdAt: 0 });
  writeFileSync(
    file,
    `${[head, ...entries.map((entry) => JSON.stringify({ writer: 'bench', ...entry }))].join('\n')}\n`,
  );
  const openStart = performance.now();
  const log = await readLog(file);
  const read = performance.now() - openStart;
  if (log.entries.length !== size)
    throw new Error(`read ${log.entries.length} of ${size}: ${JSON.stringify(log.skipped[0])}`);
  const replayStart = performance.now();
  const thread = replay(log.entries);
  const replayed = performance.now() - replayStart;
  const projected = time(() => projectContext(thread));
  const next = { ...(entries[1] as (typeof entries)[number]), id: nextId(thread) };
  const appended = time(() => measure(append(thread, next)));
  const rows = time(() => projectRows(thread));
  const meter = time(() => computeMeter(thread, { config: DEFAULT_CONFIG, size: { window: 200_000 }, model: 'm' }));
  const truncate = time(() => plan(thread, 'truncate'));
  const extract = time(() => plan(thread, 'extract'));
  process.stdout.write(
    [
      size,
      thread.tokens,
      `${show(read)} (${(readFileSync(file).length / 1e6).toFixed(1)} MB)`,
      show(replayed),
      `${show(projected.first)}/${show(projected.warm)}`,
      `${show(appended.first)}/${show(appended.warm)}`,
      `${show(rows.first)}/${show(rows.warm)}`,
      show(meter.warm),
      `${show(truncate.first)}/${show(truncate.warm)}`,
      `${show(extract.first)}/${show(extract.warm)}`,
    ]
      .join('\t')
      .concat('\n'),
  );
  rmSync(folder, { recursive: true });
}
