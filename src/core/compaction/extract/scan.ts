/** Scans a text in one pass for its words, or for names (identifiers, paths, long numbers). */

const SLOTS = 1 << 22;

/** Slots above which a table of them all takes less time than a set. */
const MOST_FEW = 20_000;

/**
 * The words of texts, kept as marks in a table: about one word in a hundred that was never added seems known, which is good
 * enough for a weight and takes no memory for each word. The words of `base` are known, too.
 */
export class WordTable {
  readonly #base: WordTable | undefined;
  readonly #few = new Set<number>();
  #marks: Uint8Array | undefined;

  constructor(base?: WordTable) {
    this.#base = base;
  }

  add(text: string): void {
    eachWord(text, (slot) => {
      if (this.#marks) this.#marks[slot] = 1;
      else this.#few.add(slot);
    });
    if (this.#marks || this.#few.size <= MOST_FEW) return;
    this.#marks = new Uint8Array(SLOTS);
    for (const slot of this.#few) this.#marks[slot] = 1;
    this.#few.clear();
  }

  /** Share of the words of `text` that are known; zero when there is no word. */
  shareKnown(text: string): number {
    let known = 0;
    let all = 0;
    eachWord(text, (slot) => {
      all++;
      if (this.has(slot)) known++;
    });
    return all === 0 ? 0 : known / all;
  }

  private has(slot: number): boolean {
    const isOwn = this.#marks ? this.#marks[slot] === 1 : this.#few.has(slot);
    return isOwn || this.#base?.has(slot) === true;
  }
}

/** Visits the slot of each word of three and more characters; every character of a script without spaces is a word. */
function eachWord(text: string, visit: (slot: number) => void): void {
  let hash = 0;
  let length = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 32;
    if (isWordCode(code)) {
      hash = (Math.imul(hash, 31) + code) | 0;
      length++;
      if (code < 0x2e80) continue;
    }
    if (length > 2 || (length > 0 && code >= 0x2e80)) visit(slotOf(hash));
    hash = 0;
    length = 0;
  }
}

function slotOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> 10;
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

/** Adds the paths, dotted, camel and snake names, codes, long numbers and addresses of `text`. */
export function addNames(text: string, into: Set<string>): void {
  let from = -1;
  let isPlain = true;
  let last = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 32;
    if (isNameCode(code)) {
      // A word of small letters, perhaps with a capital in front and a stop at its end, is no name: most runs are that.
      if (from < 0) {
        from = i;
        isPlain = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
      } else if (isPlain && (last < 97 || last > 122) && i - from > 1) isPlain = false;
      else if (isPlain && code >= 48 && code <= 90) isPlain = false;
      last = code;
    } else if (from >= 0) {
      const isDigit = last >= 48 && last <= 57;
      if ((!isPlain || isDigit) && i - from >= 4 && i - from <= LONGEST_RUN) {
        const name = nameOf(text.slice(from, i));
        if (name !== '') into.add(name);
      }
      from = -1;
    }
  }
}

const LONGEST_RUN = 200;

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
