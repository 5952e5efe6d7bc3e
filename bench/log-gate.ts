/** What the gate before the disk costs: an entry as a line, and the same line read back and compared. Prints figures; asserts nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Json } from '../src/core/lang/json.ts';
import type { Entry } from '../src/core/thread/entry.ts';
import { entryId } from '../src/core/thread/entry-id.ts';
import { checkedLine, entryLine } from '../src/extension/storage/log-line.ts';
import { openStore } from '../src/extension/storage/thread-store.ts';
import { syntheticLog } from './synthetic-thread.ts';

const WARM_MS = 300;
const MEASURED_MS = 700;

const base = { id: entryId(1), at: 1, type: 'message' } as const;
const result = (length: number): Entry => ({
  ...base,
  origin: 'tools',
  blocks: [{ type: 'tool_result', toolUseId: 'c1', content: [{ type: 'text', text: textOf(length) }] }],
});
const call = (input: Json): Entry => ({
  ...base,
  origin: 'model',
  model: 'anthropic/claude-sample',
  usage: { input: 10, output: 5, cacheCreation: 0, cacheRead: 3, total: 18 },
  blocks: [
    { type: 'thinking', text: 'Which file is it?', signature: 's'.repeat(400) },
    { type: 'tool_use', id: 'c1', name: 'read_file', input },
  ],
});

function textOf(length: number): string {
  const line = 'const größe = "a line of a file as tools read it";\n';
  return line.repeat(Math.ceil(length / line.length)).slice(0, length);
}

/** Many small values, which cost the most by their bytes. */
function manyValues(length: number): Json {
  return Array.from({ length: Math.round(length / 30) }, (_, i) => ({ line: i, text: `value ${i}` }));
}

/** The mean milliseconds of processor time that a run takes once it is warm: other programs don't count. */
function time(work: () => unknown): number {
  const until = (ms: number) => {
    const start = process.cpuUsage();
    let runs = 0;
    let passed = 0;
    do {
      work();
      runs++;
      const { user, system } = process.cpuUsage(start);
      passed = (user + system) / 1000;
    } while (passed < ms);
    return passed / runs;
  };
  until(WARM_MS);
  return until(MEASURED_MS);
}

const ordinary = syntheticLog(30);
const INPUTS: readonly (readonly [string, readonly Entry[]])[] = [
  ['an ordinary entry', ordinary],
  ['a call', [call({ path: 'src/a.ts', offset: 100 })]],
  ['1 kB of text', [result(1_000)]],
  ['100 kB of text', [result(100_000)]],
  ['5 MB of text', [result(5_000_000)]],
  ['100 kB of small values', [call(manyValues(100_000))]],
  ['5 MB of small values', [call(manyValues(5_000_000))]],
];

process.stdout.write(
  `node ${process.version}, processor time, mean of the runs of ${MEASURED_MS} ms after ${WARM_MS} ms to warm up, ms\n`,
);
process.stdout.write('entry\tbytes\tline alone\tline and gate\tgate\n');
for (const [name, entries] of INPUTS) {
  let at = 0;
  const next = () => entries[at++ % entries.length] ?? result(0);
  const bytes = entries.reduce((sum, entry) => sum + Buffer.byteLength(entryLine('w', entry)), 0) / entries.length;
  const line = time(() => entryLine('bench', next()));
  const both = time(() => {
    if (!checkedLine('bench', next()).ok) throw new Error(name);
  });
  process.stdout.write(
    `${name}\t${Math.round(bytes)}\t${line.toFixed(4)}\t${both.toFixed(4)}\t${(both - line).toFixed(4)}\n`,
  );
}

const root = mkdtempSync(path.join(tmpdir(), 'spool-bench-'));
const store = openStore(root);
await store.create({ thread: 'bench', createdAt: 0 });
const opened = await store.open('bench');
if (!opened.ok || opened.value.access.type !== 'writer') throw new Error('not opened');
const { writer } = opened.value.access;
const start = performance.now();
for (const entry of ordinary) await writer.append(entry);
const appended = (performance.now() - start) / ordinary.length;
process.stdout.write(`append of an ordinary entry, with the disk: ${appended.toFixed(3)} ms\n`);
await writer.close();
rmSync(root, { recursive: true });
