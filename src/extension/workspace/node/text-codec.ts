/** Decodes the bytes of a text file and encodes them again, so that no byte outside of a change is lost. */

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  /** By the name that the codec knows it by. */
  readonly encoding: string;
  readonly hasMark: boolean;
}

/** Turns bytes into text and back; an editor has its own. */
export interface TextCodec {
  /** Undefined: no text. */
  decode(bytes: Uint8Array, file: string): Promise<DecodedText | undefined>;
  /** Undefined: the encoding lacks a character of the text. */
  encode(decoded: DecodedText, file: string, before: string): Promise<Uint8Array | undefined>;
}

/** A file with a NUL within so many bytes is binary, unless a byte order mark says otherwise. */
const LOOKED_AT = 8192;

const MARKS = { utf8: [0xef, 0xbb, 0xbf], utf16le: [0xff, 0xfe], utf16be: [0xfe, 0xff] } as const;

/**
 * UTF-8, UTF-16 with its mark, and anything else by its bytes as ISO 8859-1, which gives every byte back. There a change may not bring
 * in new characters beyond ASCII, as the true encoding is not known.
 */
export const PLAIN_CODEC: TextCodec = {
  decode: async (bytes) => decodePlain(bytes),
  encode: async (decoded, _, before) => encodePlain(decoded, before),
};

export function decodePlain(bytes: Uint8Array): DecodedText | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(buffer, MARKS.utf16le)) return { text: wide(buffer.subarray(2)), encoding: 'utf16le', hasMark: true };
  if (startsWith(buffer, MARKS.utf16be))
    return { text: wide(swapped(buffer.subarray(2))), encoding: 'utf16be', hasMark: true };
  if (buffer.subarray(0, LOOKED_AT).includes(0)) return undefined;
  const hasMark = startsWith(buffer, MARKS.utf8);
  const rest = hasMark ? buffer.subarray(3) : buffer;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rest);
    return { text, encoding: 'utf8', hasMark };
  } catch {
    return { text: buffer.toString('latin1'), encoding: 'unknown 8-bit encoding', hasMark: false };
  }
}

function encodePlain({ text, encoding, hasMark }: DecodedText, before: string): Buffer | undefined {
  switch (encoding) {
    case 'utf16le':
      return Buffer.concat([Buffer.from(MARKS.utf16le), Buffer.from(text, 'utf16le')]);
    case 'utf16be':
      return Buffer.concat([Buffer.from(MARKS.utf16be), swapped(Buffer.from(text, 'utf16le'))]);
    case 'utf8': {
      const bytes = Buffer.from(text);
      return hasMark ? Buffer.concat([Buffer.from(MARKS.utf8), bytes]) : bytes;
    }
    default:
      return bringsNew(text, before) ? undefined : Buffer.from(text, 'latin1');
  }
}

/** Whether `text` has a run of characters beyond ASCII that `before` lacks. */
function bringsNew(text: string, before: string): boolean {
  const runs = (of: string) => of.match(/[^\0-\x7f]+/g) ?? [];
  const known = new Set(runs(before));
  return runs(text).some((run) => !known.has(run));
}

function startsWith(buffer: Buffer, mark: readonly number[]): boolean {
  return mark.every((byte, at) => buffer[at] === byte);
}

/** Odd bytes at the end are lost, which the check of what comes back finds. */
function wide(buffer: Buffer): string {
  return buffer.toString('utf16le');
}

function swapped(buffer: Buffer): Buffer {
  return Buffer.from(buffer.subarray(0, buffer.length & ~1)).swap16();
}
