/** Splits thoughts in tags off the head of a reply's text; the text may come whole or in pieces. */
import { BareClosing } from './bare-closing.ts';
import { beginsClosing, beginsOpening, openingAt, type SplitText } from './thinking-tags.ts';

/** `head`: no word of the answer came yet. */
type State = 'head' | 'thinking' | 'answer';

export class ThinkingSplitter {
  readonly #bare = new BareClosing();
  #state: State = 'head';
  #closing = /$^/;
  /** White space before the answer belongs to the tags once there were any. */
  #hadThoughts = false;
  #held = '';

  push(text: string): readonly SplitText[] {
    const events: SplitText[] = [];
    let rest = this.#held + text;
    this.#held = '';
    while (rest !== '') {
      if (this.#state === 'answer') return [...events, ...this.#answer(rest)];
      rest = this.#state === 'head' ? this.#atHead(rest, events) : this.#inThoughts(rest, events);
    }
    return events;
  }

  /** What was held. */
  end(): readonly SplitText[] {
    const text = this.#held;
    this.#held = '';
    const held: readonly SplitText[] =
      text === '' ? [] : [{ type: this.#state === 'thinking' ? 'thinking' : 'text', text }];
    return [...held, ...this.#bare.end()];
  }

  /** Some templates write the opening tag into the prompt, so that only the closing one comes. */
  #answer(text: string): readonly SplitText[] {
    return this.#hadThoughts ? [{ type: 'text', text }] : this.#bare.push(text);
  }

  #atHead(text: string, events: SplitText[]): string {
    const start = text.trimStart();
    const space = text.slice(0, text.length - start.length);
    if (space !== '' && !this.#hadThoughts) events.push({ type: 'text', text: space });
    if (start === '') return '';
    const tag = openingAt(start);
    if (tag) {
      this.#hadThoughts = true;
      if (tag.closing) {
        this.#state = 'thinking';
        this.#closing = tag.closing;
      }
      return start.slice(tag.length);
    }
    if (beginsOpening(start)) {
      this.#held = start;
      return '';
    }
    this.#state = 'answer';
    return start;
  }

  #inThoughts(text: string, events: SplitText[]): string {
    const closing = this.#closing.exec(text);
    const end = closing ? closing.index : text.length - beginsClosing(text);
    if (end > 0) events.push({ type: 'thinking', text: text.slice(0, end) });
    if (closing) {
      this.#state = 'head';
      return text.slice(closing.index + closing[0].length);
    }
    this.#held = text.slice(end);
    return '';
  }
}

/** The thinking and the answer of a whole text; undefined where it holds no thinking in tags. Linear. */
export function splitThoughts(text: string): { readonly thinking: string; readonly answer: string } | undefined {
  const splitter = new ThinkingSplitter();
  let thinking = '';
  let answer = '';
  for (const part of [...splitter.push(text), ...splitter.end()]) {
    if (part.type === 'thinking') thinking += part.text;
    else if (part.type === 'text') answer += part.text;
    else [thinking, answer] = [thinking + answer, ''];
  }
  return thinking.trim() === '' ? undefined : { thinking: thinking.trim(), answer: answer.trim() };
}
