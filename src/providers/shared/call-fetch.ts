/** A fetch that refuses redirects and empty answers, and reports activity and excess, so that idle and endless calls can be ended. */
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { ByteCount } from './excess.ts';

/** Hears of an answer while it comes. */
export interface Hearing {
  /** When the answer begins, and with each piece of it. */
  readonly heard: () => void;
  /** When it exceeds the bounds of `excess.ts`. Nothing of it is passed on then. */
  readonly exceeded: () => void;
}

const DEAF: Hearing = { heard: () => {}, exceeded: () => {} };

/**
 * A fetch that follows no redirection: another host is none that a person chose, and keys in headers of a provider's own would
 * go there as well. It is a refusal that names the place.
 */
export function callFetch(from: typeof fetch = fetch, hearing: Hearing = DEAF): typeof fetch {
  return async (input, init) => {
    const response = await from(input, { ...init, redirect: 'manual' });
    hearing.heard();
    if (response.status >= 300 && response.status < 400) return redirected(response);
    if (response.status === 204 || response.status === 205)
      return refusal(ownSentence('nothingToSay', response.status));
    return response.body ? overheard(response, response.body, hearing) : response;
  };
}

function redirected({ headers }: Response): Response {
  const to = headers.get('location') ?? 'nowhere';
  return refusal(ownSentence('sendsOn', `${to.split('?')[0]}`));
}

/** In the form that all APIs give to an error, and with the status that stands for a wrong address: libraries tell no other from a broken line. */
function refusal(said: string): Response {
  const message = ownSentence('isBaseUrlRight', said);
  return new Response(JSON.stringify({ error: { message } }), {
    status: 404,
    headers: { 'content-type': 'application/json' },
  });
}

function overheard(response: Response, body: ReadableStream<Uint8Array>, hearing: Hearing): Response {
  const { statusText, headers, url } = response;
  // Some proxies answer with numbers that no response can be made with, such as 999.
  const status = Math.min(response.status, 599);
  const count = new ByteCount();
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      hearing.heard();
      if (count.take(piece)) return controller.enqueue(piece);
      hearing.exceeded();
      controller.error(new Error(ownSentence('tooLong')));
    },
  });
  // A response that is made has no address of its own, and the libraries look at it.
  const made = new Response(body.pipeThrough(passing), { status, statusText, headers });
  return Object.defineProperty(made, 'url', { value: url });
}
