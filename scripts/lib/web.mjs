/** VS Code in a browser, with the extension installed from this checkout, behind a random password. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureCodeServer } from './code-server.mjs';
import { root } from './paths.mjs';
import { placeSample } from './sample.mjs';
import { serve } from './serve.mjs';

const { publisher, name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** This checkout as an installed extension. */
export const spool = { id: `${publisher}.${name}-${version}`, at: root };

/**
 * Serves the sample workspace and thread.
 * @param {string} dir folder for all of its state
 * @param {number} [port]
 */
export async function serveSample(dir, port) {
  await ensureCodeServer();
  const password = randomBytes(12).toString('base64url');
  const folder = await placeSample(dir, path.join(dir, 'user-data'));
  const server = await serve({ dir, extensions: [spool], password, ...(port !== undefined && { port }) });
  return { ...server, address: server.url(folder), password };
}
