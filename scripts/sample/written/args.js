/** Reads the command line: which command, which file, which options. What makes no sense is refused, never guessed. */
import { E_USAGE, FerryError } from '../errors.js';
import { DEFAULT_CONCURRENCY } from '../queue.js';
import { DEFAULT_ATTEMPTS } from '../retry-budget.js';

export const USAGE = `ferry upload FILE --to URL    send a file; run it again to go on where it stopped
ferry status FILE             what the manifest says is delivered
ferry dead FILE               the parts that were given up
ferry stats LOG               figures of an upload's log

  --to URL            where the parts go; memory: is a server that forgets everything
  --manifest PATH     default: FILE.ferry.json
  --part-size BYTES   default: 4194304; 64K and 8M work, too
  --concurrency N     parts on their way at once; default: ${DEFAULT_CONCURRENCY}
  --attempts N        how often a part is sent at most, the first time included; default: ${DEFAULT_ATTEMPTS}
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

function refuse(name, text, wanted) {
  return new FerryError(E_USAGE, `${name} is "${text}", and should be ${wanted}`, 'See ferry --help.');
}

const asText = (_name, text) => text;

function asSize(name, text) {
  const bytes = parseSize(text);
  if (!(bytes > 0)) throw refuse(name, text, 'a number of bytes above 0, such as 65536, 64K or 8M');
  return bytes;
}

function asCount(name, text) {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1) throw refuse(name, text, 'a whole number of 1 or more');
  return count;
}

function asFault(name, text) {
  const match = /^(\d+):(\d{3})(?::([1-9]\d*))?$/.exec(text);
  if (!match) throw refuse(name, text, 'part:status or part:status:times, such as 3:503:2');
  return { part: Number(match[1]), status: Number(match[2]), times: match[3] === undefined ? undefined : Number(match[3]) };
}

const OPTIONS = {
  '--to': ['to', asText],
  '--manifest': ['manifest', asText],
  '--log': ['log', asText],
  '--part-size': ['partSize', asSize],
  '--size': ['size', asSize],
  '--rate': ['rate', asSize],
  '--concurrency': ['concurrency', asCount],
  '--attempts': ['attempts', asCount],
  '--fail': ['faults', asFault],
};

const COMMANDS = ['upload', 'status', 'dead', 'stats'];

/**
 * @param {string[]} argv without node and the script
 * @throws {FerryError} E_USAGE, with the option and what it should be
 */
export function parseArgs(argv) {
  const [command, target, ...rest] = argv;
  if (command === undefined || command === '--help' || command === 'help') return { command: 'help' };
  if (!COMMANDS.includes(command))
    throw new FerryError(E_USAGE, `there is no command "${command}"`, `Commands: ${COMMANDS.join(', ')}.`);
  if (target === undefined || target.startsWith('--'))
    throw new FerryError(E_USAGE, `"ferry ${command}" needs a file`, 'See ferry --help.');

  const args = { command, target, manifest: `${target}.ferry.json`, concurrency: DEFAULT_CONCURRENCY, faults: [] };
  for (let i = 0; i < rest.length; i += 2) {
    const [name, text] = rest.slice(i, i + 2);
    if (!Object.hasOwn(OPTIONS, name)) throw new FerryError(E_USAGE, `there is no option "${name}"`, `Options: ${Object.keys(OPTIONS).join(', ')}.`);
    if (text === undefined || text.startsWith('--')) throw new FerryError(E_USAGE, `${name} needs a value`, 'See ferry --help.');
    const [key, parse] = OPTIONS[name];
    const value = parse(name, text);
    if (key === 'faults') args.faults.push(value);
    else args[key] = value;
  }
  return args;
}
