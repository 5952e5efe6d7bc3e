/** A list that grows at its end without being copied: versions share what they have in common. */

/** What is read of a list; an array has all of it. */
export interface List<T> extends Iterable<T> {
  readonly length: number;
  at(index: number): T | undefined;
  slice(start?: number, end?: number): T[];
  entries(): Iterable<[number, T]>;
  indexOf(value: T): number;
  some(test: (value: T, index: number) => boolean): boolean;
  every(test: (value: T, index: number) => boolean): boolean;
  find(test: (value: T) => boolean): T | undefined;
  findLast(test: (value: T) => boolean): T | undefined;
  findIndex(test: (value: T, index: number) => boolean): number;
  findLastIndex(test: (value: T) => boolean): number;
  filter<S extends T>(test: (value: T) => value is S): S[];
  filter(test: (value: T, index: number) => boolean): T[];
  map<U>(make: (value: T, index: number) => U): U[];
  flatMap<U>(make: (value: T, index: number) => U | readonly U[]): U[];
  reduce<U>(join: (sum: U, value: T) => U, first: U): U;
}

/** The value at an index; undefined also for a negative one, which `at` counts from the end. */
export function valueAt<T>(list: List<T>, index: number): T | undefined {
  return index < 0 ? undefined : list.at(index);
}

/** A power of two: an append copies half of it on average. */
const BITS = 8;
const CHUNK = 1 << BITS;

/** The list with one more value. Its cost does not grow with the list, where `listOf` or this function made it; else linear. */
export function withValue<T>(list: List<T>, value: T): List<T> {
  return (list instanceof ChunkList ? list : ChunkList.from(list)).append(value);
}

/** A list to which `withValue` adds without copying it. Linear. */
export function listOf<T>(values: Iterable<T>): List<T> {
  return ChunkList.from(values);
}

/** Never changes: versions share their full chunks. */
class ChunkList<T> implements List<T> {
  readonly #full: readonly (readonly T[])[];
  readonly #tail: readonly T[];
  readonly length: number;

  private constructor(full: readonly (readonly T[])[], tail: readonly T[]) {
    this.#full = full;
    this.#tail = tail;
    this.length = full.length * CHUNK + tail.length;
  }

  static from<T>(values: Iterable<T>): ChunkList<T> {
    const all = [...values];
    const full: (readonly T[])[] = [];
    for (let at = CHUNK; at <= all.length; at += CHUNK) full.push(all.slice(at - CHUNK, at));
    return new ChunkList(full, all.slice(full.length * CHUNK));
  }

  append(value: T): ChunkList<T> {
    const tail = [...this.#tail, value];
    return tail.length < CHUNK ? new ChunkList(this.#full, tail) : new ChunkList([...this.#full, tail], []);
  }

  at(index: number): T | undefined {
    const at = index < 0 ? this.length + index : index;
    if (at < 0 || at >= this.length) return undefined;
    return (this.#full[at >> BITS] ?? this.#tail)[at & (CHUNK - 1)];
  }

  slice(start = 0, end = this.length): T[] {
    const from = start < 0 ? Math.max(0, this.length + start) : start;
    const to = end < 0 ? this.length + end : Math.min(end, this.length);
    const values: T[] = [];
    for (let at = from; at < to; ) {
      const chunk = this.#full[at >> BITS] ?? this.#tail;
      const first = at & (CHUNK - 1);
      const last = Math.min(chunk.length, first + to - at);
      for (let n = first; n < last; n++) values.push(chunk[n] as T);
      at += last - first;
    }
    return values;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const chunk of this.#full) yield* chunk;
    yield* this.#tail;
  }

  *entries(): Generator<[number, T]> {
    let at = 0;
    for (const value of this) yield [at++, value];
  }

  indexOf(value: T): number {
    return this.findIndex((one) => Object.is(one, value));
  }

  some(test: (value: T, index: number) => boolean): boolean {
    return this.findIndex(test) >= 0;
  }

  every(test: (value: T, index: number) => boolean): boolean {
    return this.findIndex((value, index) => !test(value, index)) < 0;
  }

  find(test: (value: T) => boolean): T | undefined {
    const at = this.findIndex(test);
    return at < 0 ? undefined : this.at(at);
  }

  findLast(test: (value: T) => boolean): T | undefined {
    const at = this.findLastIndex(test);
    return at < 0 ? undefined : this.at(at);
  }

  findIndex(test: (value: T, index: number) => boolean): number {
    for (const [n, chunk] of [...this.#full, this.#tail].entries()) {
      const at = chunk.findIndex((value, index) => test(value, n * CHUNK + index));
      if (at >= 0) return n * CHUNK + at;
    }
    return -1;
  }

  findLastIndex(test: (value: T) => boolean): number {
    for (let n = this.#full.length; n >= 0; n--) {
      const at = (this.#full[n] ?? this.#tail).findLastIndex(test);
      if (at >= 0) return n * CHUNK + at;
    }
    return -1;
  }

  filter<S extends T>(test: (value: T) => value is S): S[];
  filter(test: (value: T, index: number) => boolean): T[];
  filter(test: (value: T, index: number) => boolean): T[] {
    return this.slice().filter(test);
  }

  map<U>(make: (value: T, index: number) => U): U[] {
    return this.slice().map(make);
  }

  flatMap<U>(make: (value: T, index: number) => U | readonly U[]): U[] {
    return this.slice().flatMap(make);
  }

  reduce<U>(join: (sum: U, value: T) => U, first: U): U {
    return this.slice().reduce(join, first);
  }

  /** As an array is written. */
  toJSON(): readonly T[] {
    return this.slice();
  }
}
