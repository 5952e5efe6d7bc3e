/** One pass over a text that finds its words, as numbers, and its names. */

/** Words of three and more characters as 30-bit numbers; every character of a script without spaces is a word. */
export function scanWords(text: string, into: number[]): void {
  let hash = 0;
  let length = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 32;
    if (isWordCode(code)) {
      hash = (Math.imul(hash, 31) + code) | 0;
      length++;
      if (code < 0x2e80) continue;
    }
    if (length > 2 || (length > 0 && code >= 0x2e80)) into.push(hash & 0x3fffffff);
    hash = 0;
    length = 0;
  }
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code > 127
  );
}

/** Paths, dotted, camel and snake names, codes, long numbers and addresses in `text`, in order, repeated as they are. */
export function scanNames(text: string, into: Set<string>): void {
  let from = -1;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 32;
    if (isNameCode(code)) {
      if (from < 0) from = i;
    } else if (from >= 0) {
      if (i - from >= 4 && i - from <= 200) {
        const name = nameOf(text.slice(from, i));
        if (name !== '') into.add(name);
      }
      from = -1;
    }
  }
}

/** Word characters and those that join them: `$ + - . / : @ ~ # % & = ?` (the last ones only make sense in an address). */
function isNameCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 45 && code <= 58) ||
    (code >= 64 && code <= 90) ||
    code === 95 ||
    code === 36 ||
    code === 43 ||
    code === 126
  );
}

const MEMO_SIZE = 1 << 16;
const memo = new Map<string, string>();

/** The name in a run of name characters, or '' when it is a plain word or a small number. Remembered, for most repeat. */
function nameOf(run: string): string {
  const known = memo.get(run);
  if (known !== undefined) return known;
  const name = toName(run);
  if (memo.size >= MEMO_SIZE) memo.clear();
  memo.set(run, name);
  return name;
}

function toName(run: string): string {
  const bare = run.replace(/^[.:+@-]+(?=[\w$~/])|^[:+-]+|[.:/+@-]+$/g, '').replace(/:\d+(?::\d+)?$/, '');
  if (/^\d{4,}$/.test(bare)) return bare;
  if (bare.length < 5 || !/[A-Za-z]/.test(bare)) return '';
  if (/[/_\d@]|[a-z][A-Z]|\w\.\w|^[A-Z][A-Z0-9_-]{4,}$/.test(bare)) return bare;
  return '';
}
