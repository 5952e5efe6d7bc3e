/** The rate limiter at 900 bytes a second: it starves, and then it cheats. */
import { edit, fails, read, round, run, sees, test } from '../calls.mjs';

export const turn = {
  user: `The rate limiter: at night the ships run with --rate 900, the rest of the line is for the crew's telephone. Last week an upload stood still for a whole night, and another one, on the other ship with --rate 10K, took the whole line. Both can't be right.`,
  rounds: [
    round(
      'Standing still and taking everything, from the same few lines. I read them now, with their tests.',
      read('src/rate-limiter.js'),
      read('test/rate-limiter.test.js'),
    ),
    round(
      `I see one candidate for each. **Standing still:** \`refill()\` rounds what was earned down to whole bytes and then sets \`filledAt = now\`. It is called every millisecond (\`STEP_MS\`), and at 900 bytes a second a millisecond earns 0.9 bytes, rounded to 0. So nothing is ever earned. Every rate below 1,000 starves; the README guessed that very figure. **Taking everything:** \`take()\` charges \`Math.min(bytes, burstBytes)\`. The burst is one second's worth, at 10K that is 10,240 bytes, but a part has at least 65,536: more than five sixths of each part are free. The comment says "leaves it in debt", the code has no debt.

Two tests. The first must not hang when it fails, so it aborts itself after ten seconds of virtual time.`,
      edit(
        'test/rate-limiter.test.js',
        "  it('serves in the order of asking', async () => {",
        `  it('earns fractions of a byte, too', async () => {
    const clock = virtualClock();
    const limiter = createRateLimiter({ bytesPerSecond: 900, clock });
    await clock.run(limiter.take(900));
    const stop = new AbortController();
    clock.sleep(10_000).then(() => stop.abort());
    await clock.run(limiter.take(450, stop.signal));
    assert.ok(clock.now() >= 500 && clock.now() <= 502, \`it took \${clock.now()} ms, not about 500\`);
  });

  it('keeps to the rate with parts that are larger than the bucket', async () => {
    const clock = virtualClock();
    const limiter = createRateLimiter({ bytesPerSecond: 10_240, clock });
    for (let n = 0; n < 10; n += 1) await clock.run(limiter.take(65_536));
    const sent = 10 * 65_536;
    const allowed = 10_240 + 65_536 + (clock.now() / 1000) * 10_240;
    assert.ok(sent <= allowed, \`\${sent} bytes in \${clock.now()} ms: at most \${Math.round(allowed)} were allowed\`);
  });

  it('serves in the order of asking', async () => {`,
      ),
      fails(test('test/rate-limiter.test.js'), 'it took 10000 ms, not about 500', '655360 bytes in', ' 2 failed'),
    ),
    round(
      'Both reproduced: ten seconds for half a second of bytes, and ten parts in less than a sixth of the time that they may take. The fractions first: no rounding, and no steps of a millisecond either, since the time to wait can be computed.',
      edit(
        'src/rate-limiter.js',
        '    const earned = Math.floor(((now - filledAt) * bytesPerSecond) / 1000);\n    level = Math.min(burstBytes, level + earned);',
        '    level = Math.min(burstBytes, level + ((now - filledAt) * bytesPerSecond) / 1000);',
      ),
      edit(
        'src/rate-limiter.js',
        `  /** Waits in steps so that an abort is noticed, and so that one large part can't hold the line for minutes unseen. */
  const STEP_MS = 1;

  async function waitFor(bytes, signal) {
    for (;;) {
      refill();
      if (level >= bytes || signal?.aborted) break;
      await clock.sleep(STEP_MS, signal);
    }
    level -= bytes;
  }
`,
        `  /** A sleep ends early when the signal aborts, so that one long wait is as good as many short ones. */
  async function waitFor(bytes, signal) {
    for (;;) {
      refill();
      if (level >= bytes || signal?.aborted) break;
      await clock.sleep(Math.ceil(((bytes - level) * 1000) / bytesPerSecond), signal);
    }
    level -= bytes;
  }
`,
      ),
      fails(test('test/rate-limiter.test.js'), '655360 bytes in', ' 1 failed'),
    ),
    round(
      'One left. A part that is larger than the bucket may go when the bucket is full, and then costs what it really has: the level goes below zero, and the next one waits until the debt is paid.',
      edit(
        'src/rate-limiter.js',
        `  async function waitFor(bytes, signal) {
    for (;;) {
      refill();
      if (level >= bytes || signal?.aborted) break;
      await clock.sleep(Math.ceil(((bytes - level) * 1000) / bytesPerSecond), signal);
    }
    level -= bytes;
  }
`,
        `  async function waitFor(bytes, signal) {
    const enough = Math.min(bytes, burstBytes);
    for (;;) {
      refill();
      if (signal?.aborted) return;
      if (level >= enough) break;
      await clock.sleep(Math.ceil(((enough - level) * 1000) / bytesPerSecond), signal);
    }
    level -= bytes;
  }
`,
      ),
      edit(
        'src/rate-limiter.js',
        'const turn = line.then(() => waitFor(Math.min(bytes, burstBytes), signal));',
        'const turn = line.then(() => waitFor(bytes, signal));',
      ),
      sees(test('test/rate-limiter.test.js test/queue.test.js'), ' 0 failed'),
    ),
    round(
      'Green; an abort also no longer takes bytes for a part that is not sent. And the two nights, through the command: 4 parts of 64 KiB at 900 bytes a second should take about (262144 − 900 − 65536) ÷ 900 s, so a good three and a half minutes, since the first part goes at once and the last one is sent on credit.',
      sees(
        run('node src/cli.js upload tmp/night.iso --to memory: --size 256K --part-size 64K --rate 900'),
        '4 of 4 parts delivered',
        '3 min 38 s',
      ),
      sees(
        run('node src/cli.js upload tmp/night2.iso --to memory: --size 640K --part-size 64K --rate 10K'),
        '10 of 10 parts delivered',
        '57.7 s',
      ),
    ),
  ],
  answer: `Both were right, from two faults in src/rate-limiter.js:

- **It starved below 1,000 bytes a second**, because \`refill()\` rounded 0.9 bytes down to 0 in every millisecond and forgot the rest. Nothing is rounded any more, and the wait is computed instead of taken in steps of a millisecond (\`STEP_MS\` is gone, which also spares the ships' processors).
- **It cheated with large parts**, because \`take()\` charged at most one second's worth. At \`--rate 10K\` a part of 64 KiB cost 10,240 bytes. Now the level goes into debt, as the comment had always claimed.

By hand: 256K at \`--rate 900\` take 3 min 38 s, 640K at \`--rate 10K\` 57.7 s. The first part always goes at once, and the last one is on credit; over a night that is nothing, but you may see it in a short test.

One consequence for the bridge: with \`--rate 900\` a part of the default 4 MiB is a debt of 78 minutes. They should use \`--part-size 64K\` at night; I will put that into docs/operations.md.`,
};
