/** A Bloom filter over the runs of three characters of a text: says quickly that a text can't hold a word, and never misses one that it holds. */
import { foldCase } from './fold-case.ts';

/** Characters (UTF-16 units) of a run. */
const GRAM = 3;
/** Bits of the smallest and the largest filter, as powers of two: 2 kB to 256 kB. */
const SMALLEST = 14;
const LARGEST = 21;
/** A filter with a larger share of its bits set lets too much through. */
const FULL = 0.25;

export class GramFilter {
  readonly bits: Uint8Array;
  readonly #mask: number;

  /** `bits` of a filter that was kept; its length is a power of two. */
  constructor(bits: Uint8Array = new Uint8Array(2 ** (SMALLEST - 3))) {
    this.bits = bits;
    this.#mask = bits.length * 8 - 1;
  }

  /** Whether a filter of this many bytes may be given to the constructor. */
  static hasSize(bytes: number): boolean {
    const power = Math.log2(bytes * 8);
    return Number.isInteger(power) && power >= SMALLEST && power <= LARGEST;
  }

  /** In lower case. Linear. */
  add(text: string): void {
    const lower = foldCase(text);
    for (let at = GRAM; at <= lower.length; at++) {
      const bit = hashAt(lower, at - GRAM) & this.#mask;
      this.bits[bit >> 3] = (this.bits[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  /** False only where no text that was added holds the word, whatever its case. A word of fewer than three characters may always be there. */
  mayHold(word: string): boolean {
    const lower = foldCase(word);
    for (let at = GRAM; at <= lower.length; at++) {
      const bit = hashAt(lower, at - GRAM) & this.#mask;
      if (((this.bits[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  /** A larger, empty filter to add all texts to again; undefined while this one is not full, or can't grow. */
  grown(): GramFilter | undefined {
    const size = this.#mask + 1;
    const ones = this.bits.reduce((sum, byte) => sum + onesIn(byte), 0);
    return ones <= size * FULL || size >= 2 ** LARGEST ? undefined : new GramFilter(new Uint8Array(size / 4));
  }
}

function onesIn(byte: number): number {
  let ones = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) ones++;
  return ones;
}

function hashAt(text: string, at: number): number {
  let hash = Math.imul(text.charCodeAt(at), 0x9e3779b1);
  hash = Math.imul((hash ^ (hash >>> 15)) + text.charCodeAt(at + 1), 0x85ebca6b);
  hash = Math.imul((hash ^ (hash >>> 13)) + text.charCodeAt(at + 2), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
