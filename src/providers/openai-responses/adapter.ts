/** The provider for OpenAI's Responses API, stateless: each call sends the thread's history, and nothing is stored there. */
import type OpenAI from 'openai';
import type { ModelError } from '../../core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../core/agent/ports.ts';
import { conceding } from '../../core/agent/refusals/conceding.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { readCount, readField, readList } from '../../core/lang/read-value.ts';
import { err, ok } from '../../core/lang/result.ts';
import type { Signal } from '../../core/lang/signal.ts';
import { openaiClient } from '../openai-shared/client.ts';
import { endpointError } from '../openai-shared/errors.ts';
import { displayUrl, NotTheApi, notTheApi } from '../shared/connection-errors.ts';
import { type Access, type ModelInfo, maxTokensOf, modelKeyOf, type Provider } from '../shared/provider.ts';
import { splitThinking } from '../shared/split-thinking.ts';
import { COMPACTION_MS, guardCall, guardStream, type StreamGuard } from '../shared/stream.ts';
import { compactedData, keptTokens } from './compaction-items.ts';
import { fromStream } from './from-stream.ts';
import { modelInfos, OPENAI_URL, reasons } from './models.ts';
import { type ResponseOptions, toCompact, toCount, toResponseRequest } from './to-request.ts';
import { usageOf } from './usage.ts';

export const openai: Provider = {
  id: 'openai',
  models: (access, signal) =>
    guardCall(
      async (abort, reached) => {
        const { data } = await client(reached).models.list({ signal: abort });
        // The library takes an answer without a list for an empty one.
        const listed = readList(data);
        if (listed.length === 0) throw new NotTheApi('no models');
        return ok(modelInfos(listed, access.baseUrl));
      },
      guard(access, signal),
    ),
  model,
};

function model(info: ModelInfo, access: Access): AgentModel {
  const { id, thinks = reasons(id), takesImages = true, compacts = false } = info;
  const options = ({ conceded = {} }: ModelRequest): ResponseOptions => ({
    thinks,
    takesImages,
    summarizes: conceded.thoughts === undefined,
    seals: conceded.seals === undefined,
  });
  const compact: AgentModel['compact'] = (request, signal) =>
    guardCall(
      async (abort, reached) => {
        const { responses } = client(reached);
        const compacted = await responses.compact(toCompact(request, id, options(request)), { signal: abort });
        const data = compactedData(compacted);
        if (data === undefined) return err({ kind: 'invalid-request', message: ownSentence('noCompaction', 'OpenAI') });
        const usage = usageOf(readField(compacted, 'usage'));
        if (!usage) return ok({ data });
        return ok({ data, usage, tokens: usage.output + keptTokens(data) });
      },
      { ...guard(access, signal), patience: COMPACTION_MS },
    );
  const own: AgentModel = {
    id: `openai/${id}`,
    modelKey: modelKeyOf('openai', id, access.baseUrl),
    stream: (request, signal) =>
      guardStream(
        async function* (abort, reached) {
          const { responses } = client(reached);
          const asked = { ...request, maxTokens: maxTokensOf(request, info) };
          const sent = toResponseRequest(asked, id, options(request));
          const events = fromStream(await responses.create(sent, { signal: abort }));
          yield* (access.baseUrl ?? OPENAI_URL) === OPENAI_URL ? events : splitThinking(events);
        },
        guard(access, signal),
      ),
    ...(compacts && { compact }),
    count: (request, signal) =>
      guardCall(
        async (abort, reached) => {
          const { inputTokens } = client(reached).responses;
          const counted = await inputTokens.count(toCount(request, id, options(request)), { signal: abort });
          const count = readCount(readField(counted, 'input_tokens'));
          return count === undefined ? err(NO_COUNT) : ok(count);
        },
        guard(access, signal),
      ),
  };
  return conceding(own, { memory: access.concessions, adapts: ['thoughts', 'effort'] });
}

const NO_COUNT: ModelError = { kind: 'invalid-request', message: ownSentence('noCount', 'OpenAI') };

/** Thrown, not returned: the guards make an error of it, so that a missing key is told as a wrong one is. */
class NoKey extends Error {}

function client(access: Access): OpenAI {
  if (!access.apiKey) throw new NoKey(ownSentence('noKey', 'OpenAI'));
  return openaiClient(access, access.baseUrl ?? OPENAI_URL, access.apiKey);
}

function guard(access: Access, signal: Signal): StreamGuard {
  const { baseUrl: url = OPENAI_URL, apiKey = '' } = access;
  return {
    signal,
    access,
    errorOf: (thrown) => {
      if (thrown instanceof NoKey) return { kind: 'auth', message: thrown.message, isKeyless: true };
      if (thrown instanceof NotTheApi) return notTheApi(thrown, displayUrl(url), 'OpenAI');
      return endpointError(thrown, { url, apiKey });
    },
  };
}
