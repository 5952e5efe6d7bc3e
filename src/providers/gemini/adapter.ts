/** Gemini by the official SDK, in its build for the web: half the size, and nothing is taken from the environment. The API has no compaction of its own: `native` becomes a summary (R57). */
import { GoogleGenAI, type Model } from '@google/genai/web';
import { err, ok } from '../../core/lang/result.ts';
import type { Signal } from '../../core/lang/signal.ts';
import { type Access, type ModelInfo, makerOf, type Provider } from '../provider.ts';
import { guardCall, guardStream, type StreamGuard } from '../stream.ts';
import { errorOf, NO_KEY } from './errors.ts';
import { fromStream } from './from-stream.ts';
import { toCountBody, toRequest } from './to-request.ts';

const OFFICIAL = 'https://generativelanguage.googleapis.com';
/** The SDK's own is v1; what is used here is documented for v1beta (ai.google.dev/api). */
const API_VERSION = 'v1beta';

export const gemini: Provider = {
  id: 'gemini',
  models: (access, signal) =>
    guardCall(
      async (abortSignal) => {
        const infos: ModelInfo[] = [];
        const pager = await client(access).models.list({ config: { pageSize: 1000, abortSignal } });
        for await (const model of pager)
          if (model.supportedActions?.includes('generateContent')) infos.push(infoOf(model));
        return ok(infos);
      },
      guard(access, signal),
    ),
  model: (info, access) => ({
    id: `gemini/${info.id}`,
    maker: makerOf('gemini', info.id, access.baseUrl),
    stream: (request, signal) =>
      guardStream(
        async function* (abortSignal) {
          yield* fromStream(await client(access).models.generateContentStream(toRequest(request, info, abortSignal)));
        },
        guard(access, signal),
      ),
    count: (request, signal) =>
      guardCall(
        async (abortSignal) => {
          const config = { httpOptions: { extraBody: toCountBody(request, info) }, abortSignal };
          const { totalTokens } = await client(access).models.countTokens({ model: info.id, contents: ' ', config });
          if (totalTokens !== undefined) return ok(totalTokens);
          return err({ kind: 'invalid-request', message: 'Gemini did not say how many tokens there are.' });
        },
        guard(access, signal),
      ),
  }),
};

function guard({ idleMs }: Access, signal: Signal): StreamGuard {
  return { signal, idleMs, errorOf };
}

function client({ apiKey, baseUrl = OFFICIAL, fetch: fetching = fetch }: Access): GoogleGenAI {
  if (!apiKey) throw NO_KEY;
  // Without a fetch of ours the SDK brings a dispatcher that knows nothing of the editor's proxy.
  return new GoogleGenAI({ apiKey, httpOptions: { baseUrl, apiVersion: API_VERSION, fetch: fetching } });
}

/** The input limit is all that the API tells of the window. Whether it takes images or tools it doesn't say. */
function infoOf({ name = '', displayName, inputTokenLimit, outputTokenLimit, thinking }: Model): ModelInfo {
  return {
    id: name.replace(/^models\//, ''),
    ...(displayName && { name: displayName }),
    size: { maxInput: inputTokenLimit, maxOutput: outputTokenLimit },
    ...(thinking !== undefined && { thinks: thinking }),
  };
}
