/** The provider for Gemini, through the web build of its SDK. Gemini has no compaction API: `native` becomes a summary (R57). */
import { GoogleGenAI } from '@google/genai/web';
import type { AgentModel } from '../../core/agent/ports.ts';
import { conceding } from '../../core/agent/refusals/conceding.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { readCount, readField, readFlag, readList, readText } from '../../core/lang/read-value.ts';
import { err, ok } from '../../core/lang/result.ts';
import type { Signal } from '../../core/lang/signal.ts';
import { expectType, NotTheApi } from '../shared/connection-errors.ts';
import { streamIn } from '../shared/event-response.ts';
import { type Access, type ModelInfo, modelKeyOf, type Provider } from '../shared/provider.ts';
import { guardCall, guardStream, type StreamGuard } from '../shared/stream.ts';
import { errorsOf, GEMINI_URL, NO_KEY } from './errors.ts';
import { fromStream } from './from-stream.ts';
import { spellEvent } from './read-stream.ts';
import { toCountBody, toRequest } from './to-request.ts';

/** The SDK's own is v1; what is used here is documented for v1beta (ai.google.dev/api). */
const API_VERSION = 'v1beta';

export const gemini: Provider = {
  id: 'gemini',
  models: (access, signal) =>
    guardCall(
      async (abortSignal, reached) => {
        const infos: ModelInfo[] = [];
        const pager = await client(reached).models.list({ config: { pageSize: 1000, abortSignal } });
        // The SDK takes an answer without a list for an empty one.
        if (readList(pager.page).length === 0) throw new NotTheApi('no models');
        const tokens = new Set<string>();
        for (;;) {
          for (const model of readList(pager.page))
            if (readList(readField(model, 'supportedActions')).includes('generateContent')) infos.push(infoOf(model));
          const next = readText(pager.params.config?.pageToken);
          // A server that names a page again would be asked for it without end.
          if (!next || tokens.has(next)) return ok(infos);
          tokens.add(next);
          await pager.nextPage();
        }
      },
      guard(access, signal),
    ),
  model,
};

function model(info: ModelInfo, access: Access): AgentModel {
  const own: AgentModel = {
    id: `gemini/${info.id}`,
    modelKey: modelKeyOf('gemini', info.id, access.baseUrl),
    stream: (request, signal) =>
      guardStream(
        async function* (abortSignal, reached) {
          yield* fromStream(await client(reached).models.generateContentStream(toRequest(request, info, abortSignal)));
        },
        guard(access, signal),
      ),
    count: (request, signal) =>
      guardCall(
        async (abortSignal, reached) => {
          const config = { httpOptions: { extraBody: toCountBody(request, info) }, abortSignal };
          const { totalTokens } = await client(reached).models.countTokens({ model: info.id, contents: ' ', config });
          const count = readCount(totalTokens);
          if (count !== undefined) return ok(count);
          return err({ kind: 'invalid-request', message: ownSentence('noCount', 'Gemini') });
        },
        guard(access, signal),
      ),
  };
  return conceding(own, { memory: access.concessions, adapts: ['effort'] });
}

function guard(access: Access, signal: Signal): StreamGuard {
  return { signal, access, errorOf: errorsOf(access) };
}

function client({ apiKey, baseUrl = GEMINI_URL, fetch: fetching = fetch }: Access): GoogleGenAI {
  if (!apiKey) throw NO_KEY;
  // Without a fetch of ours the SDK brings a dispatcher that knows nothing of the editor's proxy.
  return new GoogleGenAI({ apiKey, httpOptions: { baseUrl, apiVersion: API_VERSION, fetch: checked(fetching) } });
}

/** The SDK takes a page for a stream that broke off. */
function checked(from: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isStream = String(input).endsWith('alt=sse');
    const came = await from(input, init);
    const response = isStream ? await streamIn(came, spellEvent) : came;
    if (response.ok) expectType(response, isStream ? 'text/event-stream' : 'application/json');
    return response;
  };
}

/** The input limit is all that the API tells of the window. Whether it takes images or tools it doesn't say. */
function infoOf(model: unknown): ModelInfo {
  const name = readText(readField(model, 'displayName'));
  const thinks = readFlag(readField(model, 'thinking'));
  const maxInput = readCount(readField(model, 'inputTokenLimit'));
  const maxOutput = readCount(readField(model, 'outputTokenLimit'));
  return {
    id: (readText(readField(model, 'name')) ?? '').replace(/^models\//, ''),
    ...(name && { name }),
    size: { maxInput, maxOutput },
    ...(thinks !== undefined && { thinks }),
  };
}
