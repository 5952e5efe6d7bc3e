/** CRC-32 (the polynomial of zip and PNG), whole or piece by piece: what the store compares a part with. */

const TABLE = new Uint32Array(256);
for (let n = 0; n < 256; n += 1) {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  TABLE[n] = c >>> 0;
}

/** Continues a running checksum; start with 0. */
export function updateCrc(crc, bytes) {
  let c = ~crc >>> 0;
  for (let i = 0; i < bytes.length; i += 1) c = TABLE[(c ^ bytes[i]) & 0xff] ^ (c >>> 8);
  return ~c >>> 0;
}

export function crc32(bytes) {
  return updateCrc(0, bytes);
}

/** Eight lower-case hexadecimal digits, as the store writes it in its `x-part-crc32` header. */
export function formatCrc(crc) {
  return crc.toString(16).padStart(8, '0');
}

/** @returns {number|undefined} undefined when it is not eight hexadecimal digits */
export function parseCrc(text) {
  if (!/^[0-9a-f]{8}$/i.test(text ?? '')) return undefined;
  return Number.parseInt(text, 16);
}
