/** Reads an upload's log and says in figures what happened. */
import { parseEvent } from './events.js';

/** The value that so many of a hundred don't exceed; `values` need not be in order. */
export function percentile(values, share) {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort();
  return sorted[Math.min(sorted.length - 1, Math.ceil((share / 100) * sorted.length) - 1)];
}

function summarize(values) {
  return {
    count: values.length,
    p50: percentile(values, 50),
    p95: percentile(values, 95),
    max: values.length === 0 ? undefined : Math.max(...values),
  };
}

/**
 * @param {string} text the log
 * @param {{ top?: number }} [options] how many of the most repeated parts to list
 */
export function logStats(text, { top = 5 } = {}) {
  const lines = text.split('\n').filter((line) => line !== '');
  const events = [];
  let foreign = 0;
  for (const line of lines) {
    const event = parseEvent(line);
    if (event === undefined) foreign += 1;
    else events.push(event);
  }
  const retries = events.filter((event) => event.type === 'retry');
  const byStatus = new Map();
  const tries = new Map();
  for (const event of events) {
    if (event.attempt !== undefined) tries.set(event.part, Math.max(tries.get(event.part) ?? 0, event.attempt));
  }
  for (const event of retries) {
    const key = event.status ?? 'no answer';
    byStatus.set(key, (byStatus.get(key) ?? 0) + 1);
  }
  const mostTried = [...tries].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, top);
  return {
    lines: lines.length,
    foreign,
    lastsMs: events.length === 0 ? 0 : events[events.length - 1].atMs - events[0].atMs,
    acked: events.filter((event) => event.type === 'acked').length,
    failed: events.filter((event) => event.type === 'failed').length,
    dead: events.filter((event) => event.type === 'dead').length,
    retries: retries.length,
    byStatus: Object.fromEntries([...byStatus].sort((a, b) => b[1] - a[1])),
    waits: summarize(retries.map((event) => event.waitMs)),
    took: summarize(events.filter((event) => event.tookMs !== undefined).map((event) => event.tookMs)),
    mostTried: mostTried.map(([part, attempts]) => ({ part, attempts })),
  };
}
