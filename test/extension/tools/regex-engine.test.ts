/** R36: regular expressions run in a worker, which is ended when the time is over. */
import path from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { searchText } from '../../../src/core/tool-output/search.ts';
import { createRegexEngine } from '../../../src/extension/tools/regex-engine.ts';
import { newFolder } from '../../new-folder.ts';

const ALL = { start: { line: 1, column: 1 }, most: 100 };
const folder = newFolder('regex');
const worker = path.join(folder, 'regex-worker.mjs');

beforeAll(async () => {
  const entry = path.join(import.meta.dirname, '../../../src/extension/tools/regex-worker.ts');
  await build({ entryPoints: [entry], outfile: worker, bundle: true, platform: 'node', format: 'esm' });
});

async function search(pattern: string, text: string, { ignoreCase = false, limitMs = 20_000 } = {}) {
  const finder = await createRegexEngine(worker, limitMs).start(pattern, { ignoreCase });
  if (!finder.ok) throw new Error(finder.error);
  try {
    return await searchText([text], finder.value, ALL);
  } finally {
    finder.value.close();
  }
}

describe('R36 the regex engine', () => {
  it('finds line by line', async () => {
    const { matches } = await search('^b+$', 'abb\nbb\nB\n');
    expect(matches).toEqual([{ line: 2, column: 1, text: 'bb', isWholeLine: true }]);
    const folded = await search('^b+$', 'abb\nbb\nB\n', { ignoreCase: true });
    expect(folded.matches.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('searches a text of several parts', async () => {
    const text = Array.from({ length: 50_000 }, (_, i) => `line ${i + 1} of many`).join('\n');
    const { matches } = await search('line \\d*0000 ', text);
    expect(matches.map(({ line }) => line)).toEqual([10_000, 20_000, 30_000, 40_000, 50_000]);
  });

  it('says what is wrong with a pattern', async () => {
    expect(await createRegexEngine(worker).start('(', { ignoreCase: false })).toEqual({
      ok: false,
      error: expect.stringContaining('Unterminated group'),
    });
  });

  it('ends a pattern that would take for ever, and this thread stays free meanwhile', async () => {
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    const found = await search('(a+)+$', `${'a'.repeat(40)}b`, { limitMs: 500 });
    clearInterval(ticking);
    expect(found).toMatchObject({ matches: [], isOutOfTime: true, next: { line: 1, column: 1 } });
    expect(ticks).toBeGreaterThan(0);
  });

  it('finds nothing more once its time is over', async () => {
    const finder = await createRegexEngine(worker, 1).start('a', { ignoreCase: false });
    if (!finder.ok) throw new Error(finder.error);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await finder.value.find('a', { from: 0, to: 1, most: 1 })).toBeUndefined();
    finder.value.close();
  });
});

it('S3 two hundred searches at once run two at a time, each finds its match, and the time counts from when it begins', async () => {
  const engine = createRegexEngine(worker, 20_000);
  let running = 0;
  let most = 0;
  const searches = Array.from({ length: 200 }, async (_, i) => {
    const finder = await engine.start(`part ${i}$`, { ignoreCase: false });
    if (!finder.ok) throw new Error(finder.error);
    most = Math.max(most, ++running);
    // Only a few are really run, as a worker takes a moment to start.
    const found = i % 25 === 0 ? await searchText([`part ${i}\n`], finder.value, ALL) : undefined;
    running--;
    finder.value.close();
    return found?.matches.length;
  });
  const counts = await Promise.all(searches);
  expect(most).toBe(2);
  expect(counts.filter((count) => count !== undefined)).toEqual(Array.from({ length: 8 }, () => 1));
});

it('S3 a search that waits ends when it is stopped, and takes no slot', async () => {
  const engine = createRegexEngine(worker);
  const started = await Promise.all([1, 2].map(() => engine.start('a', { ignoreCase: false })));
  const stop = new AbortController();
  const waiting = engine.start('a', { ignoreCase: false, signal: stop.signal });
  stop.abort();
  expect(await waiting).toMatchObject({ ok: false, error: expect.stringContaining('stopped') });
  for (const finder of started) if (finder.ok) finder.value.close();
  const next = await engine.start('a', { ignoreCase: false });
  expect(next.ok).toBe(true);
  if (next.ok) next.value.close();
});
