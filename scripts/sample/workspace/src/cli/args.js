/** Reads the command line: which command, which file, which options. */

import { E_USAGE, FerryError } from '../errors.js';
import { DEFAULT_CONCURRENCY } from '../queue.js';

export const USAGE = `ferry upload FILE --to URL    send a file; run it again to go on where it stopped
ferry status FILE             what the manifest says is delivered
ferry dead FILE               the parts that were given up
ferry stats LOG               figures of an upload's log

  --to URL            where the parts go; memory: is a server that forgets everything
  --manifest PATH     default: FILE.ferry.json
  --part-size BYTES   default: 4194304; 64K and 8M work, too
  --concurrency N     parts on their way at once; default: ${DEFAULT_CONCURRENCY}
  --rate BYTES        bytes a second, at most; default: no limit
  --log PATH          write the upload's log here
  --fail SPEC         with memory: only. part:status[:times], for example 3:503:2
  --size BYTES        with memory: only. pretend that FILE is this large`;

const SUFFIX = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** "64K" → 65536. Plain digits are bytes. */
export function parseSize(text) {
  const match = /^(\d+)([KMG])?$/i.exec(text);
  if (!match) return Number.NaN;
  return Number(match[1]) * (match[2] ? SUFFIX[match[2].toUpperCase()] : 1);
}

function parseFault(text) {
  const [part, status, times] = text.split(':').map(Number);
  return { part, status, times };
}

const COMMANDS = ['upload', 'status', 'dead', 'stats'];

/**
 * @param {string[]} argv without node and the script
 */
export function parseArgs(argv) {
  const [command, target, ...rest] = argv;
  if (command === undefined || command === '--help' || command === 'help') return { command: 'help' };
  if (!COMMANDS.includes(command))
    throw new FerryError(E_USAGE, `there is no command "${command}"`, `Commands: ${COMMANDS.join(', ')}.`);
  if (target === undefined || target.startsWith('--'))
    throw new FerryError(E_USAGE, `"ferry ${command}" needs a file`, 'See ferry --help.');

  const given = new Map();
  const faults = [];
  for (let i = 0; i < rest.length; i += 2) {
    if (rest[i] === '--fail') faults.push(parseFault(rest[i + 1]));
    else given.set(rest[i], rest[i + 1]);
  }
  return {
    command,
    target,
    to: given.get('--to'),
    manifest: given.get('--manifest') ?? `${target}.ferry.json`,
    partSize: parseSize(given.get('--part-size') ?? '') || undefined,
    concurrency: Number(given.get('--concurrency')) || DEFAULT_CONCURRENCY,
    rate: parseSize(given.get('--rate') ?? '') || undefined,
    size: parseSize(given.get('--size') ?? '') || undefined,
    log: given.get('--log'),
    faults,
  };
}
