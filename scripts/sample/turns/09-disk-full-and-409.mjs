/** A full disk stops all workers, and 409 same means that the part is there. */
import { edit, fails, read, round, sees, test } from '../calls.mjs';

export const turn = {
  user: `Very good, especially the second one. Stopping is right: a part that we can't remember is a part that the ships pay for twice. But then it must really stop, all of it, with E_MANIFEST and a sentence that a sailor understands, not "unexpected: ENOSPC". Then do the 409.`,
  rounds: [
    round(
      'First the question that I left open: what do the other workers do? `Promise.all` rejects with the first, but nothing tells the rest. A test that counts the requests after the disk is full.',
      edit(
        'test/queue.test.js',
        "  it('keeps a part whose answer arrives while it stops', async () => {",
        `  it('stops all workers when a part can not be remembered', async () => {
    const keeper = { acknowledged: (index) => (index === 3 ? Promise.reject(new Error('ENOSPC')) : Promise.resolve()) };
    const { clock, server, drain } = setUp({ count: 60, keeper });
    await assert.rejects(drain(), /ENOSPC/);
    const sent = server.requests().length;
    await clock.run(clock.sleep(60_000));
    assert.equal(server.requests().length, sent, 'nothing is sent after drain() has rejected');
    assert.ok(sent < 12, \`\${sent} parts were sent\`);
  });

  it('keeps a part whose answer arrives while it stops', async () => {`,
      ),
      fails(test('test/queue.test.js'), 'nothing is sent after drain() has rejected', ' 1 failed'),
    ),
    round(
      'As feared: three workers go on and deliver the whole rest without remembering any of it. The first error has to stop the others, through the same signal that they already obey, and `drain()` must reject only when all of them have come to rest. Each part that rests listens to that signal, and in the test with the server that is down dozens rest at once; so it says that many listeners are meant, or some versions of Node would write a warning into the mail of the cron job.',
      edit(
        'src/queue.js',
        '      await Promise.all(Array.from({ length: concurrency }, () => work(signal)));\n',
        `      const broken = new AbortController();
      const either = signal === undefined ? broken.signal : AbortSignal.any([signal, broken.signal]);
      // Each part that rests listens to it, and hundreds may rest at once; Node warns from the eleventh on.
      setMaxListeners(0, either);
      const workers = Array.from({ length: concurrency }, () =>
        work(either).catch((error) => {
          broken.abort();
          throw error;
        }),
      );
      const ends = await Promise.allSettled(workers);
      const failure = ends.find((end) => end.status === 'rejected');
      if (failure !== undefined) throw failure.reason;
`,
      ),
      edit(
        'src/queue.js',
        'or soon after the signal aborts. Never rejects because of a part.',
        'or soon after the signal aborts. Rejects only when a part can not be\n     * remembered; then nothing more is sent.',
      ),
      edit(
        'src/queue.js',
        "import { nextDelay } from './backoff.js';",
        "import { setMaxListeners } from 'node:events';\nimport { nextDelay } from './backoff.js';",
      ),
      sees(test('test/queue.test.js'), ' 0 failed'),
      sees(test('test/crash.test.js'), ' 0 failed'),
    ),
    round(
      'Now the words. The store knows the path, so it makes the error; `fileStore.save()` is the place. I make the disk refuse by giving it a folder that does not exist.',
      edit(
        'test/manifest.test.js',
        "  it('refuses a torn file with a hint', async () => {",
        `  it('says in plain words that it can not write', async () => {
    const path = join(folder, 'no', 'such', 'folder.json');
    await assert.rejects(fileStore(path).save(fresh()), { code: 'E_MANIFEST', message: /can't be written/, hint: /Nothing is lost/ });
  });

  it('refuses a torn file with a hint', async () => {`,
      ),
      edit(
        'src/manifest-store.js',
        `      await writeFile(beside, \`\${JSON.stringify(manifest, undefined, 2)}\\n\`);
      await rename(beside, path);`,
        `      try {
        await writeFile(beside, \`\${JSON.stringify(manifest, undefined, 2)}\\n\`);
        await rename(beside, path);
      } catch (error) {
        throw new FerryError(
          E_MANIFEST,
          \`\${path} can't be written (\${error.code}), so the upload stops: what can't be remembered would be paid for twice\`,
          'Nothing is lost. Make room on the disk, or give a folder that can be written, and run the same command again.',
        );
      }`,
      ),
      sees(test('test/manifest.test.js'), ' 0 failed'),
    ),
    round(
      'The 409 now. docs/store-protocol.md: body `same` means that the part is there with the same checksum, `different` that it is not ours. The test table first, and a queue test with a server that keeps the part and answers 409, as the older gateways do.',
      edit(
        'test/classify.test.js',
        "  it('quotes the first line of what a refusing server says', () => {",
        `  for (const body of ['same', 'same\\n']) {
    it(\`takes 409 \${JSON.stringify(body)} as delivered: an older gateway's 204\`, () => {
      assert.deepEqual(classifyAnswer({ status: 409, body }), { kind: 'acknowledged', status: 409 });
    });
  }

  for (const body of ['different', '', 'sameish']) {
    it(\`gives up after 409 \${JSON.stringify(body)}\`, () => {
      assert.equal(classifyAnswer({ status: 409, body }).kind, 'refused');
    });
  }

  it('quotes the first line of what a refusing server says', () => {`,
      ),
      edit(
        'test/queue.test.js',
        "  it('gives up a part after five attempts, and goes on with the others', async () => {",
        `  it('takes a part that the server has already for delivered', async () => {
    const told = [];
    const { parts, drain } = setUp({
      faults: [{ part: 4, status: 409, body: 'same', keep: true, times: 1 }],
      keeper: { acknowledged: async (index) => void told.push(index) },
    });
    const { counts } = await drain();
    assert.equal(counts.acknowledged, 8);
    assert.equal(parts[4].attempts, 1);
    assert.ok(told.includes(4));
  });

  it('gives up a part after five attempts, and goes on with the others', async () => {`,
      ),
      fails(test('test/classify.test.js test/queue.test.js'), 'takes 409', ' 3 failed'),
    ),
    round(
      'Three red, for the one reason. The body is compared whole, not by its beginning: "sameish" is nothing that we know.',
      edit(
        'src/classify.js',
        "  if (status >= 200 && status < 300) return { kind: 'acknowledged', status };\n",
        `  if (status >= 200 && status < 300) return { kind: 'acknowledged', status };
  // Older gateways say this where newer ones say 204: the part is there, with our checksum (docs/store-protocol.md).
  if (status === 409 && body.trim() === 'same') return { kind: 'acknowledged', status };
`,
      ),
      sees(test('test/classify.test.js test/queue.test.js test/crash.test.js test/resume.test.js'), ' 0 failed'),
      read('src/classify.js', 14, 46),
    ),
  ],
  answer: `Both are done.

- **Disk full:** you were right to insist. With only \`Promise.all\`, the other three workers would have delivered the whole rest of the file without remembering any of it; the new test counted the requests. The first error now aborts the others through the signal that they obey anyway, and \`drain()\` rejects when all of them are at rest. The sentence: "FILE.ferry.json can't be written (ENOSPC), so the upload stops: what can't be remembered would be paid for twice", code \`E_MANIFEST\`, hint "Nothing is lost. Make room on the disk, …".
- **409 \`same\`** is delivered, \`different\` and everything else stay refused with \`E_PART_REFUSED\`. It closes the moment that I described after the crash test: a part that was delivered but not yet on disk is sent again, gets 409 \`same\`, and is remembered.

Next is the rate limiter, which I have not read yet.`,
};
