/** Parts that are given up reach the dead-letter list; a torn line costs nobody else. */
import { edit, fails, read, round, run, search, sees, test, todo, write } from '../calls.mjs';

export const turn = {
  user: `Good. Now the dead-letter list. Refused parts belong on it as well as exhausted ones, the person on watch doesn't care about the difference at first.

But keep the old error code: E_PART_REFUSED stays exactly what it is, and only for parts that the server refuses. Exhausted parts get a code of their own. And think about what happens when the box loses power while a line is being written, that has happened to us with other logs.`,
  rounds: [
    round(
      'I read the tests of the list and what the summary prints, and look for everything that uses the code of the list or an error code.',
      todo(
        'x Red test: no empty last part (src/plan-parts.js)',
        'x Retry budget: five attempts a part, pool of a third (src/retry-budget.js)',
        '> Dead letters: refused and exhausted, E_PART_REFUSED unchanged, torn lines',
        '- Waits: jitter under the cap, Retry-After in seconds and as a date',
        '- Manifest: keep every acknowledged part, written before the next is sent (rule: never drop one)',
        '- 409 same means delivered',
        '- Rate limiter below 1,000 bytes a second',
        '- Exit codes 3 and 4, options that are refused',
        '- Figures: percentiles of log-stats',
        '- Documents and changelog',
        '- Replay 12 April with seed 412 and compare',
      ),
      read('test/dead-letters.test.js'),
      read('src/report.js', 40, 60),
      read('src/errors.js'),
      sees(search('E_DEAD_LETTERS|E_PART_REFUSED', '.'), 'docs/operations.md'),
    ),
    round(
      `Power loss in the middle of \`appendFile\` leaves half a line without a newline. Today two things follow: \`list()\` throws for the whole list, so that one torn line hides every other letter; and the next \`add()\` glues its letter to the torn half, so that the new letter is lost as well. Two tests for that, one for \`take()\`, which must not throw away what it can't read; and the old test "says which line it can not read" asks for the number instead of an exception.`,
      edit(
        'test/dead-letters.test.js',
        `    await assert.rejects(deadLetterList(path).list(), { code: 'E_DEAD_LETTERS', message: /^line 2 of/ });
  });`,
        `    const list = deadLetterList(path);
    assert.deepEqual(await list.unreadable(), [2]);
    assert.deepEqual((await list.list()).map((one) => one.part), [1, 2], 'and hides no other');
  });

  it('loses no letter that is added after a torn line', async () => {
    const path = nextPath();
    await writeFile(path, \`\${JSON.stringify(letter(1))}\\n{"file":"big.iso","part":2,"att\`);
    const list = deadLetterList(path);
    await list.add(letter(3));
    assert.deepEqual((await list.list()).map((one) => one.part), [1, 3]);
    assert.deepEqual(await list.unreadable(), [2]);
  });

  it('keeps lines that it can not read when it takes others off', async () => {
    const path = nextPath();
    await writeFile(path, \`half a li\\n\${JSON.stringify(letter(1))}\\n\`);
    await deadLetterList(path).take('big.iso');
    assert.equal(await readFile(path, 'utf8'), 'half a li\\n');
  });`,
      ),
      fails(test('test/dead-letters.test.js'), 'loses no letter that is added after a torn line', ' 3 failed'),
    ),
    round(
      'Three red, as expected. The module is small enough to be written anew.',
      write('src/dead-letters.js', 'dead-letters.js'),
      sees(test('test/dead-letters.test.js'), ' 0 failed'),
    ),
    round(
      'Now the queue writes to it. `E_PART_EXHAUSTED` is new; `E_PART_REFUSED` keeps its value and its meaning. `E_DEAD_LETTERS` is no longer thrown, but it stays for `ferry dead`, which should end with an error when it could not read everything. Test first.',
      edit(
        'test/queue.test.js',
        "  it('has no more parts on their way than it may', async () => {",
        `  it('puts refused and exhausted parts on the dead-letter list, each with its code', async () => {
    const deadLetters = memoryDeadLetters();
    const { drain } = setUp({
      file: 'big.iso',
      deadLetters,
      faults: [{ part: 1, status: 422, body: 'bad checksum' }, { part: 3, status: 503 }],
    });
    await drain();
    const letters = (await deadLetters.list()).map(({ atMs, ...rest }) => rest);
    assert.deepEqual(letters, [
      { file: 'big.iso', part: 1, attempts: 1, status: 422, code: 'E_PART_REFUSED', reason: 'the server answered 422: bad checksum' },
      { file: 'big.iso', part: 3, attempts: 5, status: 503, code: 'E_PART_EXHAUSTED', reason: 'the server answered 503' },
    ]);
  });

  it('goes on when the dead-letter list can not be written', async () => {
    const deadLetters = { add: () => Promise.reject(new Error('disk full')) };
    const { events, drain } = setUp({ file: 'big.iso', deadLetters, faults: [{ part: 0, status: 422 }] });
    const { counts } = await drain();
    assert.equal(counts.acknowledged, 7);
    assert.equal(events.find((event) => event.type === 'list-lost').reason, 'disk full');
  });

  it('has no more parts on their way than it may', async () => {`,
      ),
      edit(
        'test/queue.test.js',
        "import { virtualClock } from '../src/clock.js';\n",
        "import { virtualClock } from '../src/clock.js';\nimport { memoryDeadLetters } from '../src/dead-letters.js';\n",
      ),
      edit(
        'src/errors.js',
        '/** The command line makes no sense. */',
        `/** The retry budget of a part is spent. Another run may deliver it; nobody needs to be woken for it. */
export const E_PART_EXHAUSTED = 'E_PART_EXHAUSTED';
/** The command line makes no sense. */`,
      ),
      edit(
        'src/queue.js',
        "import { E_PART_REFUSED } from './errors.js';",
        "import { E_PART_EXHAUSTED, E_PART_REFUSED } from './errors.js';",
      ),
      edit(
        'src/queue.js',
        ' * @param {object} [options.backoff] see backoff.js\n',
        ` * @param {{ add(letter: import('./dead-letters.js').DeadLetter): Promise<void> }} [options.deadLetters] told of each part that is given up
 * @param {string} [options.file] the name under which they are listed
 * @param {object} [options.backoff] see backoff.js
`,
      ),
      edit(
        'src/queue.js',
        'const { parts, transport, clock, random, limiter, keeper, backoff, onEvent = () => {} } = options;',
        "const { parts, transport, clock, random, limiter, keeper, deadLetters, file = '', backoff, onEvent = () => {} } = options;",
      ),
      edit(
        'src/queue.js',
        '  /** One attempt, and what follows from its outcome. */',
        `  /** Lists a part that was given up. The upload is worth more than the list: when it can't be written, the log says so. */
  async function bury(part, code) {
    const { index, attempts, lastStatus, reason } = part;
    try {
      await deadLetters?.add({ file, part: index, attempts, status: lastStatus, code, reason, atMs: clock.now() });
    } catch (error) {
      onEvent({ type: 'list-lost', part: index, reason: error.message });
    }
  }

  /** One attempt, and what follows from its outcome. */`,
      ),
      edit(
        'src/queue.js',
        "      onEvent({ type: 'failed', ...seen, code: E_PART_REFUSED, reason: outcome.reason });\n",
        "      onEvent({ type: 'failed', ...seen, code: E_PART_REFUSED, reason: outcome.reason });\n      await bury(part, E_PART_REFUSED);\n",
      ),
      edit(
        'src/queue.js',
        "      onEvent({ type: 'dead', ...seen, reason: outcome.reason });\n",
        "      onEvent({ type: 'dead', ...seen, code: E_PART_EXHAUSTED, reason: outcome.reason });\n      await bury(part, E_PART_EXHAUSTED);\n",
      ),
      sees(test('test/queue.test.js test/events.test.js'), ' 0 failed'),
    ),
    round(
      'Green. The command comes last: `upload` hands the list in and takes the letters of an earlier run off it, because those parts are tried again; `dead` shows the code; the summary names what was given up.',
      edit(
        'src/cli/main.js',
        `  const plan = planUpload({`,
        `  const letters = deadLetterList(\`\${args.target}.dead.jsonl\`);
  const again = await letters.take(basename(args.target));
  if (again.length > 0) io.out(\`trying again: \${again.length} parts that were given up\`);
  const plan = planUpload({`,
      ),
      search('createQueue\\(|keeper,|onEvent,', 'src/cli/main.js'),
    ),
    round(
      'The call of `createQueue` is spread over several lines; I add the two options after `keeper`.',
      edit(
        'src/cli/main.js',
        '    keeper,\n',
        '    keeper,\n    deadLetters: { add: (letter) => hold(letters.add(letter)) },\n    file: basename(args.target),\n',
      ),
      edit(
        'src/cli/main.js',
        `  const letters = await deadLetterList(\`\${args.target}.dead.jsonl\`).list();
  for (const letter of letters) io.out(\`part \${letter.part}  \${letter.attempts} attempts  \${letter.reason}\`);
  io.out(\`\${letters.length} dead\`);
  return 0;`,
        `  const path = \`\${args.target}.dead.jsonl\`;
  const letters = await deadLetterList(path).list();
  for (const letter of letters) io.out(\`part \${letter.part}  \${letter.attempts} attempts  \${letter.code}  \${letter.reason}\`);
  io.out(\`\${letters.length} dead\`);
  const unreadable = await deadLetterList(path).unreadable();
  if (unreadable.length === 0) return 0;
  throw new FerryError(E_DEAD_LETTERS, \`\${path} has lines that are no letters: \${unreadable.join(', ')}\`, 'Look at them, then delete them.');`,
      ),
      edit(
        'src/cli/main.js',
        "import { E_USAGE, FerryError, formatError } from '../errors.js';",
        "import { E_DEAD_LETTERS, E_USAGE, FerryError, formatError } from '../errors.js';",
      ),
      edit(
        'src/report.js',
        `  if (run.counts.failed > 0) lines.push(\`  \${run.counts.failed} refused by the server\`);`,
        `  if (run.counts.failed > 0) lines.push(\`  \${run.counts.failed} refused by the server\`);
  if (run.counts.exhausted > 0) lines.push(\`  \${run.counts.exhausted} given up, the retry budget is spent\`);`,
      ),
      sees(test('test/cli.test.js test/report.test.js'), ' 0 failed'),
    ),
    round(
      'And once by hand, as a person would see it: part 2 never gets through, part 5 is refused once. Then a second run, in which the server is well again.',
      run('mkdir tmp'),
      sees(
        run('node src/cli.js upload tmp/demo.iso --to memory: --size 400K --part-size 64K --fail 2:503 --fail 5:422:1'),
        '5 of 7 parts delivered',
        '1 refused by the server',
        '1 given up',
      ),
      sees(
        run('node src/cli.js dead tmp/demo.iso'),
        'part 2  5 attempts  E_PART_EXHAUSTED',
        'part 5  1 attempts  E_PART_REFUSED',
      ),
      sees(
        run('node src/cli.js upload tmp/demo.iso --to memory: --size 400K --part-size 64K'),
        '2 of 7 parts are already there',
        '5 attempts',
      ),
      read('tmp/demo.iso.ferry.json'),
    ),
  ],
  answer: `The list is written now.

- Refused parts are listed with \`E_PART_REFUSED\`, unchanged in value and meaning; exhausted ones with the new \`E_PART_EXHAUSTED\`. The events in the log carry the same codes.
- **Power loss:** \`add()\` starts a new line when the last one is torn, \`list()\` leaves out what it can't read instead of hiding everything, \`unreadable()\` names the lines, \`take()\` keeps them. \`ferry dead\` prints what it can and then ends with \`E_DEAD_LETTERS\`.
- When the list itself can't be written (disk full), the upload goes on and the log gets a \`list-lost\` line: I decided that delivering the file matters more than the list. Tell me if you see it otherwise.
- A new run takes the letters of its file off the list, because it tries those parts again.

Two things from the run by hand that are still to come, both on the plan:

1. The first run ended with exit code 0 although two parts were given up.
2. The second run needed **5** attempts for the **2** missing parts: "2 of 7 parts are already there". Parts 3, 4 and 6 had been acknowledged behind the gap that part 2 left, and were sent again. That is your rule, broken before our eyes with seven parts. It is the \`early\` set in \`createKeeper()\`, and it goes with the manifest.`,
};
