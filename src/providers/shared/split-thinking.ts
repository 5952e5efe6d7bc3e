/** Turns thoughts in tags (`<think>…</think>`) at the head of a streamed reply's text into thinking events. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { ThinkingSplitter } from '../../core/message/thinking-splitter.ts';

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
