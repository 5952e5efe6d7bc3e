/** The figures of a log are those of its lines. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { logStats, percentile } from '../src/log-stats.js';
import { formatStats } from '../src/report.js';

const LOG = `+0000.000s start acked=0 left=3
+0000.040s acked part=000 try=1 status=201 took=40ms bytes=100
+0000.045s retry part=001 try=1 status=503 took=45ms wait=200ms
+0000.050s failed part=002 try=1 status=422 took=50ms reason="the server answered 422"
+0000.285s retry part=001 try=2 status=503 took=40ms wait=400ms
this line is of somebody else
+0000.725s acked part=001 try=3 status=201 took=40ms bytes=100
+0000.725s end acked=2 left=0
`;

describe('logStats', () => {
  it('counts what happened', () => {
    const stats = logStats(LOG);
    assert.equal(stats.lines, 8);
    assert.equal(stats.foreign, 1);
    assert.equal(stats.acked, 2);
    assert.equal(stats.failed, 1);
    assert.equal(stats.retries, 2);
    assert.deepEqual(stats.byStatus, { 503: 2 });
    assert.equal(stats.lastsMs, 725);
  });

  it('lists the parts that were tried most', () => {
    assert.deepEqual(logStats(LOG, { top: 2 }).mostTried, [
      { part: 1, attempts: 3 },
      { part: 0, attempts: 1 },
    ]);
  });

  it('measures waits and attempts', () => {
    const stats = logStats(LOG);
    assert.deepEqual(stats.waits, { count: 2, p50: 200, p95: 400, max: 400 });
    assert.equal(stats.took.count, 5);
    assert.equal(stats.took.max, 50);
  });

  it('has no figures for an empty log', () => {
    const stats = logStats('');
    assert.equal(stats.lastsMs, 0);
    assert.deepEqual(stats.waits, { count: 0, p50: undefined, p95: undefined, max: undefined });
  });
});

describe('percentile', () => {
  it('is a value of the list', () => {
    assert.equal(percentile([30, 10, 20], 50), 20);
    assert.equal(percentile([30, 10, 20], 100), 30);
  });

  it('is not there for no values', () => {
    assert.equal(percentile([], 50), undefined);
  });
});

describe('formatStats', () => {
  it('shows a dash where there is no figure', () => {
    assert.match(formatStats(logStats('')), /wait before a retry +0 +- +- +-/);
  });
});
