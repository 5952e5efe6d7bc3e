/** The documents say what the code does now. */
import { edit, read, round, search, sees, todo } from '../calls.mjs';

export const turn = {
  user: `Exactly what I need for Monday. Now the documents and the changelog, version 0.4.0. Short sentences, no marketing. The open points in the README should be those that are really open.`,
  rounds: [
    round(
      'I look for every place that still describes the old code.',
      sees(
        search('[Nn]ot in the code yet|not all of it is true|eighth|Open points|0\\.3\\.1|Nobody has tried', '.'),
        'docs/retries.md',
        'README.md',
      ),
      read('docs/retries.md', 20, 50),
      read('docs/operations.md', 16, 48),
      read('README.md', 46, 60),
    ),
    round(
      'Each of them in turn: retries, operations, README, changelog, version.',
      edit('docs/retries.md', '_Not in the code yet._\n\n', ''),
      edit(
        'docs/retries.md',
        `While a part waits, its place on the line is free for another one. _Not in the code yet: the worker that sent the part waits with it._
With \`--concurrency 4\` and three parts on a broken shard, only one of the four workers still works.`,
        `While a part waits, its place on the line is free for another one. When its wait is over, it is the next to be sent.`,
      ),
      edit(
        'docs/operations.md',
        '| `dead`    | its budget is spent (not in the code yet)   |',
        '| `dead`    | its budget is spent                         |\n| `list-lost` | the dead-letter list could not be written; the upload goes on |',
      ),
      edit(
        'docs/operations.md',
        "| `E_DEAD_LETTERS` | the dead-letter list can't be read                                      |",
        `| \`E_PART_EXHAUSTED\` | the retry budget of a part is spent; the next run tries again. Nobody needs to be woken for it |
| \`E_DEAD_LETTERS\` | the dead-letter list has lines that are no letters; the others are shown |`,
      ),
      edit(
        'docs/operations.md',
        '## The log\n',
        `## At night

With \`--rate 900\` use \`--part-size 64K\`. A part is sent in one go and then paid for: 64 KiB are 73 seconds of silence, the default 4 MiB would be 78 minutes.

## When the disk is full

The upload stops with \`E_MANIFEST\` and exit code 1. A part that can't be remembered would be paid for twice. Make room and run the same command again.

## The log
`,
      ),
      edit(
        'README.md',
        '- `docs/retries.md` describes the retry budget. The code has none: a part whose server never recovers is tried for ever.\n',
        '',
      ),
      edit('README.md', '- Dead letters can be listed, but nothing writes them yet.\n', ''),
      edit(
        'README.md',
        '- `docs/manifest.md` admits that a part which is acknowledged early is sent again after a restart.\n',
        '- Between an answer and the end of its save lies a moment in which a crash costs a repetition (`docs/manifest.md`).\n',
      ),
      edit(
        'README.md',
        '- The rate limiter was written for fast lines. Nobody has tried it below 1,000 bytes a second.\n',
        '- A part is sent in one go, also on a slow line; smaller pieces would need the store to change.\n',
      ),
      edit(
        'README.md',
        '\nPromises 1 and 3 are what we want. Not all of it is true yet: see the open points at the end.\n',
        '',
      ),
      edit(
        'README.md',
        '| `src/rate-limiter.js`',
        '| `src/retry-budget.js`                               | how often parts may be sent again                         |\n| `src/ranges.js`                                     | sets of parts, as the manifest writes them                |\n| `src/rate-limiter.js`',
      ),
      edit('package.json', '"version": "0.3.1"', '"version": "0.4.0"'),
      edit(
        'CHANGELOG.md',
        '## 0.3.1\n',
        `## 0.4.0

- A retry budget: five attempts a part (\`--attempts\`), and a pool of a third of the parts for the whole upload.
- A part that waits no longer keeps a worker.
- \`Retry-After\` is read in seconds and as a date. Late waits are jittered.
- Manifest version 2 keeps every acknowledged part, also behind a gap. Version 1 stays readable. \`ackedThrough\` is still written for shipboard-dash.
- A part is on disk before it is called acknowledged. Saves never overlap.
- A manifest that can't be written stops the upload.
- 409 \`same\` means delivered.
- Refused and exhausted parts are on the dead-letter list, with \`E_PART_REFUSED\` (unchanged) and \`E_PART_EXHAUSTED\` (new).
- \`--rate\` works below 1,000 bytes a second, and holds for large parts.
- Exit codes 3 and 4. Unknown options and senseless values are refused.
- \`ferry stats\` sorts figures as figures.
- No empty last part.

## 0.3.1
`,
      ),
    ),
    round(
      'A last look for leftovers, and whether the code names in the documents exist.',
      search('[Nn]ot in the code yet|SAVE_EVERY|deliver\\(\\)|a fifth', '.'),
      sees(search('E_[A-Z_]+', 'src/errors.js'), 'E_PART_EXHAUSTED'),
      todo(
        'x Red test, budget, dead letters, waits',
        'x Manifest 2 and the proof by pulling the plug',
        'x Full disk stops all workers; 409 same means delivered',
        'x Rate limiter, exit codes, options, figures',
        'x Documents and changelog (--part-size 64K at night)',
        'x Replay 12 April with seed 412 and compare',
        '- Part size that differs from the manifest (src/resume.js, named in the first report)',
      ),
    ),
  ],
  answer: `The documents say what the code does; version 0.4.0 with its changelog.

- docs/retries.md has lost its two "not in the code yet"; the sentence about the pool that was first a fifth stays, as the reason for the third.
- docs/operations.md has "At night" (\`--rate 900\` with \`--part-size 64K\`) and "When the disk is full", the two new events and \`E_PART_EXHAUSTED\`. The line about \`E_PART_REFUSED\` and the alarm is untouched.
- README: promises 1 and 3 no longer carry an excuse, and the open points are two that are really open.

While I went through my notes I found one thing that was in my very first report and never made it onto the list: point 3 of "your rule is broken today", \`planUpload()\` in src/resume.js, which throws the manifest away when the part size differs. It is on the list now, as the last open item.`,
};
