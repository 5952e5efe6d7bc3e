/** Splits thoughts in tags off the head of a reply's text: `<think>…</think>`, as models write it whose server does not read it. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { BareClosing } from './bare-closing.ts';
import { beginsClosing, beginsOpening, openingAt } from './thinking-tags.ts';

/** The events with the thoughts at the head of their text as thinking. What may be a part of a tag waits for the next piece. */
export async function* splitThinking(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
  const splitter = new ThinkingSplitter();
  for await (const event of events) {
    if (event.type === 'text') yield* splitter.push(event.text);
    else {
      if (event.type !== 'thinking' && event.type !== 'usage') yield* splitter.end();
      yield event;
    }
  }
  yield* splitter.end();
}

/** `head`: no word of the answer came yet. */
type Place = 'head' | 'thinking' | 'answer';

export class ThinkingSplitter {
  readonly #bare = new BareClosing();
  #place: Place = 'head';
  #closing = /$^/;
  /** White space before the answer belongs to the tags once there were any. */
  #hadThoughts = false;
  #held = '';

  push(text: string): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    let rest = this.#held + text;
    this.#held = '';
    while (rest !== '') {
      if (this.#place === 'answer') return [...events, ...this.#answer(rest)];
      rest = this.#place === 'head' ? this.#atHead(rest, events) : this.#inThoughts(rest, events);
    }
    return events;
  }

  /** What was held. */
  end(): readonly ModelEvent[] {
    const text = this.#held;
    this.#held = '';
    const held: readonly ModelEvent[] =
      text === '' ? [] : [{ type: this.#place === 'thinking' ? 'thinking' : 'text', text }];
    return [...held, ...this.#bare.end()];
  }

  /** Some templates write the opening tag into the prompt, so that only the closing one comes. */
  #answer(text: string): readonly ModelEvent[] {
    return this.#hadThoughts ? [{ type: 'text', text }] : this.#bare.push(text);
  }

  #atHead(text: string, events: ModelEvent[]): string {
    const start = text.trimStart();
    const space = text.slice(0, text.length - start.length);
    if (space !== '' && !this.#hadThoughts) events.push({ type: 'text', text: space });
    if (start === '') return '';
    const tag = openingAt(start);
    if (tag) {
      this.#hadThoughts = true;
      if (tag.closing) {
        this.#place = 'thinking';
        this.#closing = tag.closing;
      }
      return start.slice(tag.length);
    }
    if (beginsOpening(start)) {
      this.#held = start;
      return '';
    }
    this.#place = 'answer';
    return start;
  }

  #inThoughts(text: string, events: ModelEvent[]): string {
    const closing = this.#closing.exec(text);
    const end = closing ? closing.index : text.length - beginsClosing(text);
    if (end > 0) events.push({ type: 'thinking', text: text.slice(0, end) });
    if (closing) {
      this.#place = 'head';
      return text.slice(closing.index + closing[0].length);
    }
    this.#held = text.slice(end);
    return '';
  }
}
