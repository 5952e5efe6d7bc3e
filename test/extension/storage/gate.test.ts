/** The gate before the disk: nothing is written that would not be read as it is. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { DISK } from '../../../src/extension/storage/disk.ts';
import { ALWAYS_ALIVE, takeLock } from '../../../src/extension/storage/lock.ts';
import { checkedLine, decodeLine, entryLine, headerLine } from '../../../src/extension/storage/log-line.ts';
import { LogWriter } from '../../../src/extension/storage/log-writer.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { runs } from '../../property/runs.ts';
import { ENTRIES, newRoot, typed } from './sample-entries.ts';

/** As something that the type system can't see would make it. */
const foreign = (more: object): Entry => ({ ...typed(1, 'a'), ...more }) as Entry;
const usage = { input: 1, output: 2, cacheCreation: 0, cacheRead: 0, total: 3 };
const cyclic: { self?: object } = {};
cyclic.self = cyclic;
const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
const call = { type: 'tool_use', id: 'c', name: 'look', input: {} };

it.each<[string, Entry, RegExp]>([
  ['a count that is null', foreign({ usage: { ...usage, input: null } }), /^usage\.input/],
  ['a count that is NaN', foreign({ usage: { ...usage, total: Number.NaN } }), /^usage\.total/],
  ['a negative count', foreign({ usage: { ...usage, output: -1 } }), /^usage\.output/],
  ['a numeric id of a call', foreign({ blocks: [{ ...call, id: 5 }] }), /^blocks\.0\.id/],
  ['a signature that is no text', foreign({ blocks: [{ ...call, signature: 5 }] }), /^blocks\.0\.signature/],
  [
    'a number that JSON has not',
    foreign({ blocks: [{ ...call, input: { a: [1, Infinity] } }] }),
    /^blocks\.0\.input\.a\.1/,
  ],
  ['a field that the log does not know', foreign({ mood: 'good' }), /^mood/],
  ['a writer of its own', foreign({ writer: 'else' }), /^writer/],
  ['the key of a header', foreign({ spool: 1 }), /^spool|^no entry/],
  ['an id beyond the safe integers', foreign({ id: 2 ** 53 }), /^id/],
  ['a value without end', foreign({ blocks: [{ ...call, input: cyclic }] }), /^the entry as a whole/],
  ['a value too deep to be written', foreign({ blocks: [{ ...call, input: deep }] }), /^the entry as a whole/],
  ['a big integer', foreign({ at: 1n }), /^the entry as a whole/],
  ['no blocks', foreign({ blocks: undefined }), /^blocks/],
])('W1 refuses %s and says where it is', async (_, entry, where) => {
  const checked = checkedLine('w', entry);
  expect(checked).toEqual({ ok: false, error: expect.stringMatching(where) });
  const folder = path.join(newRoot(), 't1');
  mkdirSync(folder);
  const log = path.join(folder, 'log.jsonl');
  writeFileSync(log, headerLine({ thread: 't1', createdAt: 1 }));
  const attempt = await takeLock(DISK, { folder, writer: 'w', pulse: ALWAYS_ALIVE });
  if (attempt.type !== 'taken') return expect.unreachable();
  const writer = await LogWriter.open(DISK, log, attempt.lock, 'w');
  const field = checked.ok ? '' : checked.error;
  expect(await writer.append(entry)).toEqual({ ok: false, error: { type: 'unreadable', field } });
  expect(readFileSync(log, 'utf8')).toBe(headerLine({ thread: 't1', createdAt: 1 }));
  // The next one is taken.
  expect((await writer.append(typed(1, 'fine'))).ok).toBe(true);
  await writer.close();
  await expect(openStore(newRoot()).create({ thread: 't2', createdAt: 1 }, [entry])).rejects.toThrow();
});

it('lets every entry of a thread through as the line that it was', () => {
  for (const entry of ENTRIES) expect(checkedLine('w', entry)).toEqual({ ok: true, value: entryLine('w', entry) });
});

it('W1 what it lets through is read again as it is, whatever stands in the fields', () => {
  const field = fc.constantFrom('usage', 'model', 'cut', 'source', 'queued', 'blocks', 'at', 'id', 'origin');
  fc.assert(
    fc.property(field, fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }), (key, value) => {
      const entry = foreign({ [key]: value });
      const checked = checkedLine('w', entry);
      if (!checked.ok) return;
      const read = decodeLine(checked.value);
      expect(read).toMatchObject({ ok: true, value: { type: 'entry', entry: JSON.parse(JSON.stringify(entry)) } });
    }),
    runs(500),
  );
});

it('takes any input of a call that a reply can hold', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (input) => {
      const entry = foreign({ id: entryId(2), blocks: [{ ...call, input }] });
      expect(checkedLine('w', entry).ok).toBe(true);
    }),
  );
});
