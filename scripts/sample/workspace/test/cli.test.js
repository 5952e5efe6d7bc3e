/** The commands say what they did, and end with the code that docs/operations.md lists. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { main } from '../src/cli/main.js';

describe('ferry', () => {
  let folder;
  let count = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferry-'));
  });
  after(() => rm(folder, { recursive: true }));

  const nextFile = () => join(folder, `${(count += 1)}.iso`);

  async function ferry(...argv) {
    const out = [];
    const err = [];
    const code = await main(argv, { out: (text) => out.push(text), err: (text) => err.push(text) });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }

  it('uploads and says so', async () => {
    const { code, out } = await ferry('upload', nextFile(), '--to', 'memory:', '--size', '300K', '--part-size', '64K');
    assert.equal(code, 0);
    assert.match(out, /5 of 5 parts delivered/);
  });

  it('tells the status before and after', async () => {
    const file = nextFile();
    assert.match((await ferry('status', file)).out, /nothing was uploaded yet/);
    await ferry('upload', file, '--to', 'memory:', '--size', '300K', '--part-size', '64K');
    assert.match((await ferry('status', file)).out, /5 of 5 parts delivered/);
  });

  it('goes on where it stopped', async () => {
    const file = nextFile();
    await ferry('upload', file, '--to', 'memory:', '--size', '300K', '--part-size', '64K');
    const { out } = await ferry('upload', file, '--to', 'memory:', '--size', '300K', '--part-size', '64K');
    assert.match(out, /going on: 5 of 5 parts are already there/);
    assert.match(out, /0 attempts/);
  });

  it('ends with 2 when the command line is wrong', async () => {
    const { code, err } = await ferry('upload', nextFile());
    assert.equal(code, 2);
    assert.match(err, /^E_USAGE: "ferry upload" needs --to/);
  });

  it('ends with 1 when the manifest is torn', async () => {
    const file = nextFile();
    await writeFile(`${file}.ferry.json`, '{"version"');
    const { code, err } = await ferry('status', file);
    assert.equal(code, 1);
    assert.match(err, /^E_MANIFEST: /);
  });

  it('has no dead parts at first', async () => {
    assert.equal((await ferry('dead', nextFile())).out, '0 dead');
  });

  it('prints the figures of a log', async () => {
    const log = join(folder, 'x.log');
    await writeFile(
      log,
      '+0000.000s start acked=0 left=1\n+0000.040s acked part=000 try=1 status=201 took=40ms bytes=100\n',
    );
    assert.match((await ferry('stats', log)).out, /acknowledged 1, refused 0/);
  });
});
