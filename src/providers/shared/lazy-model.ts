/** A model that loads its provider with the first call. */
import type { ModelError } from '../../core/agent/model-event.ts';
import type { AgentModel } from '../../core/agent/ports.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { err } from '../../core/lang/result.ts';
import { type ModelInfo, modelKeyOf, type ProviderId } from './provider.ts';

/** As `Provider.model` of the provider that `load` gives. A provider that can't be loaded is an error of each call. */
export function lazyModel(
  provider: ProviderId,
  info: ModelInfo,
  baseUrl: string | undefined,
  load: () => Promise<AgentModel>,
): AgentModel {
  let loading: Promise<AgentModel> | undefined;
  const model = () => {
    loading ??= load();
    return loading;
  };
  const failed = (thrown: unknown): ModelError => {
    loading = undefined;
    return { kind: 'invalid-request', message: ownSentence('notLoaded', provider, `${thrown}`) };
  };
  const own: AgentModel = {
    id: `${provider}/${info.id}`,
    modelKey: modelKeyOf(provider, info.id, baseUrl),
    stream: async function* (request, signal) {
      const loaded = await model().catch(failed);
      if ('kind' in loaded) yield { type: 'error', error: loaded };
      else yield* loaded.stream(request, signal);
    },
    count: async (request, signal) => {
      const loaded = await model().catch(failed);
      if ('kind' in loaded) return err(loaded);
      return loaded.count?.(request, signal) ?? err(NONE);
    },
  };
  if (!info.compacts) return own;
  return {
    ...own,
    compact: async (request, signal) => {
      const loaded = await model().catch(failed);
      if ('kind' in loaded) return err(loaded);
      return loaded.compact?.(request, signal) ?? err(NONE);
    },
  };
}

const NONE: ModelError = { kind: 'invalid-request', message: ownSentence('notOffered') };
