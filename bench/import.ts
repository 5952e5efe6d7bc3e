/** Memory and time of an import: a generated Claude Code log, streamed into the store. Prints figures; asserts nothing. */

import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileSource } from '../src/extension/storage/file-source.ts';
import { openStore } from '../src/extension/storage/thread-store.ts';

/** Megabytes of the file, and of its longest line. */
const SIZES: readonly (readonly [number, number])[] = [
  [100, 0.01],
  [200, 1],
  [200, 20],
];
const MB = 1e6;

async function generate(file: string, size: number, longest: number): Promise<void> {
  const out = createWriteStream(file);
  let written = 0;
  for (let i = 0; written < size * MB; i++) {
    const long = i === 100 ? longest * MB : 4_000;
    for (const line of round(i, 'output of the command, line by line\n'.repeat(Math.ceil(long / 36)))) {
      written += line.length;
      if (!out.write(line)) await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'finish');
}

function round(i: number, output: string): readonly string[] {
  const at = { timestamp: '2026-01-02T03:04:05Z', sessionId: 's', uuid: `u${i}` };
  const call = { type: 'tool_use', id: `toolu_${i}`, name: 'Bash', input: { command: `step ${i}` } };
  const result = { type: 'tool_result', tool_use_id: `toolu_${i}`, content: output };
  return [
    { ...at, type: 'user', message: { role: 'user', content: `Please do step ${i}.` } },
    {
      ...at,
      type: 'assistant',
      message: { id: `msg_${i}`, role: 'assistant', model: 'claude-opus-4-6', content: [call] },
    },
    { ...at, type: 'user', message: { role: 'user', content: [result] } },
  ].map((record) => `${JSON.stringify(record)}\n`);
}

process.stdout.write('file MB\tlongest line MB\tseconds\tRSS growth MB\tpeak heap MB\n');
for (const [size, longest] of SIZES) {
  const dir = mkdtempSync(path.join(tmpdir(), 'spool-bench-'));
  const file = path.join(dir, 'session.jsonl');
  await generate(file, size, longest);
  global.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  let heap = 0;
  const sampling = setInterval(() => {
    const usage = process.memoryUsage();
    peak = Math.max(peak, usage.rss);
    heap = Math.max(heap, usage.heapUsed);
  }, 5);
  const started = performance.now();
  const header = { thread: `bench${size}`, createdAt: 0 };
  const outcome = await openStore(path.join(dir, 'storage')).import(await fileSource(file), { header, at: 0 });
  const seconds = (performance.now() - started) / 1000;
  clearInterval(sampling);
  if (outcome.type !== 'imported') throw new Error(JSON.stringify(outcome));
  const row = [statSync(file).size / MB, longest, seconds.toFixed(1), (peak - before) / MB, heap / MB];
  process.stdout.write(
    `${row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 100) / 100 : cell)).join('\t')}\n`,
  );
  rmSync(dir, { recursive: true });
}
