/** The provider for Anthropic's models, through its SDK: stream, count, compact, list. */
import type { Anthropic } from '@anthropic-ai/sdk';
import type { ModelError, ModelEvent } from '../../core/agent/model-event.ts';
import type { AgentModel, ModelRequest, NativeCompaction } from '../../core/agent/ports.ts';
import { conceding } from '../../core/agent/refusals/conceding.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { readCount } from '../../core/lang/read-value.ts';
import { err, ok, type Result } from '../../core/lang/result.ts';
import { expectType } from '../shared/connection-errors.ts';
import { type Access, type ModelInfo, maxTokensOf, modelKeyOf, type Provider } from '../shared/provider.ts';
import { splitThinking } from '../shared/split-thinking.ts';
import { COMPACTION_MS, guardCall, guardStream } from '../shared/stream.ts';
import type { CacheLife } from './cache-marks.ts';
import { ANTHROPIC_URL, clientOf } from './client.ts';
import { type CompactionRequest, fromCompaction, toCompactionRequest } from './compact.ts';
import { errorsOf } from './errors.ts';
import { fromStream } from './from-stream.ts';
import { readModels } from './models.ts';
import { effortOf } from './thinking.ts';
import { ThinkingMismatches } from './thinking-mismatches.ts';
import { toPrompt } from './to-request.ts';

export const anthropic: Provider = {
  id: 'anthropic',
  models(access, signal) {
    const guard = { signal, access, errorOf: errorsOf(access) };
    return guardCall(async (own, reached) => ok(await readModels(clientOf(reached), own)), guard);
  },
  model: modelOf,
};

function modelOf(info: ModelInfo, access: Access): AgentModel {
  const errorOf = errorsOf(access);
  const claude = new Claude(info, access);
  const own: AgentModel = {
    id: `anthropic/${info.id}`,
    modelKey: claude.modelKey,
    stream: (request, signal) =>
      guardStream((own, reached) => claude.ask(request, own, clientOf(reached)), { signal, access, errorOf }),
    count: (request, signal) =>
      guardCall((own, reached) => claude.count(request, own, clientOf(reached)), { signal, access, errorOf }),
    ...(info.compacts && {
      compact: (request, signal) =>
        guardCall((own, reached) => claude.compact(request, own, clientOf(reached)), {
          signal,
          access,
          errorOf,
          patience: COMPACTION_MS,
        }),
    }),
  };
  return conceding(own, { memory: access.concessions, adapts: ['cacheMarks', 'effort'] });
}

/** The unguarded calls, which throw the SDK's errors. */
class Claude {
  readonly modelKey: string;
  readonly #info: ModelInfo;
  readonly #cacheLife: CacheLife;
  readonly #mismatches = new ThinkingMismatches();
  readonly #isOfficial: boolean;

  constructor(info: ModelInfo, { baseUrl, cacheLife = '5m' }: Access) {
    this.modelKey = modelKeyOf('anthropic', info.id, baseUrl);
    this.#info = info;
    this.#cacheLife = cacheLife;
    this.#isOfficial = baseUrl === undefined || baseUrl === ANTHROPIC_URL;
  }

  /** A thought that no longer fits is found out before the stream begins; without it the request is sent once more. */
  async *ask(request: ModelRequest, signal: AbortSignal, client: Anthropic): AsyncGenerator<ModelEvent> {
    const sent = this.#mismatches.repaired(request);
    try {
      yield* this.#stream(sent, signal, client);
    } catch (thrown) {
      if (!this.#mismatches.finds(sent, thrown)) throw thrown;
      yield* this.#stream(this.#mismatches.repaired(request), signal, client);
    }
  }

  async count(request: ModelRequest, signal: AbortSignal, client: Anthropic): Promise<Result<number, ModelError>> {
    const prompt = toPrompt(this.#mismatches.repaired(request), this.#info, this.modelKey, this.#cacheLife);
    const { data, response } = await client.beta.messages.countTokens(prompt, { signal }).withResponse();
    expectType(response, 'application/json');
    const count = readCount(data.input_tokens);
    return count === undefined ? err(NO_COUNT) : ok(count);
  }

  async compact(
    request: CompactionRequest,
    signal: AbortSignal,
    client: Anthropic,
  ): Promise<Result<NativeCompaction, ModelError>> {
    const params = toCompactionRequest(this.#mismatches.repaired(request), this.#info, this.modelKey, this.#cacheLife);
    const options = { signal, timeout: COMPACTION_MS };
    const { data, response } = await client.beta.messages.create(params, options).withResponse();
    expectType(response, 'application/json');
    return fromCompaction(data);
  }

  async *#stream(request: ModelRequest, signal: AbortSignal, client: Anthropic): AsyncGenerator<ModelEvent> {
    const prompt = toPrompt(request, this.#info, this.modelKey, this.#cacheLife);
    const max_tokens = maxTokensOf(request, this.#info);
    const params = { ...prompt, ...effortOf(request), max_tokens, stream: true as const };
    const { data, response } = await client.beta.messages.create(params, { signal }).withResponse();
    expectType(response, 'text/event-stream');
    yield* this.#isOfficial ? fromStream(data) : splitThinking(fromStream(data));
  }
}

const NO_COUNT: ModelError = { kind: 'invalid-request', message: ownSentence('answerWithoutCount') };
