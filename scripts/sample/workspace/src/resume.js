/** Joins a file, a wanted part size and what an earlier run left behind into the plan of this run. */
import { createManifest, isAcknowledged } from './manifest.js';
import { restoreAcknowledged } from './part.js';
import { choosePartSize, planParts } from './plan-parts.js';

/**
 * @param {object} options
 * @param {string} options.file the file's name, without its folder
 * @param {number} options.size bytes
 * @param {number} [options.partSize] bytes
 * @param {import('./manifest.js').Manifest} [options.manifest] what an earlier run left
 * @returns {{ parts: import('./part.js').Part[], manifest: import('./manifest.js').Manifest, resumed: boolean }}
 */
export function planUpload({ file, size, partSize, manifest }) {
  const step = choosePartSize(size, partSize);
  const parts = planParts({ size, partSize: step });
  const usable = manifest !== undefined && manifest.size === size && manifest.partSize === step;
  if (!usable) return { parts, manifest: createManifest({ file, size, partSize: step }), resumed: false };
  for (const part of parts) {
    if (isAcknowledged(manifest, part.index)) restoreAcknowledged(part);
  }
  return { parts, manifest, resumed: true };
}
