/** The person states the problem and the rule that outlives it; the assistant reads, measures and says what it found. */
import { fails, list, read, round, run, search, sees, testInFull } from '../calls.mjs';

export const turn = {
  user: `Uploads retry forever when the server answers 503. Please find out why, and what else is behind the bad day of 12 April: logs/upload-0412.log is the log of that night (docs/operations.md tells the story).

One rule that outlives everything we do here: never drop an acknowledged part, even if the order breaks. The ships pay for each megabyte.

Don't change anything yet. Read first, then tell me what you found and in which order you would fix it.`,
  rounds: [
    round(
      'I start with the layout and the documents, so that I know what the code is meant to do before I look at what it does.',
      list('.'),
      read('README.md'),
      read('package.json'),
      read('docs/operations.md'),
      read('docs/retries.md'),
    ),
    round(
      'The README names four open points, and docs/retries.md marks two things as "not in the code yet". Now the heart of it: the queue, the states of a part, and how an answer is judged.',
      read('src/queue.js'),
      read('src/part.js'),
      read('src/classify.js'),
    ),
    round(
      '`deliver()` in src/queue.js is a `for (;;)` whose only ways out are an acknowledgement, a refusal and an abort. `part.attempts` is counted by `startAttempt()`, but I see no place where it is compared with anything. I check that, and read how long it waits in between.',
      sees(search('attempts', 'src'), 'src/part.js'),
      read('src/backoff.js'),
      read('src/retry-after.js'),
    ),
    round(
      'Confirmed: outside of src/part.js, `attempts` is only read for the jitter, for log lines and for sums. Before I believe any more of my own reading I want to see the state of the tests.',
      fails(
        testInFull(),
        'covers a file whose size is an exact multiple of the part size',
        'part 4 is not empty',
        'fail 1',
      ),
    ),
    round(
      'One red test before we even start: `planParts` makes an empty last part when the size is an exact multiple. docs/retries.md does not mention it, so let me look at the planner and at what the store says about empty parts.',
      read('src/plan-parts.js'),
      read('docs/store-protocol.md'),
    ),
    round(
      'The loop condition `offset <= size` is wrong by one, and docs/store-protocol.md says that empty parts are answered with 422, so such an upload always ends with a refused part. Now the log of that night: first the figures that ferry itself gives, then the log in full.',
      sees(run('node src/cli.js stats logs/upload-0412.log'), '503', 'part 044'),
      sees(read('logs/upload-0412.log'), 'part=017', 'part=040'),
    ),
    round(
      'The figures contradict themselves: the p95 of the waits is far below their p50. And the log shows part 040 coming back 7 ms after each 503. I look at how the figures are made, and how lines are read.',
      read('src/log-stats.js'),
      read('src/events.js'),
    ),
    round(
      'Now your rule. What does the disk know about acknowledged parts, and when?',
      read('src/manifest.js'),
      read('src/manifest-store.js'),
      read('src/resume.js'),
      read('docs/manifest.md'),
    ),
    round(
      'Last, the ends of the road: where parts go that are given up, and which exit code the cron job sees.',
      read('src/dead-letters.js'),
      read('src/cli/main.js'),
      search('deadLetterList|memoryDeadLetters', '.'),
    ),
  ],
  answer: `Nothing is changed. Here is what I found.

**Why it retries forever.** \`deliver()\` in src/queue.js loops until a part is acknowledged or refused. Nothing ever compares \`part.attempts\` with a limit; the budget of docs/retries.md does not exist. On 12 April that gave parts 17, 44 and 71 (shard 3) more than 190 attempts each.

**Why the others suffered.** The worker that sent a part also sleeps with it: \`await clock.sleep(waitMs, signal)\` inside \`deliver()\`. With three parts on the broken shard only one of four workers still worked, as docs/retries.md says under "Order".

**Your rule is broken today, in three places:**

1. \`createKeeper()\` in src/manifest.js writes only the contiguous run (\`ackedThrough\`). What is acknowledged behind a gap sits in the set \`early\` and is lost at the end of the process. That night: part 17 never came, so the manifest said 16 while 116 parts were with the server.
2. It writes after every eighth acknowledgement (\`SAVE_EVERY\`). A crash loses up to seven, even in order.
3. \`planUpload()\` in src/resume.js throws the whole manifest away, without a word, when the part size differs from the last run's.

**Smaller things, each of them real:**

| where | what |
| --- | --- |
| src/retry-after.js | takes seconds as milliseconds (part 40: \`Retry-After: 7\` became \`wait=7ms\`) and can't read dates |
| src/backoff.js | jitter before the cap: late waits are nearly all exactly 20000 ms |
| src/classify.js | 409 \`same\` counts as refused, although the store says that the part is there |
| src/plan-parts.js | empty last part at exact multiples; the one red test |
| src/log-stats.js | \`sort()\` without a comparison sorts figures as words, hence p95 < p50 |
| src/rate-limiter.js | not read yet, but the README doubts it below 1,000 bytes a second |
| src/cli/main.js | \`upload\` always returns 0; docs/operations.md promises 3 and 4 |
| src/dead-letters.js | nothing writes the list |

**The order I would take:** the red test (one line); the budget with the pool; exhausted parts to the dead-letter list, and the worker freed while a part waits; waits (jitter, \`Retry-After\`); then the manifest, which is the largest and the one that your rule is about; then 409, rate, exit codes, figures. At the end I would replay 12 April with the same seed and compare.`,
};
