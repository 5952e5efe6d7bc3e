/** The documents: their addresses, and the text behind each. */
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { type DocumentAddress, fromQuery, toUriParts } from '../../../src/extension/documents/document-address.ts';
import { threadDocument } from '../../../src/extension/documents/thread-documents.ts';
import type { CompactOutcome } from '../../../src/extension/session/outcome.ts';
import { ThreadSession } from '../../../src/extension/session/thread-session.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { ENGLISH } from '../english.ts';
import { CONFIG, longThread } from '../session/long-thread.ts';
import { newRoot } from '../storage/sample-entries.ts';

const sessions: ThreadSession[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

async function compacted() {
  const root = newRoot();
  const store = openStore(root);
  await store.create({ thread: 't1', createdAt: 1 }, longThread(30));
  await store.create({ thread: 'other', createdAt: 1 }, longThread(1));
  const session = new ThreadSession(store, root, () => 9_000);
  sessions.push(session);
  session.configure({ config: CONFIG, problems: [] });
  await session.open('t1');
  const outcome: CompactOutcome = await session.compact();
  if (outcome.type !== 'compacted') throw new Error(outcome.type);
  const text = (address: Parameters<typeof threadDocument>[0]) => threadDocument(address, session, store, ENGLISH);
  return { session, compaction: outcome.compaction, text };
}

it('finds the address again in what it made of it, and none in anything else', () => {
  const addresses: readonly DocumentAddress[] = [
    { show: 'settings' },
    { show: 'thread', thread: 'a&b=c' },
    { show: 'row', thread: 't', key: '3.1' },
    { show: 'summary', thread: 't', compaction: 14 },
    { show: 'context', thread: 't', compaction: 14, side: 'after' },
    { show: 'agent', thread: 't', agent: 's' },
  ];
  for (const address of addresses) expect(fromQuery(toUriParts(address, 'a/b').query)).toEqual(address);
  expect(toUriParts({ show: 'settings' }, 'a/b.md').path.split('/')).toHaveLength(2);
  fc.assert(fc.property(fc.string(), (query) => fromQuery(query) === undefined));
  expect(fromQuery('show=summary&thread=t&compaction=x')).toBeUndefined();
});

it('shows the whole thread as text, with what the model still has of it', async () => {
  const { text } = await compacted();
  const all = await text({ show: 'thread', thread: 't1' });
  for (let n = 0; n < 30; n++) expect(all).toContain(`Question ${n}: what is in part ${n}?`);
  expect(all).toMatch(/You · .* · dropped\nQuestion 0:/);
  expect(all).toMatch(/You · [^·\n]*\nQuestion 29:/);
  expect(all).toMatch(/Compacted: \d.* to \d.* tokens/);
  expect(all).toContain('src/part7.ts');
});

it('shows what the model was sent before and after a compaction, also after an undo', async () => {
  const { session, compaction, text } = await compacted();
  const side = (name: 'before' | 'after') => text({ show: 'context', thread: 't1', compaction, side: name });
  const [before, after] = [await side('before'), await side('after')];
  expect(before).toContain('part 3 part 3');
  expect(after).not.toContain('part 3 part 3');
  expect(after).toContain('Question 29');
  await session.undo();
  expect([await side('before'), await side('after')]).toEqual([before, after]);
});

it('shows a call with its result', async () => {
  const { text } = await compacted();
  const row = await text({ show: 'row', thread: 't1', key: '2.0' });
  expect(row).toContain('"path": "src/part0.ts"');
  expect(row).toContain('part 0 part 0');
  expect(await text({ show: 'row', thread: 't1', key: '1' })).toBe('Question 0: what is in part 0?');
});

it('reads a thread that is not open from its log, and says when something is gone', async () => {
  const { text } = await compacted();
  expect(await text({ show: 'thread', thread: 'other' })).toContain('Question 0');
  expect(await text({ show: 'thread', thread: '../t1' })).toBe('The thread ../t1 is not here any more.');
  const gone = 'This part of the thread is not here any more.';
  expect(await text({ show: 'row', thread: 't1', key: '999.1' })).toBe(gone);
  expect(await text({ show: 'summary', thread: 't1', compaction: 1 })).toBe(gone);
});
