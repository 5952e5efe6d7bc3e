/** The manifest keeps every acknowledged part: version 2 with ranges, version 1 readable for good. */
import { edit, fails, read, round, run, search, sees, test, todo, write } from '../calls.mjs';

export const turn = {
  user: `Yes, version 2 with ranges, as you write it. Three conditions:

1. We keep manifest version 1 readable, for good, not for a year.
2. shipboard-dash reads \`ackedThrough\` and nothing else. Write it beside the ranges so that the bar on the bridge still moves, but never read it from a version 2.
3. A manifest that names parts which the file doesn't have is refused. I would rather be asked than have a gap in a survey.`,
  rounds: [
    round(
      'I look at who reads and writes the old field, and at the tests as they are.',
      todo(
        'x Red test: no empty last part (src/plan-parts.js)',
        'x Retry budget: five attempts a part, pool of a third (src/retry-budget.js)',
        'x Dead letters: refused and exhausted, E_PART_REFUSED unchanged, torn lines',
        'x Waits: jitter under the cap, Retry-After in seconds and as a date',
        '> Manifest 2: ranges; version 1 readable for good; ackedThrough written, never read; foreign parts refused',
        '- Manifest: written before the next part is sent (rule: never drop an acknowledged part)',
        '- 409 same means delivered',
        '- Rate limiter below 1,000 bytes a second',
        '- Exit codes 3 and 4, options that are refused',
        '- Figures: percentiles of log-stats',
        '- Documents and changelog',
        '- Replay 12 April with seed 412 and compare',
      ),
      sees(
        search('ackedThrough|SAVE_EVERY|isAcknowledged|countAcknowledged', '.'),
        'src/resume.js',
        'docs/manifest.md',
      ),
      read('test/manifest.test.js'),
      read('test/resume.test.js'),
    ),
    round(
      'Ranges are a thing of their own, so they get a module and tests of their own: adding in any order must come to the same, and closing a gap must join two ranges.',
      write('test/ranges.test.js', 'ranges.test.js'),
      write('src/ranges.js', 'ranges.js'),
      fails(test('test/ranges.test.js'), 'joins two ranges when the gap closes', 'comes to the same in every order'),
    ),
    round(
      '`addToRanges([[0, 16], [18, 40]], 17)` gives [[0, 17], [18, 40]]: I return as soon as the left neighbour has grown and never look to the right. It would have counted correctly and still been wrong, since `parseRanges` promises that no two ranges touch. Both neighbours have to be looked at before anything is returned.',
      edit(
        'src/ranges.js',
        `  const left = before.at(-1);
  if (left?.[1] === index - 1) return [...before.slice(0, -1), [left[0], index], ...after];
  const right = after[0];
  if (right?.[0] === index + 1) return [...before, [index, right[1]], ...after.slice(1)];
  return [...before, [index, index], ...after];`,
        `  const left = before.at(-1)?.[1] === index - 1 ? before.pop() : undefined;
  const right = after[0]?.[0] === index + 1 ? after.shift() : undefined;
  return [...before, [left?.[0] ?? index, right?.[1] ?? index], ...after];`,
      ),
      sees(test('test/ranges.test.js'), ' 0 failed'),
    ),
    round(
      'Now the tests of the manifest. For version 1 I take the three values that matter: nothing delivered (−1), only the first part (0), and the manifest of 12 April (16).',
      edit(
        'test/manifest.test.js',
        "    ['a part size that is no number',",
        `    ['acked parts that are no ranges', { ...fresh(), acked: [3, 4] }, /no list of ranges/],
    ['parts that the file does not have', { ...fresh(), acked: [[0, 16]] }, /within the file/],
    ['a version 1 that says less than nothing', { ...v1(0), ackedThrough: -2 }, /"ackedThrough" is -2/],
    ['a part size that is no number',`,
      ),
      edit(
        'test/manifest.test.js',
        "const fresh = () => createManifest({ file: 'big.iso', size: 1_000_000, partSize: 65_536 });\n",
        `/** 16 parts. */
const fresh = () => createManifest({ file: 'big.iso', size: 1_000_000, partSize: 65_536 });
const v1 = (ackedThrough) => ({ version: 1, file: 'big.iso', size: 1_000_000, partSize: 65_536, ackedThrough });
`,
      ),
      edit(
        'test/manifest.test.js',
        "describe('createKeeper', () => {",
        `describe('a manifest of version 1', () => {
  for (const [ackedThrough, acked] of [
    [-1, []],
    [0, [[0, 0]]],
    [1, [[0, 1]]],
    [15, [[0, 15]]],
  ]) {
    it(\`is read with ackedThrough \${ackedThrough}\`, () => {
      assert.deepEqual(parseManifest(v1(ackedThrough)).acked, acked);
    });
  }

  it('is written as version 2 at the next save', async () => {
    const store = memoryStore({ saved: v1(3) });
    const keeper = createKeeper({ manifest: await store.load(), store });
    await keeper.acknowledged(9);
    await keeper.close();
    assert.deepEqual(store.onDisk(), { ...fresh(), acked: [[0, 3], [9, 9]], ackedThrough: 3 });
  });
});

describe('a manifest of version 2', () => {
  it('keeps what is acknowledged behind a gap', async () => {
    const store = memoryStore();
    const keeper = createKeeper({ manifest: fresh(), store });
    for (const index of [0, 1, 5, 3, 4]) await keeper.acknowledged(index);
    await keeper.close();
    const manifest = await store.load();
    assert.deepEqual(manifest.acked, [[0, 1], [3, 5]]);
    assert.equal(countAcknowledged(manifest), 5);
    assert.ok(!isAcknowledged(manifest, 2));
  });

  it('tells shipboard-dash how far the run from the start goes', async () => {
    const store = memoryStore();
    const keeper = createKeeper({ manifest: fresh(), store });
    for (const index of [0, 1, 5]) await keeper.acknowledged(index);
    await keeper.close();
    assert.equal(store.onDisk().ackedThrough, 1);
  });

  it('never believes the ackedThrough of a version 2', () => {
    const manifest = parseManifest({ ...fresh(), acked: [[0, 1]], ackedThrough: 9 });
    assert.deepEqual(manifest.acked, [[0, 1]]);
  });
});

describe('createKeeper', () => {`,
      ),
      fails(test('test/manifest.test.js'), 'keeps what is acknowledged behind a gap'),
    ),
    round(
      'Now the module. In memory there is only version 2; `READERS` has one function for each version on disk.',
      write('src/manifest.js', 'manifest.js'),
      fails(test('test/manifest.test.js'), 'is read with ackedThrough 0', ' 1 failed'),
    ),
    round(
      'One red, and it is a nasty one: `value.ackedThrough > 0` in `readVersion1()` reads "only the first part" as "nothing". I would have dropped an acknowledged part in the very change that is meant to keep them. The lowest index is 0, so the comparison is with −1.',
      edit(
        'src/manifest.js',
        'return value.ackedThrough > 0 ? [[0, value.ackedThrough]] : [];',
        'return value.ackedThrough >= 0 ? [[0, value.ackedThrough]] : [];',
      ),
      sees(test('test/manifest.test.js test/ranges.test.js test/resume.test.js test/cli.test.js'), ' 0 failed'),
    ),
    round(
      'Green. Version 1 has the same limit as version 2, though: condition 3 says that parts which the file does not have are refused, and `readVersion1()` does not look. I add the check for both, with a test, and the test for two whole runs with a gap between them.',
      edit(
        'test/manifest.test.js',
        "    ['a version 1 that says less than nothing',",
        "    ['a version 1 with parts that the file does not have', v1(16), /\"ackedThrough\" is 16/],\n    ['a version 1 that says less than nothing',",
      ),
      edit(
        'src/manifest.js',
        `  requireCount(value.ackedThrough, 'ackedThrough', -1);
`,
        `  requireCount(value.ackedThrough, 'ackedThrough', -1);
  if (value.ackedThrough >= Math.ceil(value.size / value.partSize))
    throw refuse(\`the manifest's "ackedThrough" is \${value.ackedThrough}, beyond the last part of the file\`);
`,
      ),
      edit(
        'test/resume.test.js',
        "describe('two runs', () => {",
        `describe('two runs', () => {
  it('send no part again that was acknowledged behind a gap', async () => {
    const store = memoryStore();
    const first = await runOnce({ store, faults: [{ part: 2, status: 503 }] });
    assert.equal(first.counts.exhausted, 1);
    const second = await runOnce({ store });
    assert.deepEqual(second.server.storedParts(), [2], 'only the part that was missing');
    assert.equal(second.attempts, 1);
  });
`,
      ),
      sees(test('test/manifest.test.js test/resume.test.js'), ' 0 failed'),
    ),
    round(
      'And the run by hand that needed 5 attempts for 2 parts, once more, with a manifest of version 1 in the middle to be sure.',
      run('node src/cli.js upload tmp/demo2.iso --to memory: --size 400K --part-size 64K --fail 2:503 --fail 5:422:1'),
      sees(
        run('node src/cli.js upload tmp/demo2.iso --to memory: --size 400K --part-size 64K'),
        '5 of 7 parts are already there',
        '2 attempts',
      ),
      write('tmp/old.iso.ferry.json', 'old.iso.ferry.json'),
      sees(run('node src/cli.js status tmp/old.iso'), '17 of 120 parts delivered'),
      edit(
        'docs/manifest.md',
        '## What a reader does',
        `## Version 2

\`\`\`json
{
  "version": 2,
  "file": "survey-0412.tar",
  "size": 502081913,
  "partSize": 4194304,
  "acked": [[0, 16], [18, 43], [45, 57], [59, 70], [72, 119]],
  "ackedThrough": 16
}
\`\`\`

| key | meaning |
| --- | --- |
| \`acked\` | the parts that are with the server, as ranges, both ends included; in order, and no two of them touch |
| \`ackedThrough\` | written for \`shipboard-dash\`, never read from a version 2 |

Only version 2 is written. Version 1 is read, for good.

## What a reader does`,
      ),
    ),
  ],
  answer: `Manifest 2 is in, with your three conditions as tests.

1. **Version 1 stays readable:** \`READERS\` in src/manifest.js has a function for each version; version 1 is read and never written. My first \`readVersion1()\` took \`ackedThrough: 0\` for "nothing", which would have dropped the first part of old manifests; the test "is read with ackedThrough 0" caught it.
2. **shipboard-dash:** \`toRecord()\` writes \`ackedThrough\` beside \`acked\`; "never believes the ackedThrough of a version 2" holds the second half.
3. **Parts that the file doesn't have** are refused with \`E_MANIFEST\`, in version 2 and, which I nearly forgot, in version 1.

Ranges live in src/ranges.js and come to the same in every order (50 shuffles in the test). The run by hand from before: 5 of 7 parts are already there, and the second run needs 2 attempts for 2 parts instead of 5. \`early\` is gone.

What is **not** solved yet: \`SAVE_EVERY\` is still 8. Until the eighth acknowledgement nothing is on disk, and a crash forgets it. And I saw something in src/manifest-store.js that I want to look at under load: two saves that overlap both write \`FILE.ferry.json.writing\` and rename it, and nothing orders them.`,
};
