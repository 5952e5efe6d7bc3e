/** Where things lie: the checkout, its build and reports, and the user's cache. */
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const dist = path.join(root, 'dist');
export const out = path.join(root, 'out');
export const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'spool');

/** @param {string} name */
export const bin = (name) => path.join(root, 'node_modules', '.bin', name);
