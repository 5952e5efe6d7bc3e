/** What an upload has delivered, on disk, so that a later run goes on where this one stopped. */
import { E_MANIFEST, FerryError } from './errors.js';

/**
 * Version 1, as docs/manifest.md describes it.
 *
 * @typedef {object} Manifest
 * @property {1} version
 * @property {string} file the file's name, without its folder
 * @property {number} size bytes
 * @property {number} partSize bytes
 * @property {number} ackedThrough every part up to this index is with the server; -1: none
 */

/** @returns {Manifest} */
export function createManifest({ file, size, partSize }) {
  return { version: 1, file, size, partSize, ackedThrough: -1 };
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

/**
 * @param {unknown} value what JSON.parse gave
 * @returns {Manifest}
 */
export function parseManifest(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('the manifest is not a JSON object');
  if (value.version !== 1)
    throw refuse(`the manifest has version ${JSON.stringify(value.version)}, and this ferry reads version 1`);
  if (typeof value.file !== 'string' || value.file === '') throw refuse('the manifest names no file');
  requireCount(value.size, 'size', 1);
  requireCount(value.partSize, 'partSize', 1);
  requireCount(value.ackedThrough, 'ackedThrough', -1);
  return { version: 1, file: value.file, size: value.size, partSize: value.partSize, ackedThrough: value.ackedThrough };
}

/** @param {Manifest} manifest */
export function isAcknowledged(manifest, index) {
  return index <= manifest.ackedThrough;
}

/** How many parts the manifest says are with the server. */
export function countAcknowledged(manifest) {
  return manifest.ackedThrough + 1;
}

/** How many acknowledgements may come before the manifest is written again. */
export const SAVE_EVERY = 8;

/**
 * Follows one upload and writes its manifest from time to time.
 *
 * @param {{ manifest: Manifest, store: { save(manifest: Manifest): Promise<void> }, saveEvery?: number }} options
 */
export function createKeeper({ manifest, store, saveEvery = SAVE_EVERY }) {
  /** Acknowledged ahead of the contiguous run: not written until the gap before them closes. */
  const early = new Set();
  let unsaved = 0;

  return {
    async acknowledged(index) {
      early.add(index);
      while (early.delete(manifest.ackedThrough + 1)) manifest.ackedThrough += 1;
      unsaved += 1;
      if (unsaved < saveEvery) return;
      unsaved = 0;
      await store.save({ ...manifest });
    },
    /** Writes what is not written yet. Call it when the queue has drained or was stopped. */
    async close() {
      unsaved = 0;
      await store.save({ ...manifest });
    },
  };
}
