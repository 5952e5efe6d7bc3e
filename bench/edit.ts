/** An edit of a large file up to what the question shows: read, planned, compared, in hunks. Prints figures; asserts nothing. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { replay } from '../src/core/thread/thread.ts';
import { withHunks } from '../src/core/workspace/edits/hunks.ts';
import { SeenFiles } from '../src/core/workspace/seen-files.ts';
import { editFileTool } from '../src/core/workspace/tools/edit-file.ts';
import { writeFileTool } from '../src/core/workspace/tools/write-file.ts';
import type { WorkspaceTool } from '../src/core/workspace/workspace-tool.ts';
import { changeViews } from '../src/extension/permission/change-view.ts';
import { NodeFiles } from '../src/extension/workspace/node/node-files.ts';

const LINES = Number(process.argv[2] ?? 20_000);
const RUNS = 20;

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'spool-bench-')));
const lines = Array.from(
  { length: LINES },
  (_, at) => `  const value${at} = compute(${at % 97}, ${at % 31}); // line ${at}`,
);
const changed = (every: number) => lines.map((line, at) => (at % every === 0 ? `${line} changed` : line)).join('\n');
writeFileSync(path.join(folder, 'a.ts'), lines.join('\n'));

const files = new NodeFiles(() => [{ name: 'ws', path: folder }]);
const seen = new SeenFiles();
const thread = replay([]);
const read = await files.read(await files.check('a.ts'));
if (!read.ok || read.value.type !== 'text') throw new Error('not read');
const { version, text: whole } = read.value;
seen.add(path.join(folder, 'a.ts'), { version, text: whole, lines: 'all' }, thread);

const edit = (old: string, all = false) => ({ path: 'a.ts', edits: [{ old, new: `${old} // more`, all }] });
const many = Array.from({ length: 100 }, (_, n) => Math.floor((n * LINES) / 100));
const calls: Readonly<Record<string, readonly [WorkspaceTool, unknown]>> = {
  'one line': [editFileTool({ files, seen }), edit(lines[LINES >> 1] ?? '')],
  '100 edits': [
    editFileTool({ files, seen }),
    { path: 'a.ts', edits: many.map((at) => ({ old: lines[at] ?? '', new: 'changed' })) },
  ],
  'every line, by one edit': [editFileTool({ files, seen }), edit('compute(', true)],
  'a rewrite, each tenth line': [writeFileTool({ files, seen }), { path: 'a.ts', content: changed(10) }],
  'a rewrite, each line': [writeFileTool({ files, seen }), { path: 'a.ts', content: changed(1) }],
  'a rewrite, lines in reverse': [
    writeFileTool({ files, seen }),
    { path: 'a.ts', content: lines.toReversed().join('\n') },
  ],
};

for (const [name, [tool, input]] of Object.entries(calls)) {
  const times: number[] = [];
  let hunks = 0;
  for (let n = 0; n < RUNS; n++) {
    const start = performance.now();
    const prepared = await tool.prepare(input, { thread, call: 'c', signal: { aborted: false } });
    if (prepared.type !== 'prepared') throw new Error(JSON.stringify(prepared.outcome.content));
    const { proposal, requests } = prepared;
    if (proposal?.type !== 'change') throw new Error('no change');
    const asks = requests.map((request) => ({ type: 'ask' as const, reasons: [], offers: [], request }));
    const [view] = changeViews({ tool: tool.name, call: 'c', asks, proposal });
    hunks = view?.hunks?.length ?? 0;
    const [{ before = '', after = '' } = { before: '', after: '' }] = proposal.changes;
    withHunks(before, after, new Set([0]));
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0).padStart(5);
  console.log(`${name.padEnd(30)} least ${at(0)} ms   median ${at(0.5)} ms   most ${at(1)} ms   ${hunks} hunks shown`);
}
rmSync(folder, { recursive: true });
