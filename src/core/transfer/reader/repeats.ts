/** Finds records that a program wrote twice: the same id with the same content. */
import type { Json } from '../../lang/json.ts';
import { digests } from './digest.ts';

/** Fed with all ids first, so that only those that occur twice are compared. */
export class Repeats {
  readonly #ids = new Set<string>();
  readonly #twice = new Set<string>();

  saw(id: string): void {
    if (this.#ids.has(id)) this.#twice.add(id);
    else this.#ids.add(id);
  }

  /** For a second reading: true for a record that said the same before. */
  open(): (id: string, said: Json) => boolean {
    const seen = new Set<string>();
    return (id, said) => {
      if (!this.#twice.has(id)) return false;
      const mark = `${id} ${digests('', [said])[0] ?? ''}`;
      if (seen.has(mark)) return true;
      seen.add(mark);
      return false;
    };
  }
}
