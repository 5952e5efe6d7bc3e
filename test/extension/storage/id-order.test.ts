/** Ids out of order in a log: the damaged one is left out, and no other. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { nextId, replay } from '../../../src/core/thread/thread.ts';
import { ThreadSession } from '../../../src/extension/session/thread-session.ts';
import { idAfter, inOrder, isBeyond } from '../../../src/extension/storage/id-order.ts';
import { entryLine } from '../../../src/extension/storage/log-line.ts';
import { readLog } from '../../../src/extension/storage/read-log.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { runs } from '../../property/runs.ts';
import { newRoot, typed } from './sample-entries.ts';

const numbered = (ids: readonly number[]) => ids.map((id, at) => ({ id, line: at + 2 }));
const idsOf = (entries: readonly { readonly id: number }[]) => entries.map(({ id }) => id);
const kept = (...ids: readonly number[]) => idsOf(inOrder(numbered(ids)));

it.each([
  ['none', [], []],
  ['all in order', [1, 2, 3], [1, 2, 3]],
  ['gaps', [1, 4, 6, 7], [1, 4, 6, 7]],
  ['one that is too large', [1, 2, 3, 4, 95, 6, 7], [1, 2, 3, 4, 6, 7]],
  ['one that is too large, before the last', [1, 2, 95, 4], [1, 2, 4]],
  ['two that are too large, one behind the other', [1, 2, 90, 91, 5, 6, 7], [1, 2, 5, 6, 7]],
  ['one that is too small', [54, 55, 5, 57], [54, 55, 57]],
  ['the first too large', [95, 2, 3], [2, 3]],
  ['a line of another window with an id that was given', [1, 2, 3, 3, 4], [1, 2, 3, 4]],
  ['the last twice', [1, 2, 2], [1, 2]],
])('S1 keeps of %s all but what is out of order', (_, ids, left) => expect(kept(...ids)).toEqual(left));

it('S1 one damaged id costs its own line and no other', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 60 }),
      fc.nat(),
      fc.oneof(fc.nat(80), fc.maxSafeNat()),
      (count, where, id) => {
        const at = where % count;
        const ids = Array.from({ length: count }, (_, i) => (i === at ? Math.max(1, id) : i + 1));
        const expected = numbered(ids).filter((one, i) => i !== at || one.id === at + 1);
        const left = inOrder(numbered(ids).filter((one) => !isBeyond(one)));
        // At either end nothing may contradict it.
        const isFree = ids.every((one, i) => i === 0 || one > (ids[i - 1] ?? 0));
        if (!isFree) expect(left).toEqual(expected);
        else expect(left.filter(({ line }) => line !== at + 2)).toEqual(expected.filter(({ line }) => line !== at + 2));
      },
    ),
    runs(500),
  );
});

it('S1 leaves as many as any choice could, and their ids rise', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 10 }), (ids) => {
      const left = kept(...ids);
      expect(left.every((id, at) => at === 0 || id > (left[at - 1] ?? 0))).toBe(true);
      let most = 0;
      for (let choice = 0; choice < 2 ** ids.length; choice++) {
        const chosen = ids.filter((_, at) => (choice >> at) & 1);
        if (chosen.every((id, at) => at === 0 || id > (chosen[at - 1] ?? 0))) most = Math.max(most, chosen.length);
      }
      expect(left).toHaveLength(most);
    }),
  );
});

it('S1 what was kept stays kept when more is written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      fc.nat(2),
      (ids, more, blank) => {
        const found = numbered(ids);
        const left = inOrder(found);
        const next = ids.length + 2 + blank;
        const from = idAfter(left.at(-1) ?? { id: 0, line: 0 }, next);
        const added = Array.from({ length: more }, (_, at) => ({ id: from + at, line: next + at }));
        expect(inOrder([...found, ...added])).toEqual([...left, ...added]);
      },
    ),
    runs(500),
  );
});

it.each([
  ['in reverse', (lines: string[]) => lines.toReversed()],
  ['two swapped', ([a = '', b = '', ...rest]: string[]) => [b, a, ...rest]],
  ['the last twice', (lines: string[]) => [...lines, ...lines.slice(-1)]],
  ['behind a blank line and a torn one', (lines: string[]) => ['', '{"writer":', ...lines.toReversed()]],
])('S1 a thread whose lines are %s is after a restart as it was shown', async (_, change) => {
  const { root, file } = await logWith((line) => line);
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(file, `${[header, ...change(lines)].join('\n')}\n`);
  const session = new ThreadSession(openStore(root), root, () => 1);
  await session.open('t1');
  for (const text of ['one', 'two', 'three']) {
    const said = { type: 'message', origin: 'typed', blocks: [{ type: 'text', text }] } as const;
    expect(await session.append(said)).toEqual(expect.any(Number));
  }
  const shown = session.state.open?.thread.entries;
  await session.close();
  expect(shown?.length).toBeGreaterThan(3);
  expect((await readLog(file)).entries).toEqual(shown);
});

async function logWith(change: (line: string, id: number) => string, count = 9) {
  const root = newRoot();
  const store = openStore(root);
  const entries: readonly Entry[] = Array.from({ length: count }, (_, i) => typed(i + 1, `message ${i + 1}`));
  await store.create({ thread: 't1', createdAt: 1 }, entries);
  const file = path.join(root, 'threads/t1/log.jsonl');
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, lines.map((line, at) => (at === 0 ? line : change(line, at))).join('\n'));
  return { root, store, file };
}

const damaged = (at: number, id: number | string) => (line: string, own: number) =>
  own === at ? line.replace(`"id":${at},`, `"id":${id},`) : line;

it('S1 an id that was damaged hides nothing that follows', async () => {
  const { file } = await logWith(damaged(5, 95));
  const { entries, skipped } = await readLog(file);
  expect(idsOf(entries)).toEqual([1, 2, 3, 4, 6, 7, 8, 9]);
  expect(skipped).toEqual([{ line: 6, why: 'out-of-order', detail: 'entry 95 after entry 4' }]);
});

it.each([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1, 1e300, 2_000_000])(
  'S1 after the id %d, in whatever line, nothing that counts is lost',
  async (id) => {
    for (const at of [1, 5, 9]) {
      const { store, file } = await logWith(damaged(at, id));
      const opened = await store.open('t1');
      if (!opened.ok || opened.value.access.type !== 'writer') return expect.unreachable();
      const { entries, access } = opened.value;
      expect(entries).toHaveLength(8);
      let thread = replay(entries);
      for (let more = 0; more < 3; more++) {
        const entry = typed(nextId(thread), `more ${more}`);
        expect((await access.writer.append(entry)).ok).toBe(true);
        thread = replay([...thread.entries, entry]);
      }
      await access.writer.close();
      expect((await readLog(file)).entries).toEqual(thread.entries);
    }
  },
);

it('S1 reads a long log with one damaged line, and one whose lines are in reverse', () => {
  const many = Array.from({ length: 50_000 }, (_, i) => (i === 25_000 ? 90_000 : i + 1));
  expect(kept(...many)).toHaveLength(49_999);
  expect(kept(...many.toReversed())).toHaveLength(2);
  expect(entryLine('w', typed(1, 'x'))).toContain('"id":1,');
});
