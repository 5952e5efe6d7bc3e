/** Packs a font's tables as WOFF 1.0 (https://www.w3.org/TR/WOFF/). */
import { deflateSync } from 'node:zlib';
import { checksum } from './true-type.mjs';

const u32 = (/** @type {readonly number[]} */ ...values) => {
  const out = Buffer.alloc(values.length * 4);
  for (const [i, v] of values.entries()) out.writeUInt32BE(v >>> 0, i * 4);
  return out;
};
const u16 = (/** @type {readonly number[]} */ ...values) => {
  const out = Buffer.alloc(values.length * 2);
  for (const [i, v] of values.entries()) out.writeUInt16BE(v, i * 2);
  return out;
};
const padded = (/** @type {Buffer} */ data) => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);

/** @param {ReadonlyMap<string, Buffer>} tables */
export function toWoff(tables) {
  const sums = new Map([...tables].map(([tag, data]) => [tag, checksum(data)]));
  const head = Buffer.from(tables.get('head') ?? []);
  head.writeUInt32BE((0xb1b0afba - checksum(sfnt(tables, sums))) >>> 0, 8);

  const start = 44 + 20 * tables.size;
  const records = /** @type {Buffer[]} */ ([]);
  const bodies = /** @type {Buffer[]} */ ([]);
  let at = start;
  for (const [tag, original] of tables) {
    const data = tag === 'head' ? head : original;
    const packed = deflateSync(data);
    const body = packed.length < data.length ? packed : data;
    records.push(Buffer.concat([Buffer.from(tag), u32(at, body.length, data.length, sums.get(tag) ?? 0)]));
    bodies.push(padded(body));
    at += padded(body).length;
  }
  const sfntSize = sfnt(tables, sums).length;
  const header = Buffer.concat([
    Buffer.from('wOFF'),
    u32(0x10000, at),
    u16(tables.size, 0),
    u32(sfntSize),
    u16(1, 0),
    u32(0, 0, 0, 0, 0),
  ]);
  return Buffer.concat([header, ...records, ...bodies]);
}

/** The plain font, for the checksum over the whole of it. @param {ReadonlyMap<string, Buffer>} tables @param {ReadonlyMap<string, number>} sums */
function sfnt(tables, sums) {
  const power = 2 ** Math.floor(Math.log2(tables.size));
  const header = Buffer.concat([
    u32(0x10000),
    u16(tables.size, power * 16, Math.log2(power), (tables.size - power) * 16),
  ]);
  let at = 12 + 16 * tables.size;
  const records = [...tables].map(([tag, data]) => {
    const record = Buffer.concat([Buffer.from(tag), u32(sums.get(tag) ?? 0, at, data.length)]);
    at += padded(data).length;
    return record;
  });
  return Buffer.concat([header, ...records, ...[...tables.values()].map(padded)]);
}
