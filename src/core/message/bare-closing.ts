/** Finds a closing `</think>` without an opening one: what came before it was thinking (templates of DeepSeek R1 and Qwen on servers that do not read thoughts). */
import type { SplitText } from './thinking-tags.ts';

/** The line ends after it. A tag within a sentence or in code is only mentioned. */
const CLOSING = /(?<!`)<\/think(?:ing)?>[ \t]*(?=\r?\n|$)/i;
const OPENING = /<think(?:ing)?[\s>]/i;
const BEGINS = /`{0,3}(?:<\/?(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?|<\/think(?:ing)?>[ \t]*\r?)?$/i;

/** Linear. What may be a part of a tag waits for the next piece. */
export class BareClosing {
  #held = '';
  #fences = 0;
  /** `after`: the tag came, but no word of the answer yet. */
  #state: 'before' | 'after' | 'over' = 'before';

  push(piece: string): readonly SplitText[] {
    if (this.#state === 'over') return textOf(piece);
    if (this.#state === 'after') return this.#answer(piece);
    const text = this.#held + piece;
    const found = CLOSING.exec(text);
    const before = text.slice(0, found?.index ?? text.length);
    if (OPENING.test(before)) {
      this.#state = 'over';
      this.#held = '';
      return textOf(text);
    }
    const isInside = (this.#fences + fencesIn(before)) % 2 === 1;
    if (!found || isInside || /^\r?$/.test(text.slice(found.index + found[0].length))) return this.#hold(text);
    this.#held = '';
    this.#state = 'after';
    return [
      ...textOf(before),
      { type: 'text-was-thinking' },
      ...this.#answer(text.slice(found.index + found[0].length)),
    ];
  }

  /** What was held: a tag at the very end closes thoughts that no answer follows. */
  end(): readonly SplitText[] {
    const held = this.#held;
    this.#held = '';
    if (this.#fences % 2 === 0 && CLOSING.test(held)) return [{ type: 'text-was-thinking' }];
    return textOf(held);
  }

  #answer(text: string): readonly SplitText[] {
    const answer = text.trimStart();
    if (answer !== '') this.#state = 'over';
    return textOf(answer);
  }

  #hold(text: string): readonly SplitText[] {
    this.#held = BEGINS.exec(text)?.[0] ?? '';
    const given = text.slice(0, text.length - this.#held.length);
    this.#fences += fencesIn(given);
    return textOf(given);
  }
}

function fencesIn(text: string): number {
  return text.match(/```/g)?.length ?? 0;
}

function textOf(text: string): readonly SplitText[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
