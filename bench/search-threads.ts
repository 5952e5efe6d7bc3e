/** Search across threads: the first one, which makes the indexes, and later ones, by how many threads hold the text. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Entry } from '../src/core/thread/entry.ts';
import { openStore } from '../src/extension/storage/thread-store.ts';
import { syntheticLog } from './synthetic-thread.ts';

const COUNT = Number(process.argv[2] ?? 1_000);
/** Messages of a thread: about 200 kB. */
const MESSAGES = 130;
const REPEATS = 5;

const root = mkdtempSync(path.join(tmpdir(), 'spool-bench-search-'));
const log = (line: string) => process.stdout.write(`${line}\n`);
try {
  const store = openStore(root);
  const entries = syntheticLog(COUNT + MESSAGES);
  for (let at = 0; at < COUNT; at++) {
    const own = entries.slice(at, at + MESSAGES).map((entry, i): Entry => {
      const id = (entries[i] ?? entry).id;
      if (i !== MESSAGES - 1) return { ...entry, id };
      const words = at % 100 === 0 ? 'the needle lies here' : 'nothing lies here';
      return { type: 'message', origin: 'typed', id, at: 0, blocks: [{ type: 'text', text: words }] };
    });
    await store.create({ thread: `t${at}`, createdAt: 0 }, own);
  }
  const bytes = Array.from({ length: COUNT }, (_, at) => statSync(path.join(root, `threads/t${at}/log.jsonl`)).size);
  log(`${COUNT} threads, ${Math.round(bytes.reduce((sum, one) => sum + one, 0) / 1e6)} MB`);
  const threads = await store.list();
  const search = async (text: string, most = Number.POSITIVE_INFINITY) => {
    const begin = performance.now();
    let found = 0;
    let first = Number.NaN;
    for await (const _ of store.find(threads, text, new AbortController().signal)) {
      if (found === 0) first = performance.now() - begin;
      if (++found >= most) break;
    }
    return { ms: performance.now() - begin, first, found };
  };
  log(`the first search, which makes the indexes\t${(await search('needle')).ms.toFixed(0)} ms`);
  log('search\tfound\tfirst found\tall, ms (least to most)');
  for (const [text, most] of [
    ['needle'],
    ['no such words anywhere'],
    ['lies here', 50],
    ['lies here'],
    ['li', 50],
    ['here lies needle'],
    ['"lies here" needle'],
  ] as const) {
    const runs = [];
    for (let i = 0; i < REPEATS; i++) runs.push(await search(text, most));
    const all = runs.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const what = most === undefined ? text : `${text}, at most ${most}`;
    log(`${what}\t${runs[0]?.found}\t${runs[0]?.first.toFixed(0)}\t${all[0]?.toFixed(0)} to ${all.at(-1)?.toFixed(0)}`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
