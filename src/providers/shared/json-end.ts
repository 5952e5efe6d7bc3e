/** Finds where the JSON object ends whose text comes in pieces, so that what follows it is no part of it. Linear. */

export class ObjectScanner {
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #state: 'before' | 'inside' | 'whole' | 'none' = 'before';

  get isWhole(): boolean {
    return this.#state === 'whole';
  }

  get hasBegun(): boolean {
    return this.#state !== 'before';
  }

  /** How much of the piece is up to the object's end: all of it where it does not end in it, or is no object. */
  take(piece: string): number {
    for (let at = 0; at < piece.length; at++) {
      if (this.#state === 'whole') return at;
      if (this.#state === 'none') break;
      this.#step(piece[at] ?? '');
    }
    return piece.length;
  }

  #step(char: string): void {
    if (this.#state === 'before') {
      if (char.trim() === '') return;
      this.#state = char === '{' ? 'inside' : 'none';
      this.#depth = 1;
    } else if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (char === '\\') this.#isEscaped = true;
      else this.#isText = char !== '"';
    } else if (char === '"') this.#isText = true;
    else if (char === '{' || char === '[') this.#depth++;
    else if ((char === '}' || char === ']') && --this.#depth === 0) this.#state = 'whole';
  }
}
