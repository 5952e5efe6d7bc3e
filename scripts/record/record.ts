/** Runs scenarios through a real provider and keeps the bodies of its answers, byte for byte but for the key. */
import { readReply } from '../../src/core/agent/read-reply.ts';
import type { Access, ModelInfo, Provider } from '../../src/providers/shared/provider.ts';
import type { Scenario } from './scenarios.ts';

export type Recorded =
  | { readonly type: 'recorded'; readonly name: string; readonly body: string }
  /** `message` is the provider's, without the key. */
  | { readonly type: 'failed'; readonly name: string; readonly message: string };

/** One after the other, so that no rate limit is met; a failed one leaves the others. */
export async function* recordScenarios(
  provider: Provider,
  info: ModelInfo,
  access: Access,
  scenarios: readonly Scenario[],
  signal: AbortSignal,
): AsyncGenerator<Recorded> {
  for (const { name, request, times } of scenarios) {
    const heard = hearing(access.fetch ?? fetch, signal);
    const model = provider.model(info, { ...access, fetch: heard.fetch });
    let failure: string | undefined;
    for (let time = 0; time < times && failure === undefined; time++) {
      const { end } = await readReply(model, request, signal);
      if (end.type === 'error') failure = `${end.error.kind}: ${end.error.message}`;
    }
    if (failure !== undefined) yield { type: 'failed', name, message: without(access.apiKey, failure) };
    else yield { type: 'recorded', name, body: without(access.apiKey, await heard.last()) };
  }
}

/** A `fetch` that keeps what the newest answer's body says, to its last byte: the call that it is for may end before. */
function hearing(
  from: typeof fetch,
  signal: AbortSignal,
): { readonly fetch: typeof fetch; readonly last: () => Promise<string> } {
  let newest: Promise<string> = Promise.resolve('');
  return {
    fetch: async (input, init) => {
      const response = await from(input, { ...init, signal });
      newest = response.clone().text();
      // Whoever asks for the text hears of a broken body; a stream that is not asked for may break.
      newest.catch(() => {});
      return response;
    },
    last: () => newest,
  };
}

function without(key: string | undefined, text: string): string {
  return key ? text.replaceAll(key, '[key]') : text;
}
