/** The UTF-8 length of a text, without TextEncoder. */

/** Bytes of `text` in UTF-8. A lone surrogate takes three, as the replacement character that is written for it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x800) {
      bytes += 2;
      if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) i++;
    } else if (code >= 0x80) bytes += 1;
  }
  return bytes;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
