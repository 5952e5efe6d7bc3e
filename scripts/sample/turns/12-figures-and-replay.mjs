/** Percentiles of numbers, and the night of 12 April once more, before and after. */
import { edit, fails, read, round, run, search, sees, test } from '../calls.mjs';

export const turn = {
  user: `Figures and the replay, please. I want to show the two nights side by side on Monday: what happened, and what would happen now.`,
  rounds: [
    round(
      'The percentile first, or the comparison would be wrong in its most interesting column. In the log of the night p95 of the waits came out as far less than p50; `sort()` without a comparison puts "967" behind "20000". A test with figures of different lengths.',
      edit(
        'test/log-stats.test.js',
        "  it('is not there for no values', () => {",
        `  it('sorts figures as figures, not as words', () => {
    const waits = [7, 20_000, 967, 33, 1_625, 274, 5, 20_000, 80, 400];
    assert.equal(percentile(waits, 50), 274);
    assert.equal(percentile(waits, 90), 20_000);
    for (const share of [10, 30, 50, 70]) assert.ok(percentile(waits, share) <= percentile(waits, share + 20));
  });

  it('is not there for no values', () => {`,
      ),
      fails(test('test/log-stats.test.js'), 'sorts figures as figures, not as words', ' 1 failed'),
      edit(
        'src/log-stats.js',
        'const sorted = [...values].sort();',
        'const sorted = [...values].sort((a, b) => a - b);',
      ),
      sees(test('test/log-stats.test.js'), ' 0 failed'),
    ),
    round(
      'Now both nights with the same eyes. The old log stays as it was recorded; the new one is the same seed, the same parts and the same faults, with the code as it is now.',
      sees(run('node tools/record-log.mjs --seed 412 --out logs/upload-after.log'), '116 of 120 parts acknowledged'),
      sees(run('node src/cli.js stats logs/upload-0412.log'), '1 h 06 min', 'retries 627', 'part 044  200 attempts'),
      sees(run('node src/cli.js stats logs/upload-after.log'), 'dead 3', 'retries 38', '23.1 s', '7000 ms'),
      search('part=(017|040|058) ', 'logs/upload-after.log'),
    ),
    round(
      'The totals fit. I read the new log where it gets interesting, where the first parts wait, to be sure that the figures tell the truth: others overtake a part that waits, and a part that comes back goes first.',
      read('logs/upload-after.log', 1, 40),
      read('logs/upload-after.log', 148, 170),
    ),
  ],
  answer: `The two nights, same seed (412), same parts, same faults; logs/upload-0412.log against logs/upload-after.log:

| | 12 April | now |
| --- | --- | --- |
| lasts | 1 h 06 min, then stopped by hand | 23.1 s, ends by itself |
| acknowledged | 116 of 120 | 116 of 120 |
| refused (part 58, 422) | 1 | 1 |
| given up (17, 44, 71: shard 3) | 0, tried 199, 200 and 198 times | 3, tried 5 times each |
| retries | 627 | 38 |
| wait before a retry, p50 / p95 / max | 20000 / 20000 / 20000 ms | 205 / 1625 / 7000 ms |
| part 40 (\`Retry-After: 7\`) | 6 attempts, 7 ms apart | 2 attempts, 7000 ms apart |
| sent again by the next run | 103: 99 that were there, and the 4 missing | the 4 missing |
| exit code | 0 | 3 |

The 7000 ms are the wait of part 40, the only one that the server asked for. Lines 1 to 40 of the new log show the new order at work: part 2 is overtaken while it waits and goes first when it comes back, and part 17 comes back again and again while the other workers are busy with the rest.

The p95 of the first night that I found so strange in my first report (far below p50) was the sort: \`percentile()\` in src/log-stats.js compares figures now. The true value was 20000 ms, as flat as your colleague from the yard had seen.

For Monday, the honest sentence about the last row but one: the 99 parts cost 415 MB over the satellite; the 4 missing ones cost at most 17 MB.`,
};
