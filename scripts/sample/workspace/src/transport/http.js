/** Sends parts to a real server: one PUT a part, with its range and its checksum. */
import { open } from 'node:fs/promises';
import { crc32, formatCrc } from '../checksum.js';

/** No answer within this time: the attempt counts as failed. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * @param {object} options
 * @param {string} options.path of the file
 * @param {number} options.size of the whole file, bytes
 * @param {string} options.url where the parts go; the part's index is appended
 * @param {string} [options.token] sent as a bearer token; never logged
 * @param {number} [options.timeoutMs]
 * @param {typeof fetch} [options.fetch]
 */
export function httpTransport({ path, size, url, token, timeoutMs = DEFAULT_TIMEOUT_MS, fetch = globalThis.fetch }) {
  const base = url.endsWith('/') ? url : `${url}/`;
  let handle;

  async function readPart(part) {
    handle ??= await open(path, 'r');
    const bytes = Buffer.alloc(part.size);
    let filled = 0;
    while (filled < part.size) {
      const { bytesRead } = await handle.read(bytes, filled, part.size - filled, part.offset + filled);
      if (bytesRead === 0)
        throw new Error(`${path} became shorter while it was uploaded: part ${part.index} ends early`);
      filled += bytesRead;
    }
    return bytes;
  }

  return {
    async send(part, signal) {
      const bytes = await readPart(part);
      const timeout = AbortSignal.timeout(timeoutMs);
      const response = await fetch(new URL(String(part.index), base), {
        method: 'PUT',
        body: bytes,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        headers: {
          'content-type': 'application/octet-stream',
          'content-range': `bytes ${part.offset}-${part.offset + part.size - 1}/${size}`,
          'x-part-crc32': formatCrc(crc32(bytes)),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      });
      const body = await response.text();
      return { status: response.status, headers: Object.fromEntries(response.headers), body };
    },
    async close() {
      await handle?.close();
      handle = undefined;
    },
  };
}
