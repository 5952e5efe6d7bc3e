/** Splits thoughts in tags off the head of a reply's text: `<think>…</think>`, as models write it whose server does not read it. */
import type { ModelEvent } from '../../core/agent/model-event.ts';

/**
 * DeepSeek, Qwen and most others write `<think>`, some `<thinking>`, Gemini by Chat Completions `<thought>`, Seed-OSS
 * `<seed:think>`, with attributes or spaces.
 */
const OPENING = /^<((?:[a-z]+:)?(?:think|thinking|thought|reasoning))(?:\s[^<>]*)?>/i;
/** Characters that an opening tag has at most, and a closing one. */
const [LONGEST_OPENING, LONGEST_CLOSING] = [200, 40];
const BEGINS_OPENING = /^<(?:[a-z]+:?[a-z]*(?:\s[^<>]*)?)?$/i;

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
  #place: Place = 'head';
  #closing = /<\/think\s*>/i;
  /** White space before the answer belongs to the tags once there were any. */
  #hadThoughts = false;
  #held = '';

  push(text: string): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    let rest = this.#held + text;
    this.#held = '';
    while (rest !== '') {
      if (this.#place === 'answer') return [...events, { type: 'text', text: rest }];
      rest = this.#place === 'head' ? this.#atHead(rest, events) : this.#inThoughts(rest, events);
    }
    return events;
  }

  /** What was held. */
  end(): readonly ModelEvent[] {
    const text = this.#held;
    this.#held = '';
    if (text === '') return [];
    return [{ type: this.#place === 'thinking' ? 'thinking' : 'text', text }];
  }

  #atHead(text: string, events: ModelEvent[]): string {
    const start = text.trimStart();
    const space = text.slice(0, text.length - start.length);
    if (space !== '' && !this.#hadThoughts) events.push({ type: 'text', text: space });
    if (start === '') return '';
    const tag = OPENING.exec(start);
    if (tag) {
      this.#place = 'thinking';
      this.#hadThoughts = true;
      this.#closing = new RegExp(`</${tag[1]}\\s*>`, 'i');
      return start.slice(tag[0].length);
    }
    if (start.length < LONGEST_OPENING && BEGINS_OPENING.test(start)) {
      this.#held = start;
      return '';
    }
    this.#place = 'answer';
    return start;
  }

  #inThoughts(text: string, events: ModelEvent[]): string {
    const closing = this.#closing.exec(text);
    const last = text.lastIndexOf('<');
    const isOpen = last >= 0 && text.length - last < LONGEST_CLOSING && /^<\/?[a-z:]*\s*$/i.test(text.slice(last));
    const end = closing ? closing.index : isOpen ? last : text.length;
    if (end > 0) events.push({ type: 'thinking', text: text.slice(0, end) });
    if (closing) {
      this.#place = 'head';
      return text.slice(closing.index + closing[0].length);
    }
    this.#held = text.slice(end);
    return '';
  }
}
