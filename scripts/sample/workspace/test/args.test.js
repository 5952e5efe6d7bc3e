/** The command line is read as the usage text says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseArgs, parseSize } from '../src/cli/args.js';

describe('parseSize', () => {
  for (const [text, bytes] of [
    ['0', 0],
    ['65536', 65_536],
    ['64K', 65_536],
    ['8m', 8_388_608],
    ['2G', 2_147_483_648],
  ]) {
    it(`reads ${text}`, () => {
      assert.equal(parseSize(text), bytes);
    });
  }
  for (const text of ['', 'K', '64KB', '-1', '1.5M', '64 K']) {
    it(`does not read ${JSON.stringify(text)}`, () => {
      assert.ok(Number.isNaN(parseSize(text)));
    });
  }
});

describe('parseArgs', () => {
  it('has defaults', () => {
    const args = parseArgs(['upload', 'big.iso', '--to', 'memory:']);
    assert.equal(args.command, 'upload');
    assert.equal(args.target, 'big.iso');
    assert.equal(args.to, 'memory:');
    assert.equal(args.manifest, 'big.iso.ferry.json');
    assert.equal(args.concurrency, 4);
    assert.equal(args.partSize, undefined);
    assert.equal(args.rate, undefined);
  });

  it('reads every option', () => {
    const args = parseArgs([
      'upload',
      'a',
      '--to',
      'memory:',
      '--manifest',
      'm.json',
      '--part-size',
      '64K',
      '--concurrency',
      '2',
      '--rate',
      '1M',
      '--size',
      '3M',
      '--log',
      'l.log',
    ]);
    assert.equal(args.manifest, 'm.json');
    assert.equal(args.partSize, 65_536);
    assert.equal(args.concurrency, 2);
    assert.equal(args.rate, 1_048_576);
    assert.equal(args.size, 3_145_728);
    assert.equal(args.log, 'l.log');
  });

  it('collects the faults of the memory server', () => {
    const { faults } = parseArgs(['upload', 'a', '--to', 'memory:', '--fail', '3:503:2', '--fail', '5:422']);
    assert.deepEqual(faults, [
      { part: 3, status: 503, times: 2 },
      { part: 5, status: 422, times: undefined },
    ]);
  });

  it('helps', () => {
    for (const argv of [[], ['--help'], ['help']]) assert.equal(parseArgs(argv).command, 'help');
  });

  it('refuses a command that is none', () => {
    assert.throws(() => parseArgs(['uplaod', 'a']), { code: 'E_USAGE', message: /"uplaod"/ });
  });

  it('refuses a command without its file', () => {
    assert.throws(() => parseArgs(['status']), { code: 'E_USAGE', message: /needs a file/ });
    assert.throws(() => parseArgs(['upload', '--to', 'memory:']), { code: 'E_USAGE' });
  });
});
