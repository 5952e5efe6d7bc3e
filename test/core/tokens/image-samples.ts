/** Beginnings of image files, made here: just enough to tell the size. */

const number = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const little = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};
const base64 = (...parts: readonly (Buffer | string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  ).toString('base64');

export const png = (width: number, height: number) =>
  base64('\x89PNG\r\n\x1a\n', number(13, 4), 'IHDR', number(width, 4), number(height, 4), [8, 2, 0, 0, 0]);

export const gif = (width: number, height: number) =>
  base64('GIF89a', little(width, 2), little(height, 2), [0, 0, 0, 0, 0, 0]);

/** `before` is what stands between the start and the frame header: metadata of that many bytes. */
export const jpeg = (width: number, height: number, before = 14, frame = 0xc0) =>
  base64(
    [0xff, 0xd8, 0xff, 0xe1],
    number(before + 2, 2),
    Buffer.alloc(before, 7),
    [0xff, 0xff, 0xc4, 0, 4, 1, 1], // a table behind a fill byte, to be passed over
    [0xff, frame, 0, 17, 8],
    number(height, 2),
    number(width, 2),
    Buffer.alloc(10, 1),
  );

export const webpLossy = (width: number, height: number) =>
  base64(
    'RIFF',
    little(100, 4),
    'WEBPVP8 ',
    little(80, 4),
    [0, 0, 0, 0x9d, 1, 0x2a],
    little(width, 2),
    little(height, 2),
    [0, 0],
  );

export const webpLossless = (width: number, height: number) =>
  base64(
    'RIFF',
    little(100, 4),
    'WEBPVP8L',
    little(80, 4),
    [0x2f],
    little((((height - 1) << 14) | (width - 1)) >>> 0, 4),
    [0, 0, 0, 0, 0, 0],
  );

export const webpExtended = (width: number, height: number) =>
  base64(
    'RIFF',
    little(100, 4),
    'WEBPVP8X',
    little(10, 4),
    [0, 0, 0, 0],
    little(width - 1, 3),
    little(height - 1, 3),
    [0, 0],
  );
