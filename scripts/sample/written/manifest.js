/** What an upload has delivered, on disk, so that a later run goes on where this one stopped (docs/manifest.md). */
import { E_MANIFEST, FerryError } from './errors.js';
import { addToRanges, countRanges, inRanges, leadingEnd, parseRanges } from './ranges.js';

/**
 * In memory there is only version 2; version 1 is read, for good, and never written.
 *
 * @typedef {object} Manifest
 * @property {2} version
 * @property {string} file the file's name, without its folder
 * @property {number} size bytes
 * @property {number} partSize bytes
 * @property {import('./ranges.js').Ranges} acked the parts that are with the server
 */

/** @returns {Manifest} */
export function createManifest({ file, size, partSize }) {
  return { version: 2, file, size, partSize, acked: [] };
}

function refuse(message) {
  return new FerryError(
    E_MANIFEST,
    message,
    'Restore the manifest from a backup, or delete it to start the upload from its first byte.',
  );
}

function requireCount(value, key, lowest) {
  if (!Number.isInteger(value) || value < lowest)
    throw refuse(`the manifest's "${key}" is ${JSON.stringify(value)}, not a whole number from ${lowest} up`);
}

/** Version 1 knew only "everything up to here". */
function readVersion1(value) {
  requireCount(value.ackedThrough, 'ackedThrough', -1);
  return value.ackedThrough > 0 ? [[0, value.ackedThrough]] : [];
}

function readVersion2(value) {
  const acked = parseRanges(value.acked, Math.ceil(value.size / value.partSize));
  if (acked === undefined) throw refuse(`the manifest's "acked" is no list of ranges within the file: ${JSON.stringify(value.acked)}`);
  return acked;
}

const READERS = { 1: readVersion1, 2: readVersion2 };

/**
 * @param {unknown} value what JSON.parse gave
 * @returns {Manifest}
 */
export function parseManifest(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('the manifest is not a JSON object');
  const readAcked = READERS[value.version];
  if (readAcked === undefined)
    throw refuse(`the manifest has version ${JSON.stringify(value.version)}, and this ferry reads 1 and 2`);
  if (typeof value.file !== 'string' || value.file === '') throw refuse('the manifest names no file');
  requireCount(value.size, 'size', 1);
  requireCount(value.partSize, 'partSize', 1);
  const { file, size, partSize } = value;
  return { version: 2, file, size, partSize, acked: readAcked(value) };
}

/**
 * The manifest as it is written. `ackedThrough` is for shipboard-dash, which reads nothing else; we never read it back from a
 * version 2.
 *
 * @param {Manifest} manifest
 */
export function toRecord(manifest) {
  return { ...manifest, ackedThrough: leadingEnd(manifest.acked) };
}

/** @param {Manifest} manifest */
export function isAcknowledged(manifest, index) {
  return inRanges(manifest.acked, index);
}

/** How many parts the manifest says are with the server. */
export function countAcknowledged(manifest) {
  return countRanges(manifest.acked);
}

/** How many acknowledgements may come before the manifest is written again. */
export const SAVE_EVERY = 8;

/**
 * Follows one upload and writes its manifest from time to time.
 *
 * @param {{ manifest: Manifest, store: { save(record: object): Promise<void> }, saveEvery?: number }} options
 */
export function createKeeper({ manifest, store, saveEvery = SAVE_EVERY }) {
  let unsaved = 0;

  return {
    async acknowledged(index) {
      manifest.acked = addToRanges(manifest.acked, index);
      unsaved += 1;
      if (unsaved < saveEvery) return;
      unsaved = 0;
      await store.save(toRecord(manifest));
    },
    /** Writes what is not written yet. Call it when the queue has drained or was stopped. */
    async close() {
      unsaved = 0;
      await store.save(toRecord(manifest));
    },
  };
}
