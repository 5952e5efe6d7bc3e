/** Searching and reading a stored output of 200 MB, and what a boundary does to outputs: time and memory. Asserts nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { planCollapse } from '../src/core/compaction/outputs/plan-collapse.ts';
import { planOutputs } from '../src/core/compaction/outputs/plan-outputs.ts';
import { planTrim } from '../src/core/compaction/outputs/trim.ts';
import { replay } from '../src/core/thread/thread.ts';
import { literalFinder } from '../src/core/tool-output/finder.ts';
import { readWindows } from '../src/core/tool-output/line-windows.ts';
import { searchText } from '../src/core/tool-output/search.ts';
import { openOutputs } from '../src/extension/storage/outputs.ts';
import { randomNumbers } from './random-numbers.ts';
import { syntheticLog } from './synthetic-thread.ts';

const MEGABYTES = Number(process.argv[2] ?? 200);
const REPEATS = 5;

/** Stands once, in the last line. */
const NEEDLE = 'the needle of the haystack';

const folder = mkdtempSync(path.join(tmpdir(), 'spool-bench-'));
const outputs = openOutputs(folder);
const store = performance.now();
const put = await outputs.put(someOutput(MEGABYTES * 1e6));
if (!put.ok) throw new Error(put.error.reason);
const { id, byteSize } = put.value;
console.log(
  `stored ${(byteSize / 1e6).toFixed(0)} MB in ${seconds(performance.now() - store)} (made while it is stored)`,
);

const text = await outputs.open(id);
if (!text) throw new Error(`${id} is not there`);
const search = (pattern: string, ignoreCase: boolean) =>
  searchText(text, literalFinder(pattern, ignoreCase), { start: { line: 1, column: 1 }, most: 50 });

await measure('grep, found in the last line', () => search(NEEDLE, false));
await measure('grep, found nowhere', () => search('nowhere to be found', false));
await measure('grep, ignoring case', () => search(NEEDLE.toUpperCase(), true));
await measure('grep, first page of many', () => search('error', false));
await measure('read the last 200 lines', async () => {
  let last = 0;
  for await (const line of readWindows(text, { offset: 2_000_000, column: 1, width: 2000 })) last = line.number;
  return last;
});
rmSync(folder, { recursive: true });

for (const messages of [1_000, 5_000, 20_000]) {
  const thread = replay(syntheticLog(messages));
  const config = { collapseAfterTurns: 40, contextBudgetTokens: 20_000, enabled: true };
  const size = `${messages} messages, ${(thread.tokens / 1e6).toFixed(1)} M tokens`;
  time(`collapse + trim, ${size}`, () => [planCollapse(thread, config), planTrim(thread, { budget: 20_000 })]);
  time(`collapse + show once + trim, ${size}`, () => planOutputs(thread, config, undefined));
}

function time(name: string, work: () => unknown): void {
  const times = Array.from({ length: 4 * REPEATS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  const [median = Number.NaN] = times.toSorted((a, b) => a - b).slice(2 * REPEATS);
  console.log(`${name}: ${seconds(times[0] ?? Number.NaN)} first, ${seconds(median)} median`);
}

function* someOutput(bytes: number): Generator<string> {
  const random = randomNumbers(7);
  const words = 'info warn error src/queue.ts upload part retry after chunk of the manifest done in ms'.split(' ');
  for (let made = 0, line = 1; made < bytes - 200; ) {
    let block = '';
    for (let i = 0; i < 2000; i++) {
      const said = Array.from({ length: 12 }, () => words[Math.floor(random() * words.length)]);
      block += `${line++} ${said.join(' ')}\n`;
    }
    made += block.length;
    yield block;
  }
  yield `${NEEDLE}\n`;
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  let growth = 0;
  for (let i = 0; i < REPEATS; i++) {
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    let peak = before;
    const watching = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 5);
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
    clearInterval(watching);
    growth = Math.max(growth, peak - before, process.memoryUsage.rss() - before);
  }
  const [median = Number.NaN] = times.toSorted((a, b) => a - b).slice(REPEATS >> 1);
  const mb = (growth / 2 ** 20).toFixed(1);
  console.log(
    `${name}: ${seconds(times[0] ?? Number.NaN)} first, ${seconds(median)} median, grew by ${mb} MiB at most`,
  );
}

function seconds(ms: number): string {
  return ms < 100 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
