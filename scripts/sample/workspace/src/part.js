/** One part of an upload: which bytes it covers, and the states that it may pass through. */
import { E_PART_STATE, FerryError } from './errors.js';

/*
 *   pending ──▶ sending ──▶ acknowledged
 *      ▲           │
 *      └── retry ──┤
 *                  └──────▶ failed          the server refuses it for good
 */
const NEXT = {
  pending: ['sending'],
  sending: ['acknowledged', 'pending', 'failed'],
  acknowledged: [],
  failed: [],
};

/** States in which nothing more will happen to a part. */
export const FINAL_STATES = Object.keys(NEXT).filter((state) => NEXT[state].length === 0);

/**
 * @typedef {object} Part
 * @property {number} index from 0, in the order of the file
 * @property {number} offset bytes from the start of the file
 * @property {number} size bytes; never 0
 * @property {'pending'|'sending'|'acknowledged'|'failed'} state
 * @property {number} attempts how often it was sent, the one under way included
 * @property {number|undefined} lastStatus the HTTP status of the last attempt; undefined when there was no answer
 * @property {string|undefined} reason why it failed
 */

/** @returns {Part} */
export function createPart({ index, offset, size }) {
  return { index, offset, size, state: 'pending', attempts: 0, lastStatus: undefined, reason: undefined };
}

function move(part, to) {
  if (!NEXT[part.state].includes(to)) {
    throw new FerryError(
      E_PART_STATE,
      `part ${part.index} can't go from ${part.state} to ${to}`,
      'This is a bug in ferry. Please report it with the log of the upload.',
    );
  }
  part.state = to;
}

/** Counts the attempt, too: an attempt that gets no answer is an attempt. */
export function startAttempt(part) {
  move(part, 'sending');
  part.attempts += 1;
  part.lastStatus = undefined;
}

/** The server has the part, and said so. There is no way back from here. */
export function acknowledge(part, status) {
  move(part, 'acknowledged');
  part.lastStatus = status;
}

/** The attempt went wrong, another one may go right. */
export function returnToPending(part, status) {
  move(part, 'pending');
  part.lastStatus = status;
}

/** The server refuses the part: sending it again would get the same answer. */
export function fail(part, status, reason) {
  move(part, 'failed');
  part.lastStatus = status;
  part.reason = reason;
}

/** Marks a part that an earlier run has already delivered; it is never sent in this run. */
export function restoreAcknowledged(part) {
  move(part, 'sending');
  move(part, 'acknowledged');
}

/** @returns {Record<string, number>} how many parts are in each state */
export function countStates(parts) {
  const counts = Object.fromEntries(Object.keys(NEXT).map((state) => [state, 0]));
  for (const part of parts) counts[part.state] += 1;
  return counts;
}
