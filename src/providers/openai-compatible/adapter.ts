/** The provider for servers with an OpenAI-compatible Chat Completions API: Ollama, LM Studio, vLLM, OpenRouter, DeepSeek and others. */
import type OpenAI from 'openai';
import type { ModelError } from '../../core/agent/model-event.ts';
import type { AgentModel } from '../../core/agent/ports.ts';
import { conceding } from '../../core/agent/refusals/conceding.ts';
import type { Json } from '../../core/lang/json.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { err, ok } from '../../core/lang/result.ts';
import type { Signal } from '../../core/lang/signal.ts';
import { openaiClient } from '../openai-shared/client.ts';
import { endpointError } from '../openai-shared/errors.ts';
import { type Access, type ModelInfo, modelKeyOf, type Provider } from '../shared/provider.ts';
import { splitThinking } from '../shared/split-thinking.ts';
import { guardCall, guardStream, type StreamGuard } from '../shared/stream.ts';
import { takesCacheMarks } from './cache-marks.ts';
import { fromStream } from './from-stream.ts';
import { wantsSignatures } from './google.ts';
import { parseModels } from './models.ts';
import { ADAPTS, chatOptions, toChatRequest } from './to-request.ts';

/** The library wants a key; servers on one's own machine want none. */
const NO_KEY = 'none';
const NO_URL: ModelError = {
  kind: 'invalid-request',
  message: ownSentence('noServer', 'spool.openai-compatible.baseUrl'),
};

export const openaiCompatible: Provider = {
  id: 'openai-compatible',
  models: (access, signal) =>
    guardCall(
      async (abort, reached) => {
        const models = parseModels(await client(reached).get<Json>('/models', { signal: abort }));
        if (models) return ok(models);
        return err({ kind: 'invalid-request', message: ownSentence('noModels', `${access.baseUrl}`) });
      },
      guard(access, signal),
    ),
  model,
};

function model(info: ModelInfo, access: Access): AgentModel {
  const { id } = info;
  const own: AgentModel = {
    id: `openai-compatible/${id}`,
    modelKey: modelKeyOf('openai-compatible', id, access.baseUrl),
    stream: (request, signal) =>
      guardStream(
        async function* (abort, reached) {
          const { completions } = client(reached).chat;
          const options = chatOptions(request);
          const isGoogle = wantsSignatures(id, access.baseUrl);
          const marks = takesCacheMarks(id, access.baseUrl) && request.conceded?.cacheMarks === undefined;
          const sent = toChatRequest(request, info, { ...options, marks, signs: options.signs || isGoogle });
          yield* splitThinking(fromStream(await completions.create(sent, { signal: abort })));
        },
        guard(access, signal),
      ),
  };
  return conceding(own, { memory: access.concessions, adapts: ADAPTS });
}

class NoUrl extends Error {}

function client(access: Access): OpenAI {
  if (!access.baseUrl) throw new NoUrl();
  return openaiClient(access, access.baseUrl, access.apiKey || NO_KEY);
}

function guard(access: Access, signal: Signal): StreamGuard {
  const { baseUrl: url = '', apiKey = '' } = access;
  return {
    signal,
    access,
    errorOf: (thrown) => (thrown instanceof NoUrl ? NO_URL : endpointError(thrown, { url, apiKey })),
  };
}
