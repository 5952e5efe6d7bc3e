/** What `npm run test:deep` is told: for how many minutes, and with how many workers. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Refusal } from '../lib/say.mjs';

const usage = 'npm run test:deep -- [MINUTES] [--workers N]';

/** @param {string} what @param {string} given */
function positive(what, given) {
  const number = Number(given);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Refusal(`"${given}" is no number of ${what}: ${usage}`);
}

/** @param {readonly string[]} args */
function parse(args) {
  try {
    return parseArgs({ args: [...args], options: { workers: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}: ${usage}`);
  }
}

/** An hour on all cores, if nothing else is said. @param {readonly string[]} args */
export function optionsOf(args) {
  const { values, positionals } = parse(args);
  if (positionals.length > 1) throw new Refusal(`One number of minutes is enough: ${usage}`);
  return {
    minutes: positive('minutes', positionals[0] ?? '60'),
    workers: Math.ceil(positive('workers', values.workers ?? String(availableParallelism()))),
  };
}
