/** Answers to a request for a stream, whatever their form, as the streams of events that the vendors' libraries read. */
import { foreignEvents } from './connection-errors.ts';
import { EventDecoder, type StreamEvent } from './event-stream.ts';

/** The events of a body. Nothing is read before it is asked for, so that a connection that breaks takes none with it that had come. */
export function eventsIn(body: ReadableStream<Uint8Array>): ReadableStream<StreamEvent> {
  const reader = body.getReader();
  const [decoder, text] = [new EventDecoder(), new TextDecoder()];
  return new ReadableStream<StreamEvent>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read();
          const events = decoder.push(text.decode(value, { stream: !done }));
          for (const event of done ? [...events, ...decoder.end()] : events) controller.enqueue(event);
          if (done) return controller.close();
          if (events.length > 0) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** How a library reads an event; empty for one that it does not know. */
export type Spell = (event: StreamEvent) => string;

/** The stream in a successful answer to a request for one, which may have come in one piece; other answers stay as they are. */
export async function streamIn(response: Response, spell: Spell): Promise<Response> {
  const { ok, headers, body } = response;
  const type = headers.get('content-type') ?? '';
  if (!ok || !body) return response;
  if (/event-stream/i.test(type)) return eventResponse(response, eventsIn(body), spell);
  if (!/json/i.test(type)) return response;
  const text = await response.text();
  const decoder = new EventDecoder();
  const written = [...decoder.push(text), ...decoder.end()].map(spell).join('');
  return written === '' ? renewed(response, text, type) : renewed(response, written, 'text/event-stream');
}

export function eventResponse(response: Response, events: ReadableStream<StreamEvent>, spell: Spell): Response {
  const reader = events.getReader();
  const encoder = new TextEncoder();
  let first: string | undefined;
  let isKnown = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read();
          if (done && first !== undefined && !isKnown) return controller.error(foreignEvents(first));
          if (done) return controller.close();
          const written = spell(value);
          if (value.type === 'data') first ??= value.json;
          isKnown ||= written !== '';
          if (written !== '') return controller.enqueue(encoder.encode(written));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return renewed(response, body, 'text/event-stream');
}

export function spelled(json: string, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${json}\n\n`;
}

/** The answer with another body. */
export function renewed(
  { status, headers, url }: Response,
  body: ReadableStream<Uint8Array> | string,
  type: string,
): Response {
  const kept = new Headers(headers);
  // They are of the body as it came.
  for (const name of ['content-encoding', 'content-length']) kept.delete(name);
  kept.set('content-type', type);
  // A response that is made has no address of its own, and the libraries look at it.
  return Object.defineProperty(new Response(body, { status, headers: kept }), 'url', { value: url });
}
