/** The dead-letter list keeps what was given up until a person decides. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { deadLetterList, memoryDeadLetters } from '../src/dead-letters.js';

const letter = (part, file = 'big.iso') => ({
  file,
  part,
  attempts: 5,
  status: 503,
  reason: 'the server answered 503',
  atMs: 1_000 + part,
});

describe('deadLetterList', () => {
  let folder;
  let count = 0;
  const nextPath = () => join(folder, `${(count += 1)}.jsonl`);
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferry-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('is empty when there is no file', async () => {
    assert.deepEqual(await deadLetterList(nextPath()).list(), []);
  });

  it('lists in the order of adding', async () => {
    const list = deadLetterList(nextPath());
    for (const part of [17, 44, 3]) await list.add(letter(part));
    assert.deepEqual(
      (await list.list()).map((one) => one.part),
      [17, 44, 3],
    );
  });

  it('takes one file off, and keeps the others', async () => {
    const path = nextPath();
    const list = deadLetterList(path);
    await list.add(letter(1));
    await list.add(letter(2, 'other.iso'));
    assert.deepEqual(
      (await list.take('big.iso')).map((one) => one.part),
      [1],
    );
    assert.deepEqual(
      (await list.list()).map((one) => one.part),
      [2],
    );
    assert.equal((await readFile(path, 'utf8')).split('\n').length, 2);
  });

  it('says which line it can not read', async () => {
    const path = nextPath();
    await writeFile(path, `${JSON.stringify(letter(1))}\nnot json\n${JSON.stringify(letter(2))}\n`);
    await assert.rejects(deadLetterList(path).list(), { code: 'E_DEAD_LETTERS', message: /^line 2 of/ });
  });
});

describe('memoryDeadLetters', () => {
  it('behaves as the file does', async () => {
    const list = memoryDeadLetters();
    await list.add(letter(1));
    await list.add(letter(2, 'other.iso'));
    assert.equal((await list.list()).length, 2);
    assert.deepEqual(
      (await list.take('big.iso')).map((one) => one.part),
      [1],
    );
    assert.deepEqual(
      (await list.list()).map((one) => one.part),
      [2],
    );
  });
});
