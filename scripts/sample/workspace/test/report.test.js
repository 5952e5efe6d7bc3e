/** Figures are shown as a person would write them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatBytes, formatDuration, formatSummary, formatTable } from '../src/report.js';

describe('formatBytes', () => {
  for (const [bytes, text] of [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [12_345, '12 kB'],
    [4_194_304, '4.2 MB'],
    [5e12, '5.0 TB'],
  ]) {
    it(`shows ${bytes} as ${text}`, () => {
      assert.equal(formatBytes(bytes), text);
    });
  }
});

describe('formatDuration', () => {
  for (const [ms, text] of [
    [0, '0 ms'],
    [850, '850 ms'],
    [12_345, '12.3 s'],
    [245_000, '4 min 05 s'],
    [7_380_000, '2 h 03 min'],
  ]) {
    it(`shows ${ms} as ${text}`, () => {
      assert.equal(formatDuration(ms), text);
    });
  }
});

describe('formatTable', () => {
  it('lines the columns up', () => {
    assert.equal(
      formatTable([
        ['', 'n'],
        ['long name', 5],
        ['x', 1234],
      ]),
      '              n\nlong name     5\nx          1234',
    );
  });
});

describe('formatSummary', () => {
  const run = {
    file: 'big.iso',
    size: 1_000_000,
    counts: { pending: 0, sending: 0, acknowledged: 16, failed: 0 },
    left: 0,
    attempts: 18,
    tookMs: 4_200,
  };
  it('is one line when all went well', () => {
    assert.equal(formatSummary(run), 'big.iso: 16 of 16 parts delivered (1.0 MB, 18 attempts, 4.2 s)');
  });
  it('names what the server refused', () => {
    assert.match(
      formatSummary({ ...run, counts: { ...run.counts, acknowledged: 15, failed: 1 } }),
      /15 of 16 parts.*\n {2}1 refused by the server/,
    );
  });
  it('says how to go on', () => {
    assert.match(
      formatSummary({ ...run, counts: { ...run.counts, acknowledged: 10, pending: 6 }, left: 6 }),
      /6 not finished; run the same command again/,
    );
  });
});
