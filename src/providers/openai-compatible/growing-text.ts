/** Reads text of servers whose pieces each hold all that came before them, as well as of those that send only what is new. */

/** Two pieces alone are a text that grows where the first one has this many characters: less may begin the next piece by chance. */
const SURE_LENGTH = 8;

/**
 * ```
 *                        begins with it                longer still, begins with it
 *   (none) ─▶ first ───────────────────▶ doubtful ─────────────────────────────────▶ growing: what is new of each
 *               │ does not                  │ does not, or it ended
 *               └───────────▶ pieces ◀──────┘
 * ```
 * What is doubtful is held. Linear in what comes.
 */
export class GrowingText {
  #state: 'none' | 'first' | 'doubtful' | 'growing' | 'pieces' = 'none';
  #first = '';
  #last = '';

  /** What the piece adds to the text. */
  take(piece: string): string {
    if (piece === '') return '';
    const [state, last] = [this.#state, this.#last];
    const isLonger = piece.length > last.length && piece.startsWith(last);
    this.#last = piece;
    switch (state) {
      case 'none':
        this.#state = piece.trim() === '' ? 'pieces' : 'first';
        return piece;
      case 'first':
        this.#state = isLonger ? 'doubtful' : 'pieces';
        this.#first = last;
        return isLonger ? '' : piece;
      case 'doubtful':
        this.#state = isLonger || (piece === last && this.#isSure) ? 'growing' : 'pieces';
        return this.#state === 'growing' ? piece.slice(this.#first.length) : last + piece;
      case 'growing':
        if (piece.startsWith(last)) return piece.slice(last.length);
        this.#state = 'pieces';
        return piece;
      case 'pieces':
        return piece;
    }
  }

  /** What was held; what comes after it is in pieces. */
  end(): string {
    const isHeld = this.#state === 'doubtful';
    if (this.#state !== 'growing') this.#state = 'pieces';
    if (!isHeld) return '';
    return this.#isSure ? this.#last.slice(this.#first.length) : this.#last;
  }

  get #isSure(): boolean {
    return this.#first.length >= SURE_LENGTH;
  }
}
