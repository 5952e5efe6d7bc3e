/** The manifest says truly what is delivered. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { countAcknowledged, createKeeper, createManifest, isAcknowledged, parseManifest } from '../src/manifest.js';
import { fileStore, memoryStore } from '../src/manifest-store.js';

const fresh = () => createManifest({ file: 'big.iso', size: 1_000_000, partSize: 65_536 });

describe('parseManifest', () => {
  it('reads what createManifest made', () => {
    assert.deepEqual(parseManifest(JSON.parse(JSON.stringify(fresh()))), fresh());
  });

  const bad = [
    ['a list', [], /not a JSON object/],
    ['null', null, /not a JSON object/],
    ['another version', { ...fresh(), version: 9 }, /version 9/],
    ['no version', { ...fresh(), version: undefined }, /version/],
    ['no file', { ...fresh(), file: '' }, /names no file/],
    ['a size of 0', { ...fresh(), size: 0 }, /"size" is 0/],
    ['a part size that is no number', { ...fresh(), partSize: '64K' }, /"partSize" is "64K"/],
  ];
  for (const [name, value, message] of bad) {
    it(`refuses ${name}, and says what is wrong`, () => {
      assert.throws(() => parseManifest(value), { code: 'E_MANIFEST', message });
    });
  }
});

describe('createKeeper', () => {
  it('counts parts that are acknowledged in order', async () => {
    const manifest = fresh();
    const keeper = createKeeper({ manifest, store: memoryStore() });
    for (const index of [0, 1, 2]) await keeper.acknowledged(index);
    assert.equal(countAcknowledged(manifest), 3);
    assert.ok(isAcknowledged(manifest, 2));
    assert.ok(!isAcknowledged(manifest, 3));
  });

  it('writes what is not written yet when it closes', async () => {
    const store = memoryStore();
    const keeper = createKeeper({ manifest: fresh(), store });
    await keeper.acknowledged(0);
    await keeper.close();
    assert.equal(countAcknowledged(await store.load()), 1);
  });

  it('does not write before anything happened', async () => {
    const store = memoryStore();
    createKeeper({ manifest: fresh(), store });
    assert.equal(store.saves(), 0);
  });
});

describe('fileStore', () => {
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferry-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('has nothing to load at first', async () => {
    assert.equal(await fileStore(join(folder, 'none.json')).load(), undefined);
  });

  it('loads what it saved, and leaves no other file behind', async () => {
    const store = fileStore(join(folder, 'a.json'));
    await store.save(fresh());
    assert.deepEqual(await store.load(), fresh());
    assert.deepEqual(await readdir(folder), ['a.json']);
  });

  it('ends the file with a newline', async () => {
    const path = join(folder, 'a.json');
    await fileStore(path).save(fresh());
    assert.ok((await readFile(path, 'utf8')).endsWith('}\n'));
  });

  it('refuses a torn file with a hint', async () => {
    const path = join(folder, 'torn.json');
    await writeFile(path, '{"version":1,"file":"big');
    await assert.rejects(fileStore(path).load(), { code: 'E_MANIFEST', message: /is not JSON/, hint: /backup/ });
  });
});
