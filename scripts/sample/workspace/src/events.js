/** The upload's log: one line for each thing that happened, for people and for `ferry stats`. */

/*
 *   +0012.345s retry part=017 try=3 status=503 took=41ms wait=873ms
 *   ────┬───── ──┬── ─┬──────────────────────────────────────────────
 *   since start  type fields, always in this order, absent ones left out
 */
const FIELDS = [
  ['part', 'part', (v) => String(v).padStart(3, '0')],
  ['try', 'attempt', String],
  ['status', 'status', String],
  ['took', 'tookMs', (v) => `${v}ms`],
  ['wait', 'waitMs', (v) => `${v}ms`],
  ['bytes', 'bytes', String],
  ['acked', 'acked', String],
  ['left', 'left', String],
  ['code', 'code', String],
  ['reason', 'reason', (v) => JSON.stringify(v)],
];

const NUMERIC = new Set(['part', 'attempt', 'status', 'tookMs', 'waitMs', 'bytes', 'acked', 'left']);

/** @typedef {{ type: string, atMs: number, part?: number, attempt?: number, status?: number, tookMs?: number, waitMs?: number, bytes?: number, acked?: number, left?: number, code?: string, reason?: string }} UploadEvent */

/** @param {UploadEvent} event */
export function formatEvent(event) {
  const time = `+${(event.atMs / 1000).toFixed(3).padStart(8, '0')}s`;
  const fields = FIELDS.filter(([, key]) => event[key] !== undefined).map(
    ([name, key, show]) => `${name}=${show(event[key])}`,
  );
  return [time, event.type, ...fields].join(' ');
}

const LINE = /^\+(\d+)\.(\d{3})s ([a-z-]+)(?: (.*))?$/;
const FIELD = /([a-z]+)=("(?:[^"\\]|\\.)*"|\S+)/g;

/** @returns {UploadEvent|undefined} undefined for a line that is not one of ours */
export function parseEvent(line) {
  const match = LINE.exec(line);
  if (!match) return undefined;
  const event = { type: match[3], atMs: Number(match[1]) * 1000 + Number(match[2]) };
  for (const [, name, raw] of (match[4] ?? '').matchAll(FIELD)) {
    const known = FIELDS.find(([short]) => short === name);
    if (!known) continue;
    const key = known[1];
    event[key] = NUMERIC.has(key) ? Number.parseInt(raw, 10) : raw.startsWith('"') ? JSON.parse(raw) : raw;
  }
  return event;
}

/** An `onEvent` that writes lines; `startMs` is the clock's time at the start of the upload. */
export function lineWriter(write, startMs, clock) {
  return (event) => write(`${formatEvent({ atMs: clock.now() - startMs, ...event })}\n`);
}
