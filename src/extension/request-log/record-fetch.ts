/** A `fetch` that writes what passes through it into the request log, and changes and delays nothing. */
import { readableHeaders, readableUrl } from './redact.ts';
import type { Recorder, RequestLog } from './request-log.ts';

/** Bytes of a reply that are read before anybody asks for them: a library does not read a page that it did not expect. */
const READ_AHEAD = 1 << 20;

/** `inner` makes the calls; the global one where none is given. */
export function recordFetch(log: RequestLog, provider: string, inner: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    const body = textOf(init?.body);
    const model = modelOf(body, url);
    const recorder = log.begin({
      provider,
      ...(model !== undefined && { model }),
      address: `${method} ${readableUrl(url)}`,
      headers: readableHeaders(headers),
      body,
    });
    try {
      const response = await inner(input, init);
      recorder.status(response.status, readableHeaders(response.headers));
      return overheard(response, recorder);
    } catch (error) {
      if (init?.signal?.aborted) recorder.end('stopped');
      else recorder.fail(reasonOf(error));
      throw error;
    }
  };
}

/** The same response; each piece of its body is told to the recorder as it comes. */
function overheard(response: Response, recorder: Recorder): Response {
  const { body, status, statusText, headers, url } = response;
  if (!body) {
    recorder.end('done');
    return response;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const passing = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            recorder.end('done');
            controller.close();
            return;
          }
          recorder.add(decoder.decode(value, { stream: true }));
          controller.enqueue(value);
        } catch (error) {
          if (isAbort(error)) recorder.end('stopped');
          else recorder.fail(reasonOf(error));
          controller.error(error);
        }
      },
      cancel(reason) {
        recorder.end('stopped');
        return reader.cancel(reason);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD }),
  );
  // A response that is made has no address of its own, and the libraries look at it.
  return Object.defineProperty(new Response(passing, { status, statusText, headers }), 'url', { value: url });
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new TextDecoder().decode(body);
  return body === undefined || body === null ? '' : '(not a text)';
}

/** From the body, else from the address, as Gemini has it. The first of the name is enough: bodies are large. */
function modelOf(body: string, url: string): string | undefined {
  const named = /"model"\s*:\s*"([^"]+)"/.exec(body)?.[1] ?? /\/models\/([^/:?]+)/.exec(url)?.[1];
  return named;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** With the system's reason, which `fetch` hides in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
