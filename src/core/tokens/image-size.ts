/** Reads the width and height of an image from the start of its base64. */

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** JPEG keeps its size behind colour profiles and previews of the camera; further in than this is not looked for. */
const MOST_BYTES = 262_144;

/** Pixels of a PNG, JPEG, GIF or WebP; undefined for anything else, and for a file that is cut off before it says so. */
export function findImageSize(base64: string): ImageSize | undefined {
  const start = decodeBase64(base64, 32);
  const text = String.fromCharCode(...start);
  if (text.startsWith('\x89PNG')) return size(bigEndian(start, 16, 4), bigEndian(start, 20, 4));
  if (text.startsWith('GIF8')) return size(littleEndian(start, 6, 2), littleEndian(start, 8, 2));
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return webpSize(start, text.slice(12, 16));
  if (text.startsWith('\xff\xd8')) return jpegSize(decodeBase64(base64, MOST_BYTES));
  return undefined;
}

function size(width: number, height: number): ImageSize | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}

function webpSize(bytes: Uint8Array, format: string): ImageSize | undefined {
  if (format === 'VP8X') return size(littleEndian(bytes, 24, 3) + 1, littleEndian(bytes, 27, 3) + 1);
  if (format === 'VP8 ') return size(littleEndian(bytes, 26, 2) & 0x3fff, littleEndian(bytes, 28, 2) & 0x3fff);
  if (format !== 'VP8L') return undefined;
  const bits = littleEndian(bytes, 21, 4);
  return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}

/** Goes from segment to segment to the frame header, which is any of C0 to CF but the tables C4, C8 and CC. */
function jpegSize(bytes: Uint8Array): ImageSize | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at++;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return size(bigEndian(bytes, at + 7, 2), bigEndian(bytes, at + 5, 2));
    } else at += 2 + bigEndian(bytes, at + 2, 2);
  }
  return undefined;
}

function bigEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = at; i < at + length; i++) value = value * 256 + (bytes[i] ?? 0);
  return value;
}

function littleEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = at + length - 1; i >= at; i--) value = value * 256 + (bytes[i] ?? 0);
  return value;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Up to `most` bytes from the beginning of `base64`; ends at the first character that is none of base64's. */
function decodeBase64(base64: string, most: number): Uint8Array {
  const bytes = new Uint8Array(Math.min(most, Math.floor((base64.length * 3) / 4)));
  let bits = 0;
  let value = 0;
  let filled = 0;
  for (let i = 0; i < base64.length && filled < bytes.length; i++) {
    const six = ALPHABET.indexOf(base64.charAt(i));
    if (six < 0) break;
    value = ((value << 6) | six) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[filled++] = (value >>> bits) & 0xff;
    }
  }
  return bytes.subarray(0, filled);
}
