/** A server that lives in memory and misbehaves as told: for tests, simulations and `--to memory:`. */
import { between } from '../random.js';

/**
 * A plan of misbehaviour: which part, what it answers instead, and for how long.
 *
 * @typedef {object} Fault
 * @property {number} part
 * @property {number} [status] the answer; left out: the connection is reset
 * @property {number} [times] how many attempts meet it; default: all of them
 * @property {number} [untilMs] the clock's time from which on it is over
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 * @property {boolean} [keep] the server keeps the part although its answer says otherwise
 */

/**
 * @param {object} options
 * @param {{ now(): number, sleep(ms: number, signal?: AbortSignal): Promise<void> }} options.clock
 * @param {() => number} [options.random] for the latency
 * @param {{ from: number, to: number }} [options.latencyMs]
 * @param {Fault[]} [options.faults] the first one that fits a request counts
 */
export function memoryServer({ clock, random = () => 0, latencyMs = { from: 20, to: 60 }, faults = [] }) {
  /** How often each part was stored; more than once is a waste of somebody's bandwidth. */
  const stored = new Map();
  const requests = [];
  const met = new Map();

  function faultFor(part) {
    for (const fault of faults) {
      if (fault.part !== part.index) continue;
      if (fault.untilMs !== undefined && clock.now() >= fault.untilMs) continue;
      const times = met.get(fault) ?? 0;
      if (fault.times !== undefined && times >= fault.times) continue;
      met.set(fault, times + 1);
      return fault;
    }
    return undefined;
  }

  return {
    async send(part, signal) {
      requests.push({ part: part.index, atMs: clock.now() });
      await clock.sleep(between(random, latencyMs.from, latencyMs.to), signal);
      if (signal?.aborted) throw new DOMException('the upload was stopped', 'AbortError');
      const fault = faultFor(part);
      if (fault === undefined || fault.keep) stored.set(part.index, (stored.get(part.index) ?? 0) + 1);
      if (fault === undefined) return { status: 201 };
      if (fault.status === undefined) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      return { status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? '' };
    },
    /** Part indexes that the server has, in order. */
    storedParts: () => [...stored.keys()].sort((a, b) => a - b),
    storedTimes: (index) => stored.get(index) ?? 0,
    requests: () => [...requests],
  };
}
