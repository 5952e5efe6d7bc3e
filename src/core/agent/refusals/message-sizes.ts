/** Finds the sizes in a server's message, in any script and with any separator: 20000, 20,000, 20.000, 20 000, ２００００, ٢٠٠٠٠. */

/** The first digits of scripts that compatibility normalization leaves alone: Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = ['٠', '۰', '०', '০', '๐'].map((zero) => zero.codePointAt(0) ?? 0);

/** Writes all digits as 0 to 9, and full-width letters and signs as plain ones. */
export function withPlainDigits(message: string): string {
  return message.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Smaller numbers are codes, ports or counts of messages; larger ones times. */
const [LEAST, MOST] = [512, 50_000_000];

/** What separates thousands: "8,192", "8_192", "8.192", "8’192", "8٬192" and "8 192" (also a narrow or hard space, made plain). */
const SEPARATOR = `[,_.'’٬ ]`;

/** A number in groups of three, then the whole part of a decimal, then a plain number. Words and versions have no size. */
const SIZE = new RegExp(
  String.raw`(?<![\w.-]|\d[,'’٬ ])\d{1,3}(?:(${SEPARATOR})\d{3})(?:\1\d{3})*(?![\w-]|[.,]\d)|(?<![\w.-])\d+(?=\.0\b)|(?<![\w.-])\d+(?![\w-]|\.\d)`,
  'g',
);

/** Ids, the HTTP status at the head, and "HTTP 400" are no sizes. */
const NO_SIZE =
  /\(?\b(?:request|trace|log)[ _-]?id\b[:\s]*[^\s)]*\)?|\bvalue=\d+|\b(?:http|status|code|error)[ :]*\d{3}\b|^\s*<?\d{3,4}>?:? (?!\d{3}\b)/gi;

/** The different numbers that may be sizes, in order. Digits are plain (`withPlainDigits`). */
export function sizesIn(message: string): readonly number[] {
  const found = message.replace(NO_SIZE, ' ').match(SIZE) ?? [];
  const sizes = found.map((text) => Number(text.replace(/\D/g, '')));
  return [...new Set(sizes.filter((size) => size >= LEAST && size <= MOST))].sort((a, b) => a - b);
}

/** Where the size is in the message, and its length there. */
export function spanOfSize(
  message: string,
  size: number,
): { readonly index: number; readonly length: number } | undefined {
  const found = new RegExp([...String(size)].join(`${SEPARATOR}?`)).exec(message);
  return found ? { index: found.index, length: found[0].length } : undefined;
}
