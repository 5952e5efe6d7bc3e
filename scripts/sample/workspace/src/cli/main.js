/** Runs one command and says with which code the process shall end. */
import { appendFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemClock, virtualClock } from '../clock.js';
import { deadLetterList } from '../dead-letters.js';
import { E_USAGE, FerryError, formatError } from '../errors.js';
import { lineWriter } from '../events.js';
import { logStats } from '../log-stats.js';
import { countAcknowledged, createKeeper } from '../manifest.js';
import { fileStore } from '../manifest-store.js';
import { createQueue } from '../queue.js';
import { seededRandom } from '../random.js';
import { createRateLimiter } from '../rate-limiter.js';
import { formatBytes, formatStats, formatSummary } from '../report.js';
import { planUpload } from '../resume.js';
import { httpTransport } from '../transport/http.js';
import { memoryServer } from '../transport/memory.js';
import { parseArgs, USAGE } from './args.js';

/** `memory:` never touches the network, so it needs no real time either: hours of retries pass at once. */
function makeWorld(args, size) {
  if (args.to === 'memory:') {
    const clock = virtualClock();
    const random = seededRandom(1);
    const transport = memoryServer({ clock, random, faults: args.faults });
    return { clock, random, transport, run: clock.run, hold: clock.hold, close: async () => {} };
  }
  const transport = httpTransport({ path: args.target, size, url: args.to, token: process.env.FERRY_TOKEN });
  return {
    clock: systemClock(),
    random: Math.random,
    transport,
    run: (promise) => promise,
    hold: (promise) => promise,
    close: () => transport.close(),
  };
}

async function upload(args, io) {
  if (args.to === undefined)
    throw new FerryError(E_USAGE, '"ferry upload" needs --to', 'For example --to https://store.example/inbox/');
  const size = args.to === 'memory:' && args.size ? args.size : statSync(args.target).size;
  const store = fileStore(args.manifest);
  const plan = planUpload({ file: basename(args.target), size, partSize: args.partSize, manifest: await store.load() });
  const { clock, random, transport, run, hold, close } = makeWorld(args, size);
  const startMs = clock.now();
  const keeper = createKeeper({ manifest: plan.manifest, store: { save: (manifest) => hold(store.save(manifest)) } });
  const limiter = createRateLimiter({ bytesPerSecond: args.rate, clock });
  const onEvent =
    args.log === undefined ? undefined : lineWriter((line) => appendFileSync(args.log, line), startMs, clock);
  const queue = createQueue({
    parts: plan.parts,
    transport,
    clock,
    random,
    limiter,
    keeper,
    concurrency: args.concurrency,
    onEvent,
  });

  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  if (plan.resumed)
    io.out(`going on: ${countAcknowledged(plan.manifest)} of ${plan.parts.length} parts are already there`);
  const result = await run(queue.drain(stop.signal));
  await keeper.close();
  await close();
  io.out(formatSummary({ file: basename(args.target), size, ...result, tookMs: clock.now() - startMs }));
  return 0;
}

async function status(args, io) {
  const manifest = await fileStore(args.manifest).load();
  if (manifest === undefined) {
    io.out(`${args.manifest}: nothing was uploaded yet`);
    return 0;
  }
  const total = Math.ceil(manifest.size / manifest.partSize);
  io.out(
    `${manifest.file}: ${countAcknowledged(manifest)} of ${total} parts delivered, ${formatBytes(manifest.partSize)} each`,
  );
  return 0;
}

async function dead(args, io) {
  const letters = await deadLetterList(`${args.target}.dead.jsonl`).list();
  for (const letter of letters) io.out(`part ${letter.part}  ${letter.attempts} attempts  ${letter.reason}`);
  io.out(`${letters.length} dead`);
  return 0;
}

async function stats(args, io) {
  io.out(formatStats(logStats(await readFile(args.target, 'utf8'))));
  return 0;
}

/**
 * @param {string[]} argv
 * @param {{ out(text: string): void, err(text: string): void }} io
 * @returns {Promise<number>} the exit code; docs/operations.md lists them
 */
export async function main(argv, io) {
  try {
    const args = parseArgs(argv);
    if (args.command === 'help') {
      io.out(USAGE);
      return 0;
    }
    return await { upload, status, dead, stats }[args.command](args, io);
  } catch (error) {
    io.err(formatError(error));
    return error instanceof FerryError && error.code === E_USAGE ? 2 : 1;
  }
}
