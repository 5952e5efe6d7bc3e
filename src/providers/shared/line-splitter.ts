/** Splits a text that comes in pieces into lines, whatever ends them. Linear, also for one long line in many pieces. */

export class LineSplitter {
  #open: string[] = [];
  #endsInReturn = false;

  /** The lines that this piece ends. */
  push(text: string): readonly string[] {
    if (text === '') return [];
    const piece = this.#endsInReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.#endsInReturn = text.endsWith('\r');
    const [first = '', ...others] = piece.split(/\r\n|\r|\n/);
    this.#open.push(first);
    const next = others.pop();
    if (next === undefined) return [];
    const lines = [this.#open.join(''), ...others];
    this.#open = [next];
    return lines;
  }

  /** The line that nothing ended. */
  end(): readonly string[] {
    const rest = this.#open.join('');
    this.#open = [];
    return rest === '' ? [] : [rest];
  }
}
