/** Retry-After in seconds and as a date; a date parser that reads more than dates. */
import { edit, fails, round, run, search, sees, test, write } from '../calls.mjs';

export const turn = {
  user: `Danke, verstanden. Back to English: Retry-After next. The store's people were rather annoyed about the 7 milliseconds. Seconds and dates, as docs/retries.md says, including the two minutes at most. And it stays a wait like any other: it costs an attempt.`,
  rounds: [
    round(
      'Four callers can be affected: I look for them. There is no test file for src/retry-after.js at all, which is how this could stay.',
      sees(search('parseRetryAfter|classifyAnswer\\(|retryAfterMs', '.'), 'src/queue.js'),
      write('test/retry-after.test.js', 'retry-after.test.js'),
      fails(test('test/retry-after.test.js'), 'reads whole seconds', '1 passed', ' 10 failed'),
    ),
    round(
      'Every test is red but the one for an absent header. The function needs the time for dates, so `classifyAnswer` must hand it on, and the queue has the clock.',
      write('src/retry-after.js', 'retry-after.js'),
      edit(
        'src/classify.js',
        'export function classifyAnswer(answer) {',
        'export function classifyAnswer(answer, nowMs = 0) {',
      ),
      edit(
        'src/classify.js',
        "parseRetryAfter(headers['retry-after'])",
        "parseRetryAfter(headers['retry-after'], nowMs)",
      ),
      edit(
        'src/classify.js',
        ' * @returns {Outcome}\n */\nexport function classifyAnswer',
        ' * @param {number} [nowMs] milliseconds since 1970, for a Retry-After that is a date\n * @returns {Outcome}\n */\nexport function classifyAnswer',
      ),
      edit('src/queue.js', 'classifyAnswer(answer)', 'classifyAnswer(answer, clock.now())'),
      fails(test('test/retry-after.test.js'), 'ignores "-3"', 'ignores "7.5"'),
    ),
    round(
      'Seconds, dates, the past and the two minutes work. But "-3", "7.5" and "2026-04-12" come out as 0, "now", where the document says that what can not be read is ignored. `Date.parse` in V8 is generous: I check what it makes of them.',
      sees(
        run(
          `node -p "['-3','7.5','soon','2026','Sun, 12 Apr 2026 08:00:07 GMT'].map((t) => t + ' -> ' + new Date(t).toUTCString()).join('\\n')"`,
        ),
        '-3 -> ',
      ),
    ),
    round(
      'So "-3" is read as a month of 2001 and "7.5" as the fifth of July 2001, both long past, hence "now": a broken proxy would have made us hammer again, which is exactly what we are here to end. Only the form that HTTP prescribes is a date.',
      edit(
        'src/retry-after.js',
        '/** A proxy',
        `/** The only form of date that HTTP allows a server to send. \`Date.parse\` alone would take "-3" for a month of 2001. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$/;

/** A proxy`,
      ),
      edit(
        'src/retry-after.js',
        '  const at = Date.parse(text);\n',
        '  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;\n',
      ),
      sees(test('test/retry-after.test.js test/classify.test.js'), ' 0 failed'),
    ),
    round(
      'Now the whole way: a queue against a server that says 7 seconds, and the night once more. Part 40 should live.',
      edit(
        'test/queue.test.js',
        "  it('stops soon when all that is left is waiting', async () => {",
        `  it('waits as long as the server asks, and counts the attempt', async () => {
    const { parts, server, drain } = setUp({
      count: 1,
      faults: [{ part: 0, status: 503, times: 2, headers: { 'retry-after': '7' } }],
    });
    await drain();
    const [first, second, third] = server.requests().map((request) => request.atMs);
    assert.ok(second - first >= 7_000 && second - first < 7_100, \`\${second - first} ms\`);
    assert.ok(third - second >= 7_000);
    assert.equal(parts[0].attempts, 3);
  });

  it('stops soon when all that is left is waiting', async () => {`,
      ),
      sees(test('test/queue.test.js'), ' 0 failed'),
      sees(run('node tools/record-log.mjs --seed 412 --out logs/upload-waits.log'), '116 of 120 parts acknowledged'),
      sees(search('part=040', 'logs/upload-waits.log'), 'wait=7000ms', 'acked part=040 try=2'),
      search(' dead | failed ', 'logs/upload-waits.log'),
    ),
  ],
  answer: `\`Retry-After\` is read in seconds and as a date, cut to two minutes, and costs an attempt like any other wait.

- src/retry-after.js takes the time as its second argument; \`classifyAnswer(answer, nowMs)\` hands it on, and src/queue.js gives \`clock.now()\`, so that the virtual clock works for dates too.
- \`Date.parse\` nearly fooled me: it reads "-3" and "7.5" as dates of 2001, which would have meant "retry at once". Only the HTTP form counts now; test/retry-after.test.js has both.

The replay with seed 412: part 40 waits 7000 ms and is acknowledged at its second attempt. 116 of 120 acknowledged; what is left is the true damage of that night: 17, 44 and 71 exhausted on shard 3, and 58 refused with 422.

Next on the plan is the manifest, the part that your rule is about. Before I start: may the format change? \`ackedThrough\` can't say what we need to say, so I would write a version 2 with ranges, \`"acked": [[0, 16], [18, 40]]\`, and go on reading version 1, because docs/manifest.md says that shipboard-dash and the disks on the ships will keep it until the next refit.`,
};
