/** Cuts a file into parts: as large as asked for, but never more of them than the store takes. */
import { E_USAGE, FerryError } from './errors.js';
import { createPart } from './part.js';

/** The store refuses an upload with more parts. */
export const MAX_PARTS = 10_000;
/** The store refuses smaller parts, except for the last one. */
export const MIN_PART_SIZE = 64 * 1024;
export const DEFAULT_PART_SIZE = 4 * 1024 * 1024;

/**
 * The part size that will really be used: the wanted one, or as much larger as the limit on the number of parts demands,
 * rounded up to whole kilobytes so that a person can read it.
 */
export function choosePartSize(fileSize, wanted = DEFAULT_PART_SIZE) {
  if (!Number.isInteger(wanted) || wanted < MIN_PART_SIZE) {
    throw new FerryError(
      E_USAGE,
      `a part of ${wanted} bytes is below the store's minimum of ${MIN_PART_SIZE}`,
      `Use --part-size ${MIN_PART_SIZE} or more, or leave it out.`,
    );
  }
  const needed = Math.ceil(fileSize / MAX_PARTS);
  if (needed <= wanted) return wanted;
  return Math.ceil(needed / 1024) * 1024;
}

/**
 * @param {{ size: number, partSize?: number }} file sizes in bytes
 * @returns {import('./part.js').Part[]} in the order of the file, without gap or overlap
 */
export function planParts({ size, partSize }) {
  if (!Number.isInteger(size) || size < 1) {
    throw new FerryError(E_USAGE, `a file of ${size} bytes has nothing to upload`, 'Give a file that is not empty.');
  }
  const step = choosePartSize(size, partSize);
  const parts = [];
  for (let offset = 0; offset <= size; offset += step) {
    parts.push(createPart({ index: parts.length, offset, size: Math.min(step, size - offset) }));
  }
  return parts;
}
