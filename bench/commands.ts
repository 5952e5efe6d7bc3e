/** Commands as the agent runs them: 300 MB of output, how soon text is seen, and hundreds of starts. Asserts nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callTools } from '../src/core/agent/call-tools.ts';
import { replay } from '../src/core/thread/thread.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG } from '../src/core/tool-output/config.ts';
import { runCommand } from '../src/core/workspace/commands/run-command.ts';
import { gated } from '../src/core/workspace/gate.ts';
import { openOutputs } from '../src/extension/storage/outputs.ts';
import { NodeCommands } from '../src/extension/workspace/node/commands/node-commands.ts';

const MEGABYTES = Number(process.argv[2] ?? 300);
const STARTS = 200;

const folder = mkdtempSync(path.join(tmpdir(), 'spool-bench-'));
const delays: number[] = [];
const commands = new NodeCommands({
  env: process.env,
  folders: () => [folder],
  show: () => ({
    text: (raw) => {
      const written = /^at (\d{16})\d{3}$/m.exec(raw)?.[1];
      if (written !== undefined) delays.push(performance.timeOrigin + performance.now() - Number(written) / 1000);
    },
    moved: () => {},
    ended: () => {},
  }),
});
const tool = gated(
  runCommand(commands, async () => ({ given: '.', real: folder, inside: '' })),
  { decide: () => ({ type: 'allow' }), ask: async () => ({ type: 'denied' }) },
);

async function run(command: string): Promise<string> {
  const results = await callTools(
    {
      calls: [{ type: 'tool_use', id: 'c', name: tool.name, input: { command } }],
      unreadable: new Set(),
      tools: [tool],
      thread: replay([]),
      config: DEFAULT_TOOL_OUTPUT_CONFIG,
      outputs: openOutputs(folder),
    },
    new AbortController().signal,
  );
  return results.flatMap(({ content }) => content.map((part) => (part.type === 'text' ? part.text : ''))).join('\n');
}

await run('true');
const line = 'info src/queue.ts upload part 17 of the manifest was done after 3 retries in 120 ms';
for (const [name, made] of [
  ['lines', `yes '${line}' | head -c ${MEGABYTES}000000`],
  ['one line', `yes '${line}' | tr -d '\\n' | head -c ${MEGABYTES}000000`],
  ['progress with \\r', `yes '${line}' | tr '\\n' '\\r' | head -c ${MEGABYTES / 10}000000`],
] as const) {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const start = performance.now();
  const text = await run(made);
  clearInterval(watching);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const grown = ((peak - before) / 2 ** 20).toFixed(1);
  console.log(`${name}: ${seconds} s, grew by ${grown} MiB at most; ${text.slice(text.lastIndexOf('\n') + 1)}`);
}

await run('for i in 1 2 3 4 5 6 7 8 9 10; do echo "at $(date +%s%N)"; sleep 0.05; done');
const sorted = delays.toSorted((a, b) => a - b);
console.log(`written to seen: ${sorted.map((ms) => ms.toFixed(1)).join(' ')} ms`);

const start = performance.now();
for (let n = 0; n < STARTS; n += 20) await Promise.all(Array.from({ length: 20 }, () => run('true')));
console.log(`${STARTS} commands, 20 at a time: ${((performance.now() - start) / STARTS).toFixed(1)} ms each`);

await commands.dispose();
rmSync(folder, { recursive: true });
