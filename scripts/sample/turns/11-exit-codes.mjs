/** The command line: exit codes that the cron job can rely on, and options that are refused instead of guessed. */
import { edit, fails, read, round, run, sees, test, todo, write } from '../calls.mjs';

export const turn = {
  user: `Yes, note the part size for the night. Now the command. The cron job looks at nothing but the exit code, so 3 and 4 must be as docs/operations.md says. And be strict with options, somebody on board typed --part-sise once and we wondered for a week why the parts were large.`,
  rounds: [
    round(
      'I try what it does today before I change it: a misspelt option, a concurrency of 0, an option without its value, a file that is not there.',
      todo(
        'x Red test, budget, dead letters, waits',
        'x Manifest 2 and the proof by pulling the plug',
        'x Full disk stops all workers; 409 same means delivered',
        'x Rate limiter: fractions and debt',
        '> Exit codes 3 and 4, options that are refused',
        '- Figures: percentiles of log-stats',
        '- Documents and changelog (--part-size 64K at night!)',
        '- Replay 12 April with seed 412 and compare',
      ),
      sees(
        run('node src/cli.js upload tmp/a.iso --to memory: --size 300K --part-sise 64K --concurrency 0'),
        '1 of 1 parts delivered',
      ),
      run('node src/cli.js upload tmp/b.iso --to memory: --size 300K --part-size 64K --fail 1:422'),
      run('node src/cli.js upload tmp/c.iso --to memory: --size 300K --log'),
      fails(
        run('node src/cli.js upload tmp/no-such-file.iso --to https://store.example/inbox/x'),
        'unexpected: ENOENT',
      ),
      read('test/cli.test.js'),
    ),
    round(
      'The first one is the story from the ship, word for word: one part of 300K, `--part-sise` ignored, and `--concurrency 0` quietly became 4 because of `Number(…) || DEFAULT_CONCURRENCY`. The second ends with 0 although a part was refused. Tests first.',
      edit(
        'test/args.test.js',
        "  it('refuses a command that is none', () => {",
        `  for (const [options, message] of [
    [['--part-sise', '64K'], /there is no option "--part-sise"/],
    [['--concurrency', '0'], /--concurrency is "0"/],
    [['--concurrency', '2.5'], /--concurrency is "2.5"/],
    [['--attempts', '0'], /--attempts is "0"/],
    [['--attempts', 'many'], /--attempts is "many"/],
    [['--rate', '0'], /--rate is "0"/],
    [['--rate', 'fast'], /--rate is "fast"/],
    [['--part-size', '64KB'], /--part-size is "64KB"/],
    [['--log'], /--log needs a value/],
    [['--log', '--rate', '5'], /--log needs a value/],
    [['--fail', '3'], /--fail is "3"/],
    [['--fail', '3:503:0'], /--fail is "3:503:0"/],
    [['toString', '1'], /there is no option "toString"/],
  ]) {
    it(\`refuses \${options.join(' ')}\`, () => {
      assert.throws(() => parseArgs(['upload', 'a', '--to', 'memory:', ...options]), { code: 'E_USAGE', message });
    });
  }

  it('takes the attempts', () => {
    assert.equal(parseArgs(['upload', 'a', '--attempts', '3']).attempts, 3);
    assert.equal(parseArgs(['upload', 'a']).attempts, undefined);
  });

  it('refuses a command that is none', () => {`,
      ),
      edit(
        'test/cli.test.js',
        "  it('ends with 1 when the manifest is torn', async () => {",
        `  const small = ['--to', 'memory:', '--size', '300K', '--part-size', '64K'];

  it('ends with 3 when a part was refused or given up, and says how to see them', async () => {
    const file = nextFile();
    const { code, out } = await ferry('upload', file, ...small, '--attempts', '2', '--fail', '1:422', '--fail', '3:503');
    assert.equal(code, 3);
    assert.match(out, /3 of 5 parts delivered/);
    assert.match(out, new RegExp(\`ferry dead \${file}\`));
    assert.match((await ferry('dead', file)).out, /part 3 {2}2 attempts {2}E_PART_EXHAUSTED/);
  });

  it('ends with 0 when the next run delivers them', async () => {
    const file = nextFile();
    await ferry('upload', file, ...small, '--attempts', '2', '--fail', '3:503');
    assert.equal((await ferry('upload', file, ...small)).code, 0);
    assert.match((await ferry('dead', file)).out, /^0 dead$/);
  });

  it('ends with 4 when it was stopped, also when a part was refused before', async () => {
    const stop = new AbortController();
    stop.abort();
    const io = { out: () => {}, err: () => {} };
    assert.equal(await main(['upload', nextFile(), ...small], io, stop.signal), 4);
  });

  it('ends with 2 when the file is not there', async () => {
    const { code, err } = await ferry('upload', join(folder, 'none.iso'), '--to', 'https://store.example/inbox/x');
    assert.equal(code, 2);
    assert.match(err, /^E_USAGE: .*none\\.iso is not there/);
  });

  it('ends with 1 when the manifest is torn', async () => {`,
      ),
      fails(
        test('test/args.test.js test/cli.test.js'),
        'refuses --part-sise 64K',
        'ends with 3 when a part was refused or given up',
        ' 17 failed',
      ),
    ),
    round(
      'A table of options instead of a list of guesses: each has a name, a key and a function that accepts or refuses. `--attempts` is new and goes to the budget.',
      write('src/cli/args.js', 'args.js'),
      edit(
        'src/cli/main.js',
        '  io.out(formatSummary({ file: basename(args.target), size, ...result, tookMs: clock.now() - startMs }));\n  return 0;',
        `  io.out(formatSummary({ file: basename(args.target), size, ...result, tookMs: clock.now() - startMs }));
  if (result.left > 0) return EXIT.stopped;
  if (result.counts.failed + result.counts.exhausted === 0) return EXIT.delivered;
  io.out(\`  ferry dead \${args.target} lists them\`);
  return EXIT.partly;`,
      ),
      edit(
        'src/cli/main.js',
        '/** `memory:` never touches',
        `/** docs/operations.md; the cron job on the ships looks at nothing else. */
const EXIT = { delivered: 0, trouble: 1, usage: 2, partly: 3, stopped: 4 };

/** \`memory:\` never touches`,
      ),
      edit('src/cli/main.js', 'async function upload(args, io) {', 'async function upload(args, io, signal) {'),
      edit(
        'src/cli/main.js',
        "  const size = args.to === 'memory:' && args.size ? args.size : statSync(args.target).size;",
        `  const size = args.to === 'memory:' && args.size ? args.size : statSync(args.target, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new FerryError(E_USAGE, \`\${args.target} is not there\`, 'Give the path of a file.');`,
      ),
      edit(
        'src/cli/main.js',
        "  process.once('SIGINT', () => stop.abort());\n",
        "  process.once('SIGINT', () => stop.abort());\n  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);\n",
      ),
      edit('src/cli/main.js', 'run(queue.drain(stop.signal))', 'run(queue.drain(either))'),
      edit(
        'src/cli/main.js',
        '    concurrency: args.concurrency,\n',
        '    concurrency: args.concurrency,\n    budget: createRetryBudget({ partCount: plan.parts.length, attempts: args.attempts }),\n',
      ),
      edit(
        'src/cli/main.js',
        "import { planUpload } from '../resume.js';\n",
        "import { planUpload } from '../resume.js';\nimport { createRetryBudget } from '../retry-budget.js';\n",
      ),
      fails(test('test/args.test.js test/cli.test.js'), ' 1 failed'),
    ),
    round(
      'One left: "ends with 4" gets its signal as the third argument of `main`, and I changed `upload` but not `main`, which still calls it with two.',
      edit(
        'src/cli/main.js',
        'export async function main(argv, io) {',
        'export async function main(argv, io, signal) {',
      ),
      edit(
        'src/cli/main.js',
        '    return await { upload, status, dead, stats }[args.command](args, io);',
        '    return await { upload, status, dead, stats }[args.command](args, io, signal);',
      ),
      edit(
        'src/cli/main.js',
        '    return error instanceof FerryError && error.code === E_USAGE ? 2 : 1;',
        '    return error instanceof FerryError && error.code === E_USAGE ? EXIT.usage : EXIT.trouble;',
      ),
      edit(
        'src/cli/main.js',
        ' * @param {{ out(text: string): void, err(text: string): void }} io\n',
        ' * @param {{ out(text: string): void, err(text: string): void }} io\n * @param {AbortSignal} [signal] stops an upload, as Ctrl+C does\n',
      ),
      sees(test('test/args.test.js test/cli.test.js'), ' 0 failed'),
    ),
    round(
      'And by hand, the same four as at the beginning.',
      fails(
        run('node src/cli.js upload tmp/a.iso --to memory: --size 300K --part-sise 64K --concurrency 0'),
        'there is no option "--part-sise"',
        '[exit code 2]',
      ),
      fails(
        run('node src/cli.js upload tmp/d.iso --to memory: --size 300K --part-size 64K --fail 1:422'),
        'ferry dead tmp/d.iso lists them',
        '[exit code 3]',
      ),
      fails(
        run('node src/cli.js upload tmp/c.iso --to memory: --size 300K --log'),
        '--log needs a value',
        '[exit code 2]',
      ),
      fails(
        run('node src/cli.js upload tmp/no-such-file.iso --to https://store.example/inbox/x'),
        'is not there',
        '[exit code 2]',
      ),
      sees(run('node src/cli.js --help'), '--attempts N'),
    ),
  ],
  answer: `The command is strict now, and its exit codes are those of docs/operations.md.

- **3** when a part was refused or given up, with the line "ferry dead FILE lists them"; **4** when it was stopped, also when something was refused before (a stopped upload goes on with the next run, so 4 is the more useful word); **2** for the command line; **1** for a manifest or file that can't be used. The cron job's false success of 13 April can't happen again.
- **Options:** src/cli/args.js has a table, and what is not in it is refused by name: \`E_USAGE: there is no option "--part-sise"\`. Values are refused with what they should be. \`--concurrency 0\` no longer becomes 4.
- **New:** \`--attempts N\` for the budget; the default stays five.
- A missing file is now a plain sentence instead of "unexpected: ENOENT".

I forgot to hand the signal through \`main()\` at first; "ends with 4" caught it.`,
};
