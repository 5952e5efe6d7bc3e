/** A fetch that refuses redirects and reports activity, so that idle calls can be ended. */

/**
 * A fetch that follows no redirection: another host is none that a person chose, and keys in headers of a provider's own would
 * go there as well. It is a refusal that names the place. `heard` is told when an answer begins, and of each piece of it.
 */
export function callFetch(from: typeof fetch = fetch, heard: () => void = () => {}): typeof fetch {
  return async (input, init) => {
    const response = await from(input, { ...init, redirect: 'manual' });
    heard();
    if (response.status >= 300 && response.status < 400) return refusal(response);
    return response.body ? overheard(response, response.body, heard) : response;
  };
}

/** In the form that all APIs give to an error, and with the status that stands for a wrong address: libraries tell no other from a broken line. */
function refusal({ headers }: Response): Response {
  const to = headers.get('location') ?? 'nowhere';
  const message = `The server does not answer here but sends on to ${to.split('?')[0]}. Is the base URL right?`;
  return new Response(JSON.stringify({ error: { message } }), {
    status: 404,
    headers: { 'content-type': 'application/json' },
  });
}

function overheard(response: Response, body: ReadableStream<Uint8Array>, heard: () => void): Response {
  const { status, statusText, headers, url } = response;
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      heard();
      controller.enqueue(piece);
    },
  });
  // A response that is made has no address of its own, and the libraries look at it.
  const made = new Response(body.pipeThrough(passing), { status, statusText, headers });
  return Object.defineProperty(made, 'url', { value: url });
}
