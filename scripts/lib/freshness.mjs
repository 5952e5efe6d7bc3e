/** Whether something made from files is newer than all of them. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** @param {string} at file or folder @returns {number} when it or anything in it last changed, in ms */
function changedAt(at) {
  const status = statSync(at);
  if (!status.isDirectory()) return status.mtimeMs;
  return readdirSync(at).reduce((latest, name) => Math.max(latest, changedAt(path.join(at, name))), status.mtimeMs);
}

/**
 * @param {string} made absolute
 * @param {readonly string[]} sources files and folders, from the root of the checkout
 */
export function isFresh(made, sources) {
  if (!existsSync(made)) return false;
  return sources.map((source) => path.join(root, source)).every((source) => changedAt(source) < statSync(made).mtimeMs);
}
