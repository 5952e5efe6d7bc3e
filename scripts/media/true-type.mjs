/** Writes a TrueType font of one glyph. */

/** @typedef {readonly (readonly [number, number])[]} Contour points in font units, y upwards */
/** @typedef {{ readonly name: string, readonly code: number, readonly unitsPerEm: number, readonly contours: readonly Contour[] }} Face */

const u16 = (/** @type {readonly number[]} */ ...values) =>
  Buffer.from(values.flatMap((v) => [(v >> 8) & 255, v & 255]));
const u32 = (/** @type {readonly number[]} */ ...values) =>
  Buffer.from(values.flatMap((v) => [(v >>> 24) & 255, (v >>> 16) & 255, (v >>> 8) & 255, v & 255]));

/** @param {readonly Contour[]} contours */
function boundsOf(contours) {
  const [xs, ys] = [contours.flatMap((c) => c.map(([x]) => x)), contours.flatMap((c) => c.map(([, y]) => y))];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** @param {readonly Contour[]} contours */
function glyph(contours) {
  const points = contours.flat();
  const ends = contours.map((_, i) => contours.slice(0, i + 1).flat().length - 1);
  const steps = (/** @type {0 | 1} */ axis) => points.map((p, i) => p[axis] - (points[i - 1]?.[axis] ?? 0));
  // On the curve; the first one also says that contours overlap.
  const flags = Buffer.from(points.map((_, i) => (i === 0 ? 0x41 : 0x01)));
  return Buffer.concat([
    u16(contours.length, ...boundsOf(contours)),
    u16(...ends),
    u16(0),
    flags,
    u16(...steps(0)),
    u16(...steps(1)),
  ]);
}

/** @param {number} code */
function cmap(code) {
  const segments = u16(code, 0xffff, 0, code, 0xffff, (1 - code) & 0xffff, 1, 0, 0);
  return Buffer.concat([u16(0, 1, 3, 1), u32(12), u16(4, 14 + segments.length, 0, 4, 4, 1, 0), segments]);
}

/** @param {string} name */
function names(name) {
  const texts = [
    [1, name],
    [2, 'Regular'],
    [4, name],
    [6, name],
  ];
  const data = texts.map(([, text]) => Buffer.from(String(text), 'utf16le').swap16());
  const records = texts.map(([id], i) =>
    u16(3, 1, 0x409, Number(id), data[i]?.length ?? 0, Buffer.concat(data.slice(0, i)).length),
  );
  return Buffer.concat([u16(0, texts.length, 6 + 12 * texts.length), ...records, ...data]);
}

/** @param {Buffer} data */
export function checksum(data) {
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  let sum = 0;
  for (let i = 0; i < padded.length; i += 4) sum = (sum + padded.readUInt32BE(i)) >>> 0;
  return sum;
}

/** @param {Face} face @returns {ReadonlyMap<string, Buffer>} its tables, by tag in their order */
export function tablesOf({ name, code, unitsPerEm, contours }) {
  const drawn = glyph(contours);
  const shape = Buffer.concat([drawn, Buffer.alloc((4 - (drawn.length % 4)) % 4)]);
  const points = contours.flat().length;
  const bounds = boundsOf(contours);
  const os2 = Buffer.concat([
    u16(4, unitsPerEm, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
    Buffer.alloc(10),
    u32(0, 0, 0, 0),
    Buffer.from('SPOL'),
    u16(0x40, code, code, unitsPerEm, 0, 0, unitsPerEm, 0),
    u32(0, 0),
    u16(0, 0, 0, 0x20, 0),
  ]);
  return new Map([
    ['OS/2', os2],
    ['cmap', cmap(code)],
    ['glyf', shape],
    [
      'head',
      Buffer.concat([
        u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
        u16(0x0b, unitsPerEm),
        Buffer.alloc(16),
        u16(...bounds, 0, 8, 2, 1, 0),
      ]),
    ],
    [
      'hhea',
      Buffer.concat([u32(0x10000), u16(unitsPerEm, 0, 0, unitsPerEm, 0, 0, unitsPerEm, 1, 0, 0, 0, 0, 0, 0, 0, 2)]),
    ],
    ['hmtx', u16(unitsPerEm, 0, unitsPerEm, bounds[0] ?? 0)],
    // Glyph 0, for what is missing, is empty.
    ['loca', u32(0, 0, shape.length)],
    ['maxp', Buffer.concat([u32(0x10000), u16(2, points, contours.length, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)])],
    ['name', names(name)],
    ['post', Buffer.concat([u32(0x30000, 0), u16(0, 0), u32(0, 0, 0, 0, 0)])],
  ]);
}
