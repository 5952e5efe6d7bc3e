/** Anthropic's models through its own SDK: one call each to ask, count, compact and list. */
import type { Anthropic } from '@anthropic-ai/sdk';
import type { ModelError, ModelEvent } from '../../core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../core/agent/ports.ts';
import { err, ok } from '../../core/lang/result.ts';
import { type Access, type ModelInfo, makerOf, type Provider } from '../provider.ts';
import { guardCall, guardStream } from '../stream.ts';
import { clientOf } from './client.ts';
import { fromCompaction, toCompactionRequest } from './compact.ts';
import { errorsOf, expectType } from './errors.ts';
import { fromStream } from './from-stream.ts';
import { readModels } from './models.ts';
import { maxTokensOf, toPrompt } from './to-request.ts';

/** Milliseconds: a summary of a whole window comes in one piece. */
const COMPACTION_MS = 600_000;

export const anthropic: Provider = {
  id: 'anthropic',
  models(access, signal) {
    const guard = { signal, idleMs: access.idleMs, errorOf: errorsOf(access) };
    return guardCall(async (own) => ok(await readModels(clientOf(access), own)), guard);
  },
  model: modelOf,
};

function modelOf(info: ModelInfo, access: Access): AgentModel {
  const maker = makerOf('anthropic', info.id, access.baseUrl);
  const errorOf = errorsOf(access);
  const client = clientOf(access);
  const { idleMs } = access;
  return {
    id: `anthropic/${info.id}`,
    maker,
    stream: (request, signal) =>
      guardStream((own) => ask(client, request, info, maker, own), { signal, idleMs, errorOf }),
    count: (request, signal) =>
      guardCall(
        async (own) => {
          const prompt = toPrompt(request, info, maker);
          const { data, response } = await client.beta.messages.countTokens(prompt, { signal: own }).withResponse();
          expectType(response, 'application/json');
          return typeof data.input_tokens === 'number' ? ok(data.input_tokens) : err(NO_COUNT);
        },
        { signal, idleMs, errorOf },
      ),
    ...(info.compacts && {
      compact: (request, signal) =>
        guardCall(
          async (own) => {
            const params = toCompactionRequest(request, info, maker);
            const options = { signal: own, timeout: COMPACTION_MS };
            const { data, response } = await client.beta.messages.create(params, options).withResponse();
            expectType(response, 'application/json');
            return fromCompaction(data);
          },
          { signal, idleMs: idleMs ?? COMPACTION_MS, errorOf },
        ),
    }),
  };
}

const NO_COUNT: ModelError = { kind: 'invalid-request', message: 'The answer had no count in it.' };

async function* ask(
  client: Anthropic,
  request: ModelRequest,
  info: ModelInfo,
  maker: string,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const params = { ...toPrompt(request, info, maker), max_tokens: maxTokensOf(request, info), stream: true as const };
  const { data, response } = await client.beta.messages.create(params, { signal }).withResponse();
  expectType(response, 'text/event-stream');
  yield* fromStream(data);
}
