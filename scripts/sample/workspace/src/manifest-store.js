/** Where a manifest is kept: a file that is replaced in one step, or memory with the latency of a slow disk. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { E_MANIFEST, FerryError } from './errors.js';
import { parseManifest } from './manifest.js';

/** @param {string} path */
export function fileStore(path) {
  return {
    /** @returns {Promise<import('./manifest.js').Manifest|undefined>} undefined when there is none */
    async load() {
      let text;
      try {
        text = await readFile(path, 'utf8');
      } catch (error) {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }
      let value;
      try {
        value = JSON.parse(text);
      } catch (error) {
        throw new FerryError(
          E_MANIFEST,
          `${path} is not JSON: ${error.message.split('\n', 1)[0]}`,
          'Restore it from a backup, or delete it to start the upload from its first byte.',
        );
      }
      return parseManifest(value);
    },
    /** Writes beside the file and renames, so that a crash leaves the old manifest or the new one, never half of one. */
    async save(manifest) {
      const beside = `${path}.writing`;
      await writeFile(beside, `${JSON.stringify(manifest, undefined, 2)}\n`);
      await rename(beside, path);
    },
    async remove() {
      await rm(path, { force: true });
    },
  };
}

/**
 * For tests and simulations. Each save takes `latency()` milliseconds of the clock, and what is on "disk" changes only at
 * the end of that time: two saves that overlap may land in either order, as on a real disk.
 *
 * @param {{ clock?: { sleep(ms: number): Promise<void> }, latency?: () => number, saved?: object }} [options]
 */
export function memoryStore({ clock, latency = () => 0, saved } = {}) {
  let content = saved;
  let saves = 0;
  return {
    async load() {
      return content === undefined ? undefined : parseManifest(structuredClone(content));
    },
    async save(manifest) {
      const copy = structuredClone(manifest);
      saves += 1;
      if (clock) await clock.sleep(latency());
      content = copy;
    },
    /** What a crash at this moment would leave. */
    onDisk: () => structuredClone(content),
    saves: () => saves,
  };
}
