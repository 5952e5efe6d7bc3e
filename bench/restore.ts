/** What the record of file changes and their restore cost, with files and log on a real disk. Prints figures; asserts nothing. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ThreadLog } from '../src/core/agent/ports.ts';
import { entryId } from '../src/core/thread/entry-id.ts';
import type { Files } from '../src/core/workspace/ports.ts';
import { filesSince } from '../src/core/workspace/restore/file-history.ts';
import { recordChanges } from '../src/core/workspace/restore/record-changes.ts';
import { restoreLists } from '../src/core/workspace/restore/restore-lists.ts';
import { runRestore } from '../src/core/workspace/restore/run-restore.ts';
import { ownChanges } from '../src/core/workspace/restore/seal.ts';
import { ThreadSession } from '../src/extension/session/thread-session.ts';
import { Sealer } from '../src/extension/storage/seal-key.ts';
import { openStore } from '../src/extension/storage/thread-store.ts';
import { NodeCopies } from '../src/extension/workspace/node/node-copies.ts';
import { NodeFiles } from '../src/extension/workspace/node/node-files.ts';

const COUNT = Number(process.argv[2] ?? 1_000);
const BYTES = 10_000;

const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'spool-bench-')));
const root = path.join(base, 'storage');
const workspace = path.join(base, 'ws');
const names = Array.from({ length: COUNT }, (_, at) => `d${at % 20}/f${at}.ts`);
const text = (name: string, word: string) => `${name} ${word}\n`.repeat(Math.ceil(BYTES / (name.length + 8)));

for (const name of names) {
  mkdirSync(path.dirname(path.join(workspace, name)), { recursive: true });
  writeFileSync(path.join(workspace, name), text(name, 'before'));
}

const folders = () => [{ name: 'ws', path: workspace }];
const disk = new NodeFiles(folders);
const session = new ThreadSession(openStore(root), root, Date.now);

async function timed<T>(label: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  console.log(`${label}: ${ms.toFixed(0)} ms, ${(ms / COUNT).toFixed(2)} ms a file`);
  return result;
}

async function changeAll(files: Files, from: string, to: string): Promise<void> {
  for (const name of names) {
    const checked = await files.check(name);
    const read = await files.read(checked);
    const expected = read.ok ? read.value.version : from;
    const done = await files.write(checked, { expected, text: text(name, to) });
    if (!done.ok) throw new Error(done.error.type);
  }
}

const opened = await session.create(undefined);
if (opened.type !== 'opened') throw new Error(opened.type);
const copies = new NodeCopies({ root, thread: opened.id, sealer: new Sealer(root), folders });
const ports = { files: disk, copies, ownFolders: [root] };
console.log(`${COUNT} files of ${BYTES / 1_000} kB`);
await timed('changed, without a record', () => changeAll(disk, 'before', 'middle'));
const to = await session.append({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'go' }] });
if (typeof to !== 'number') throw new Error(to.type);
await session.work({ type: 'restoring' }, async (log: ThreadLog) => {
  await timed('changed, with a record', () => changeAll(recordChanges(disk, copies, log), 'middle', 'after'));
  const lists = await timed('lists', () =>
    restoreLists(filesSince(log.thread.entries, entryId(to), ownChanges(copies)), ports),
  );
  const order = { to: entryId(to), files: lists.unchanged, thread: undefined };
  const done = await timed('restored', () => runRestore(order, { ...ports, log }));
  if (!done.ok || done.value.restored.length !== COUNT) throw new Error('not all were restored');
});
await session.close();
rmSync(base, { recursive: true });
